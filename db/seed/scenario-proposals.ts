import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { listSlots } from '#features/availability/availability.ts'
import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { paidLines } from '#features/ledger/ledger.ts'
import { redeemCredit } from '#features/proposals/packages/credits.ts'
import { openPackage } from '#features/proposals/packages/opening.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { addDays, dateIn } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario, scenarioPlaces } from './scenarios.ts'

const MINUTES = 60

interface Told {
  key: string
  studentId: string
  status: string
  title: string
  cents: number
  starts: number[]
  /** Milliseconds since 1970, UTC. */
  createdAt: number
  lessons?: number
  note?: string
  changeRequest?: string
  acceptedStart?: number
}

/**
 * Proposals of the demo's coach in every state, most of them to Sam, and a package of five of which two are booked. Times are
 * open ones of her real calendar. Call when the triggers watch again.
 * @param now milliseconds since 1970, UTC
 * @returns how many lessons were booked with them
 */
export async function insertProposals(client: pg.ClientBase, now: number): Promise<number> {
  const db = queriesOver(client)
  const coachId = scenario.maya.id
  const schedule = await findSchedule(db, coachId, { now })
  if (!schedule) return 0
  const today = dateIn(now, schedule.rules.zone)
  const open = listSlots(schedule.rules, {
    from: addDays(today, 3),
    to: addDays(today, 25),
    durationMinutes: MINUTES,
    now,
  }).flatMap((day) => day.slots.slice(0, 1).map((slot) => slot.start))
  const at = (index: number) => open[index] ?? now + (4 + index) * DAY
  const students = await client.query<{ student_id: string }>(
    `select student_id from bookings where instructor_id = $1 and student_id <> $2 and status in ('confirmed', 'completed')
     group by 1 order by 1 limit 4`,
    [coachId, scenario.sam.id],
  )
  const other = (index: number) =>
    students.rows[index % Math.max(1, students.rows.length)]?.student_id ?? scenario.sam.id
  const sam = scenario.sam.id
  const told: Told[] = [
    {
      key: 'pending',
      studentId: sam,
      status: 'pending',
      title: 'Playing lesson, nine holes',
      cents: 14_000,
      starts: [at(0), at(2), at(4)],
      createdAt: now - 5 * HOUR,
      note: 'We play the front nine and talk through every club you pick. Bring water.',
    },
    {
      key: 'changes',
      studentId: other(0),
      status: 'changes_requested',
      title: 'Bunkers without fear',
      cents: 8500,
      starts: [at(1), at(3)],
      createdAt: now - 20 * HOUR,
      changeRequest:
        'Could we make it a Saturday morning? Weekdays are hard for me until the school holidays.',
    },
    {
      key: 'package',
      studentId: sam,
      status: 'scheduled',
      title: 'Five lessons to break 90',
      cents: 40_000,
      starts: [at(6), at(7)],
      createdAt: now - 6 * DAY,
      lessons: 5,
      acceptedStart: at(6),
    },
    {
      key: 'declined',
      studentId: other(1),
      status: 'declined',
      title: 'Driver check',
      cents: 8500,
      starts: [now - 9 * DAY],
      createdAt: now - 14 * DAY,
    },
    {
      key: 'expired',
      studentId: other(2),
      status: 'expired',
      title: 'Putting clinic for two',
      cents: 12_000,
      starts: [now - 12 * DAY],
      createdAt: now - 19 * DAY,
    },
    {
      key: 'withdrawn',
      studentId: other(3),
      status: 'cancelled',
      title: 'Wedge distances',
      cents: 8500,
      starts: [now - 15 * DAY],
      createdAt: now - 21 * DAY,
    },
    {
      key: 'completed',
      studentId: other(0),
      status: 'completed',
      title: 'Short game tune-up',
      cents: 8500,
      starts: [at(0) - 28 * DAY],
      createdAt: now - 32 * DAY,
      acceptedStart: at(0) - 28 * DAY,
    },
  ]
  for (const one of told) await insertProposal(client, coachId, schedule.rules.zone, one)
  const bought = told.find((one) => one.key === 'package')
  if (!bought) return 0
  await insertPackage(client, { ...bought, starts: [at(6), at(8)] }, now)
  return 2
}

/** The builder wants a client it can name; it only ever runs queries on it. */
/** Typed statements over the connection of the demo. */
export const queriesOver = (client: pg.ClientBase) => drizzle({ client: client as pg.Client })

