import type pg from 'pg'
import { paidLines } from '#features/ledger/ledger.ts'
import { openPaidPackage } from '#features/proposals/packages/opening.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { insertPaidSale } from './sales.ts'
import { queriesOver } from './scenario-proposals.ts'
import { scenario } from './scenarios.ts'

/** The packages of the demo's coach; single lessons cost $85 an hour. */
const mayas = [
  { title: 'Break 90 in five lessons', lessons: 5, cents: 39_500, days: 180, visibility: 'public' },
  { title: 'A whole season', lessons: 10, cents: 75_000, days: 365, visibility: 'public' },
  { title: 'For members of the Longleaf league', lessons: 4, cents: 30_000, days: 90, visibility: 'link' },
]

/**
 * Packages that coaches sell on their profiles: the demo's coach has three of her own, and about a third of the
 * others sell five hours at a tenth less than single ones.
 * @param now milliseconds since 1970, UTC
 */
export async function insertPackageOffers(client: pg.ClientBase, now: number): Promise<void> {
  for (const { title, lessons, cents, days, visibility } of mayas)
    await client.query(
      `insert into package_offers (id, instructor_id, title, lessons_total, duration_minutes, lesson_type, price_cents,
         valid_days, visibility, created_at, updated_at)
       values ($1, $2, $3, $4, 60, 'individual', $5, $6, $7, $8, $8)`,
      [
        uuidV8(`package offer ${title}`),
        scenario.maya.id,
        title,
        lessons,
        cents,
        days,
        visibility,
        new Date(now),
      ],
    )
  await client.query(
    `insert into package_offers (instructor_id, title, lessons_total, duration_minutes, lesson_type, price_cents, valid_days,
       visibility, created_at, updated_at)
     select user_id, '5 lessons of 1 hour', 5, 60, 'individual', round(hourly_rate * 4.5) * 100, 180, 'public', $2, $2
     from instructor_profiles
     where user_id <> $1 and instant_book_enabled and not takes_demo_bookings
       and substr(md5(user_id::text), 1, 1) in ('0', '3', '6', '9', 'c')`,
    [scenario.maya.id, new Date(now)],
  )
}

/**
 * A season that one of Maya's students bought three days ago, without choosing a time yet. Call after the lessons and the offers.
 * @param now milliseconds since 1970, UTC
 */
export async function insertSoldPackage(client: pg.ClientBase, now: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select student_id as id from bookings where instructor_id = $1 and student_id <> $2 and status in ('confirmed', 'completed')
     group by 1 order by max(lesson_date) desc, 1 offset 1 limit 1`,
    [scenario.maya.id, scenario.sam.id],
  )
  const [student] = rows
  const sold = mayas.find(({ lessons }) => lessons === 10)
  if (!student || !sold) return
  const at = now - 3 * DAY
  const paymentId = uuidV8('demo payment of a season')
  await insertPaidSale(client, {
    paymentId,
    kind: 'lesson_package',
    instructorId: scenario.maya.id,
    studentId: student.id,
    cents: sold.cents,
    at,
    lines: paidLines(sold.cents),
  })
  await client.query(
    `insert into package_sales (payment_id, offer_id, version, instructor_id, student_id, status, title, lesson_type, lessons_total,
       duration_minutes, valid_days, cancellation_policy, checkout_expires_at, created_at)
     select $1, o.id, o.version, o.instructor_id, $3, 'opened', o.title, o.lesson_type, o.lessons_total, o.duration_minutes, o.valid_days,
       c.cancellation_policy, $4, $5
     from package_offers o join instructor_profiles c on c.user_id = o.instructor_id where o.id = $2`,
    [paymentId, uuidV8(`package offer ${sold.title}`), student.id, new Date(at + HOUR / 2), new Date(at)],
  )
  const terms = {
    proposalId: null,
    paymentId,
    of: { paymentId },
    instructorId: scenario.maya.id,
    studentId: student.id,
    lessonsTotal: sold.lessons,
    validDays: sold.days,
    priceCents: sold.cents,
    durationMinutes: 60,
    lessonTitle: sold.title,
    lessonType: 'individual',
    teachingLocationId: null,
    cancellationPolicy: 'standard',
  } as const
  await openPaidPackage(queriesOver(client), terms, at)
}
