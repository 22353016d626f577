import { sql } from 'drizzle-orm'
import { COMPLETES_AFTER_HOURS } from '#features/bookings/completion/completion.ts'
import { bringsRevenue } from '#features/bookings/revenue.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import { saleTitleIn, soldAsIn } from '#features/payments/queries.ts'
import type { SoldAs } from '#features/payments/sold-as.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import type { Cents } from '#platform/money.ts'
import { addDays, dateIn, dayOfWeek, isoOfMs, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { type PayoutAccountStatus, type PayoutStatus, payoutDueAt, whyHeld } from './payout.ts'
import type { HeldLessonShare, HeldMoney, TaughtLesson, TaughtYear } from './schema.ts'

/** A coach's earnings by lesson. Totals on every page are sums of these lists. */

interface HeldRow extends Record<string, unknown> {
  id: string
  booking_id: string | null
  sold_as: SoldAs
  title: string
  student_name: string
  start: string
  ends: string | null
  zone: string
  cents: string
  package_id: string | null
  status: PayoutStatus | null
  due: string | null
  has_problem: boolean
  is_suspended: boolean
  account: PayoutAccountStatus | null
}

async function listHeld(answers: Services['answers'], db: Queryable, coachId: string): Promise<HeldRow[]> {
  // Raw: the held balance of each lesson in the ledger with its share, and the shares of ended packages.
  const found = await db.execute<HeldRow>(sql`
    with held as (
      select t.booking_id, null::uuid as payment_id, null::uuid as package_id, -sum(l.amount_cents) as cents
      from bookings b join ledger_transactions t on t.booking_id = b.id
      join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
      where b.instructor_id = ${coachId}::uuid group by t.booking_id having sum(l.amount_cents) <> 0
      union all
      select null, t.payment_id, null, -sum(l.amount_cents)
      from payments p join ledger_transactions t on t.payment_id = p.id
      join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
      where p.instructor_id = ${coachId}::uuid and p.kind <> 'lesson' group by t.payment_id having sum(l.amount_cents) <> 0
      union all
      select o.booking_id, o.payment_id, o.package_id, 0 from payouts o
      where o.instructor_id = ${coachId}::uuid and o.status in ('held', 'sending') and o.package_id is not null)
    select coalesce(b.id, x.id) as id, b.id as booking_id,
      case when h.package_id is null then ${soldAsIn({ clinicId: sql`b.clinic_id`, kind: sql`x.kind` })} else 'lesson_package' end as sold_as,
      coalesce(b.lesson_title, ${saleTitleIn(sql`x.kind`)}) as title,
      ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as student_name, h.cents::text as cents,
      extract(epoch from coalesce(b.lesson_date, x.paid_at, x.created_at)) * 1000 as start, extract(epoch from b.lesson_end) * 1000 as ends,
      coalesce(b.time_zone, c.time_zone) as zone, h.package_id, o.status, extract(epoch from o.due_at) * 1000 as due,
      has_open_problem(b.id) or has_open_dispute(x.id) as has_problem,
      (select p.suspended_at is not null from profiles p where p.id = c.user_id) as is_suspended,
      (select a.status from payout_accounts a where a.instructor_id = c.user_id) as account
    from held h join instructor_profiles c on c.user_id = ${coachId}::uuid
    left join bookings b on b.id = h.booking_id left join payments x on x.id = h.payment_id
    join profiles s on s.id = coalesce(b.student_id, x.student_id)
    left join lateral (
      select p.status, p.due_at from payouts p where p.booking_id = h.booking_id and p.package_id is null and h.package_id is null
      union all select p.status, p.due_at from payouts p where p.package_id = h.package_id
      union all select p.status, p.due_at from payouts p where p.payment_id = h.payment_id and p.package_id is null) o on true
    order by coalesce(b.lesson_date, x.paid_at), coalesce(b.id, x.id)`)
  const packages = await answers.unused_lessons_of_packages(db, {
    packageIds: found.rows.flatMap((row) => row.package_id ?? []),
  })
  const packageOf = new Map(packages.map((one) => [one.packageId, one]))
  return found.rows.flatMap((row) => {
    if (row.package_id === null) return row
    const of = packageOf.get(row.package_id)
    return of && of.shareCents !== 0 ? { ...row, title: of.title, cents: String(of.shareCents) } : []
  })
}

/** Reads the total that a coach has earned, or that was paid in advance, and that was not sent yet. */
export const readHeldCents = async (
  answers: Services['answers'],
  db: Queryable,
  coachId: string,
): Promise<Cents> =>
  (await listHeld(answers, db, coachId)).reduce((total, { cents }) => total + Number(cents), 0)

/** The same without what is paid in advance for something that has no lesson: closing the account refunds it. */
export const readEarnedCents = async (
  answers: Services['answers'],
  db: Queryable,
  coachId: string,
): Promise<Cents> =>
  (await listHeld(answers, db, coachId))
    .filter(({ booking_id, status }) => booking_id !== null || status !== null)
    .reduce((total, { cents }) => total + Number(cents), 0)

/**
 * Reads the held earnings by lesson, in the order of their payouts, and the next payout.
 * @param now milliseconds since 1970, UTC
 */
export async function readHeld(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  coachId: string,
  now: number,
): Promise<HeldMoney> {
  const zone = await readZone(db, coachId)
  const lessons = (await listHeld(answers, db, coachId))
    .map((row) => heldLesson(row, now))
    .sort((one, other) => one.at.localeCompare(other.at))
  return { heldCents: sumOf(lessons), zone, lessons, next: nextPayout(lessons, zone) }
}

function heldLesson(row: HeldRow, now: number): HeldLessonShare {
  // The time at which the coach earns something without a lesson is not known before.
  const ends = row.ends === null ? now - COMPLETES_AFTER_HOURS * HOUR : Math.round(Number(row.ends))
  // Without a share the lesson is not completed yet; it is completed automatically unless the coach does so
  // earlier.
  const dueAt =
    row.due === null ? payoutDueAt(ends + COMPLETES_AFTER_HOURS * HOUR) : Math.round(Number(row.due))
  const why = whyHeld(
    { dueAt, isSuspended: row.is_suspended, hasOpenProblem: row.has_problem, account: row.account },
    now,
  )
  const cents = Number(row.cents)
  const waits =
    cents < 0
      ? 'taken_back'
      : row.status === 'sending'
        ? 'sending'
        : why === 'suspended'
          ? 'suspension'
          : why === 'problem_reported'
            ? 'problem'
            : why === 'no_account' || why === 'account_restricted'
              ? 'account'
              : row.due === null
                ? row.booking_id === null
                  ? 'answer'
                  : 'lesson'
                : 'due'
  return {
    id: row.id,
    bookingId: row.booking_id,
    soldAs: row.sold_as,
    isOfPackage: row.package_id !== null,
    title: row.title,
    studentName: row.student_name,
    start: isoOfMs(row.start),
    zone: row.zone,
    cents,
    waits,
    at: toIso(Math.max(dueAt, now)),
  }
}

/** Sums everything sent on the next day with a payout. */
function nextPayout(lessons: readonly HeldLessonShare[], zone: string): HeldMoney['next'] {
  const dated = lessons.filter(({ waits }) => waits === 'due' || waits === 'lesson')
  const first = dated[0]
  if (!first) return null
  const date = dateIn(first.at, zone)
  const ofDay = dated.filter(({ at }) => dateIn(at, zone) === date)
  return {
    date,
    arrivesOn: bankDay(date),
    cents: sumOf(ofDay),
    ids: ofDay.map(({ id }) => id),
    isCertain: ofDay.every(({ waits }) => waits === 'due'),
  }
}

/** Stripe takes two business days to a bank account; bank holidays come on top. */
const BANK_DAYS = 2

function bankDay(date: string): string {
  let [day, left] = [date, BANK_DAYS]
  while (left > 0) {
    day = addDays(day, 1)
    if (dayOfWeek(day) !== 0 && dayOfWeek(day) !== 6) left--
  }
  return day
}

interface TaughtRow extends Record<string, unknown> {
  id: string
  sold_as: SoldAs
  title: string
  student_name: string
  start: string
  zone: string
  revenue: string
  share: string
  is_elsewhere: boolean
  no_show: boolean
}

/**
 * Lists the lessons a coach taught in a year of the coach's zone, newest first: the amount kept for each, and
 * the coach's share. A lesson paid to the coach directly counts with its price and is marked.
 * @param now milliseconds since 1970, UTC
 * @param wanted defaults to the current year
 */
export async function readTaught(
  db: Queryable,
  coachId: string,
  now: number,
  wanted?: number,
): Promise<TaughtYear> {
  const present = sql`${toIso(now)}::timestamptz`
  const zone = await readZone(db, coachId)
  const year = wanted ?? Number(dateIn(now, zone).slice(0, 4))
  // Raw: sums over the ledger of each lesson, by years in the coach's zone.
  const found = await db.execute<TaughtRow>(sql`
    select b.id, ${soldAsIn({ clinicId: sql`b.clinic_id`, kind: sql`p.kind` })} as sold_as, b.lesson_title as title, ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as student_name, extract(epoch from b.lesson_date) * 1000 as start,
      b.time_zone as zone, b.no_show, coalesce(p.payment_method = 'elsewhere', false) as is_elsewhere,
      (round(b.price_amount * 100) - (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id
        where t.booking_id = b.id and t.kind = 'refund_due' and l.account = 'refunds_due'))::text as revenue,
      (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
        where t.booking_id = b.id and t.kind not in ('released', 'reversed'))::text as share
    from instructor_profiles c join bookings b on b.instructor_id = c.user_id join profiles s on s.id = b.student_id
    left join payments p on p.booking_id = b.id
    where c.user_id = ${coachId}::uuid
      and ((${bringsRevenue()}) or (b.status = 'completed' and not b.is_demonstration and p.payment_method = 'elsewhere'))
      and b.lesson_date <= ${present}
      and b.lesson_date >= make_date(${year}, 1, 1)::timestamp at time zone c.time_zone
      and b.lesson_date < make_date(${year + 1}, 1, 1)::timestamp at time zone c.time_zone
    order by b.lesson_date desc, b.id`)
  const lessons = found.rows.map((row): TaughtLesson => {
    const revenueCents = Number(row.revenue)
    return {
      bookingId: row.id,
      soldAs: row.sold_as,
      title: row.title,
      studentName: row.student_name,
      start: isoOfMs(row.start),
      zone: row.zone,
      isPaidDirectly: row.is_elsewhere,
      noShow: row.no_show,
      revenueCents,
      shareCents: row.is_elsewhere ? revenueCents : Number(row.share),
    }
  })
  const sum = (which: readonly TaughtLesson[], of: 'revenueCents' | 'shareCents'): Cents =>
    which.reduce((total, lesson) => total + lesson[of], 0)
  const here = lessons.filter(({ isPaidDirectly }) => !isPaidDirectly)
  const direct = lessons.filter(({ isPaidDirectly }) => isPaidDirectly)
  return {
    year,
    revenueCents: sum(lessons, 'revenueCents'),
    paidHereCents: sum(here, 'revenueCents'),
    shareCents: sum(here, 'shareCents'),
    directCents: sum(direct, 'revenueCents'),
    lessons,
  }
}

const sumOf = (lessons: readonly { cents: Cents }[]): Cents =>
  lessons.reduce((total, { cents }) => total + cents, 0)

async function readZone(db: Queryable, coachId: string): Promise<string> {
  const found = await db.execute<{ zone: string }>(
    sql`select time_zone as zone from instructor_profiles where user_id = ${coachId}::uuid`,
  )
  return found.rows[0]?.zone ?? 'America/New_York'
}