const idOf = (key: string) => uuidV8(`demo proposal ${key}`)

async function insertProposal(client: pg.ClientBase, coachId: string, zone: string, told: Told) {
  const dates = JSON.stringify(told.starts.map((start) => ({ datetime: new Date(start).toISOString() })))
  const lessons = told.lessons ?? 1
  await client.query(
    `insert into lesson_proposals (id, instructor_id, student_id, status, proposed_dates, price_amount, lesson_title, lesson_type,
       duration_minutes, teaching_location_id, time_zone, lessons_total, package_valid_days, note, change_request, accepted_start,
       accepted_at, lesson_completed, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18, $19, $19)`,
    [
      idOf(told.key),
      coachId,
      told.studentId,
      told.status,
      dates,
      (told.cents / 100).toFixed(2),
      told.title,
      told.title.startsWith('Playing') ? 'playing' : 'individual',
      MINUTES,
      scenarioPlaces.mayaCharlotte,
      zone,
      lessons,
      lessons > 1 ? 180 : null,
      told.note ?? null,
      told.changeRequest ?? null,
      told.acceptedStart === undefined ? null : new Date(told.acceptedStart),
      told.status === 'completed',
      new Date(told.createdAt + 7 * DAY),
      new Date(told.createdAt),
    ],
  )
}

/** Pays the package as the product would, and draws a second lesson from it. */
async function insertPackage(client: pg.ClientBase, told: Told, now: number) {
  const tx = queriesOver(client)
  const [first, second] = told.starts
  if (first === undefined || second === undefined) return
  const at = told.createdAt + 2 * HOUR
  const value = Math.floor(told.cents / (told.lessons ?? 1))
  const bookingId = await insertLesson(client, told, { start: first, cents: told.cents, key: 'first', at })
  const paymentId = await insertPayment(client, told, { bookingId, cents: told.cents, method: 'card', at })
  const clock = { now: () => at }
  await postToLedger(tx, {
    key: `paid:${bookingId}`,
    kind: 'paid',
    bookingId,
    at,
    lines: paidLines(told.cents),
  })
  await openPackage({ clock }, tx, { bookingId })
  const found = await client.query<{ id: string }>('select id from lesson_packages where payment_id = $1', [
    paymentId,
  ])
  const packageId = found.rows[0]?.id
  if (!packageId) return
  const lesson = { start: second, cents: value, key: 'second', at: now - DAY, packageId }
  const next = await insertLesson(client, told, lesson)
  await insertPayment(client, told, { bookingId: next, cents: 0, method: 'package', at: now - DAY })
  await redeemCredit(tx, { packageId, position: 2, bookingId: next, valueCents: value, at: now - DAY })
}

async function insertLesson(
  client: pg.ClientBase,
  told: Told,
  lesson: { start: number; cents: number; key: string; at: number; packageId?: string },
): Promise<string> {
  const id = idOf(`${told.key} ${lesson.key}`)
  await client.query(
    `insert into bookings (id, instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, teaching_location_id, location_name, location_address, proposal_id, package_id,
       is_demo, created_at)
     select $1, l.instructor_id, $2, $3, $3, $4, l.time_zone, $5, $6, 'confirmed', 'completed', l.id, l.location_name,
       concat_ws(', ', l.address, l.city, concat_ws(' ', l.state, l.zip)), $7, $8, true, $9
     from instructor_teaching_locations l where l.id = $10`,
    [
      id,
      told.studentId,
      new Date(lesson.start),
      MINUTES,
      (lesson.cents / 100).toFixed(2),
      lesson.packageId ? defaultLessonTitle(MINUTES) : told.title,
      lesson.packageId ? null : idOf(told.key),
      lesson.packageId ?? null,
      new Date(lesson.at),
      scenarioPlaces.mayaCharlotte,
    ],
  )
  return id
}

async function insertPayment(
  client: pg.ClientBase,
  told: Told,
  paid: { bookingId: string; cents: number; method: string; at: number },
): Promise<string> {
  const id = uuidV8(`demo payment ${paid.bookingId}`)
  await client.query(
    `insert into payments (id, booking_id, instructor_id, student_id, amount_cents, payment_status, payment_method, paid_at, created_at)
     values ($1, $2, $3, $4, $5, 'completed', $6, $7, $7)`,
    [id, paid.bookingId, scenario.maya.id, told.studentId, paid.cents, paid.method, new Date(paid.at)],
  )
  return id
}
