import { sql } from 'drizzle-orm'
import { COMPLETES_AFTER_HOURS } from '#features/bookings/completion/completion.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import type { LedgerKind, Lines } from '#features/ledger/ledger.ts'
import { causesFirst } from '#features/ledger/queries.ts'
import { saleTitleIn, soldAsIn } from '#features/payments/queries.ts'
import type { SoldAs } from '#features/payments/sold-as.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import { dateIn, isoOfMs, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { readHeldCents, readTaught } from '../earnings.ts'
import { type PayoutAccountStatus, type PayoutStatus, whyHeld } from '../payout.ts'
import { LINES_PER_PAGE, type Next, type Statement, type StatementLine } from './schema.ts'
import {
  type Amounts,
  amountOf,
  directAmounts,
  type StatementKind,
  statementAmounts,
  sumOf,
} from './statement-amounts.ts'
import type { StatementColumn } from './statement-columns.ts'

interface Row extends Record<string, unknown> {
  id: string
  kind: StatementKind
  at: string
  month: number
  lines: Lines
  booking_id: string | null
  sold_as: SoldAs
  title: string
  student_name: string
  start: string
  ends: string | null
  zone: string
  booking_status: string | null
  status: PayoutStatus | null
  due: string | null
  sent: string | null
  account: PayoutAccountStatus | null
  has_problem: boolean
  is_suspended: boolean
  /** What the money of a sale without a lesson waits for; null when it waits for nothing. */
  waits_for: 'answer' | 'package' | null
}

type LedgerRow = Row & { kind: LedgerKind }

interface Read {
  row: Row
  amounts: Amounts
}

/** Everything on a coach's statement of a year, newest first; a month begins at midnight in her zone. */
async function readYear(db: Queryable, coachId: string, year: number): Promise<Read[]> {
  // Raw: the lines of a transaction come as one object, with the share of its lesson.
  const found = await db.execute<LedgerRow>(sql`
    with mine as (
      select t.id, t.kind, t.booking_id, t.payment_id, t.occurred_at, t.created_at, t.occurred_at at time zone c.time_zone as local, c.time_zone
      from instructor_profiles c cross join lateral (
        select t.* from bookings b join ledger_transactions t on t.booking_id = b.id where b.instructor_id = c.user_id
        union all
        select t.* from payments p join ledger_transactions t on t.payment_id = p.id where p.instructor_id = c.user_id and p.kind <> 'lesson'
      ) t
      where c.user_id = ${coachId}
        and t.occurred_at >= make_date(${year}, 1, 1)::timestamp at time zone c.time_zone
        and t.occurred_at < make_date(${year + 1}, 1, 1)::timestamp at time zone c.time_zone)
    select m.id, m.kind, extract(epoch from m.occurred_at) * 1000 as at, extract(month from m.local)::int as month,
      (select json_object_agg(l.account, l.amount_cents) from ledger_lines l where l.transaction_id = m.id) as lines,
      b.id as booking_id,
      case when m.kind = 'paid' and exists (select from ledger_transactions t where t.booking_id = b.id and t.kind = 'package_opened')
        then 'lesson_package' else ${soldAsIn({ clinicId: sql`b.clinic_id`, kind: sql`x.kind` })} end as sold_as,
      coalesce(b.lesson_title, ${saleTitleIn(sql`x.kind`)}) as title,
      ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as student_name,
      extract(epoch from coalesce(b.lesson_date, x.paid_at, x.created_at)) * 1000 as start,
      extract(epoch from b.lesson_end) * 1000 as ends, coalesce(b.time_zone, m.time_zone) as zone, b.status as booking_status, o.status,
      extract(epoch from o.due_at) * 1000 as due, extract(epoch from o.sent_at) * 1000 as sent,
      (select a.status from payout_accounts a where a.instructor_id = ${coachId}) as account,
      has_open_problem(b.id) or has_open_dispute(x.id) as has_problem,
      (select p.suspended_at is not null from profiles p where p.id = ${coachId}) as is_suspended,
      case
        when x.kind = 'video_review' and o.id is null and exists (
          select from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
          where t.payment_id = x.id and l.account = 'coach_held' having sum(l.amount_cents) < 0) then 'answer'
        when x.kind = 'lesson_package'
          and exists (select from ledger_transactions t where t.payment_id = x.id and t.kind = 'package_opened')
          and not exists (select from ledger_transactions t where t.payment_id = x.id and t.business_key like 'package_ended:%')
          then 'package'
      end as waits_for
    from mine m left join bookings b on b.id = m.booking_id left join payments x on x.id = m.payment_id
    join profiles s on s.id = coalesce(b.student_id, x.student_id)
    left join payouts o on (o.booking_id = b.id or o.payment_id = x.id) and o.package_id is null
    order by m.occurred_at desc, m.created_at desc, array_position(array[${sql.join(
      causesFirst.map((kind) => sql`${kind}::text`),
      sql`, `,
    )}], m.kind) desc, m.id`)
  const ofBooks = found.rows.flatMap((row) => {
    const amounts = statementAmounts(row.kind, row.lines)
    return amounts ? [{ row, amounts }] : []
  })
  const direct = await readDirect(db, coachId, year)
  return direct.length === 0
    ? ofBooks
    : [...ofBooks, ...direct].sort((one, other) => Number(other.row.at) - Number(one.row.at))
}

/** The lessons of a year that were taught and paid elsewhere. They have no lines in the books. */
async function readDirect(db: Queryable, coachId: string, year: number): Promise<Read[]> {
  // Raw: years by the coach's own calendar.
  const found = await db.execute<Row & { cents: string }>(sql`
    select b.id, 'direct' as kind, extract(epoch from b.lesson_date) * 1000 as at,
      extract(month from b.lesson_date at time zone c.time_zone)::int as month, '{}'::json as lines,
      b.id as booking_id, ${soldAsIn({ clinicId: sql`b.clinic_id`, kind: sql`p.kind` })} as sold_as, b.lesson_title as title, ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as student_name, extract(epoch from b.lesson_date) * 1000 as start,
      extract(epoch from b.lesson_end) * 1000 as ends, b.time_zone as zone, b.status as booking_status, null as status,
      null as due, null as sent, null as account, false as has_problem, false as is_suspended, null as waits_for,
      round(b.price_amount * 100)::text as cents
    from instructor_profiles c join bookings b on b.instructor_id = c.user_id join profiles s on s.id = b.student_id
    join payments p on p.booking_id = b.id and p.payment_method = 'elsewhere'
    where c.user_id = ${coachId} and b.status = 'completed' and not b.is_demonstration and b.price_amount > 0
      and b.lesson_date >= make_date(${year}, 1, 1)::timestamp at time zone c.time_zone
      and b.lesson_date < make_date(${year + 1}, 1, 1)::timestamp at time zone c.time_zone
    order by b.lesson_date desc, b.id`)
  return found.rows.map((row) => ({ row, amounts: directAmounts(Number(row.cents)) }))
}

/**
 * A coach's year, month by month, and what is held of all years.
 * @param year the present one in her zone when it is left out
 * @param now milliseconds since 1970, UTC
 */
export async function readStatement(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  coachId: string,
  year: number | undefined,
  now: number,
): Promise<Statement> {
  // Raw: years by the coach's own calendar.
  const found = await db.execute<{ zone: string; first: number | null }>(sql`
    select c.time_zone as zone,
      least(
        (select extract(year from min(t.occurred_at) at time zone c.time_zone)::int from bookings b
          join ledger_transactions t on t.booking_id = b.id where b.instructor_id = c.user_id),
        (select extract(year from min(t.occurred_at) at time zone c.time_zone)::int from payments p
          join ledger_transactions t on t.payment_id = p.id where p.instructor_id = c.user_id and p.kind <> 'lesson'),
        (select extract(year from min(b.lesson_date) at time zone c.time_zone)::int from bookings b
          join payments p on p.booking_id = b.id and p.payment_method = 'elsewhere'
          where b.instructor_id = c.user_id and b.status = 'completed')) as first
    from instructor_profiles c where c.user_id = ${coachId}`)
  const zone = found.rows[0]?.zone ?? 'America/New_York'
  const [present = 0, presentMonth = 0] = dateIn(now, zone).split('-').map(Number)
  const first = Math.min(found.rows[0]?.first ?? present, present)
  const chosen = year ?? present
  const read = await readYear(db, coachId, chosen)
  const { revenueCents, paidHereCents, directCents } = await readTaught(db, coachId, now, chosen)
  return {
    year: chosen,
    years: Array.from({ length: present - first + 1 }, (_, back) => present - back),
    zone,
    total: sumOf(read.map(({ amounts }) => amounts)),
    months: Array.from({ length: 12 }, (_, at) => ({
      month: at + 1,
      ...sumOf(read.filter(({ row }) => row.month === at + 1).map(({ amounts }) => amounts)),
    })),
    lastMonth: chosen < present ? 12 : chosen === present ? presentMonth : 0,
    heldCents: await readHeldCents(answers, db, coachId),
    taught: { revenueCents, paidHereCents, directCents },
  }
}

/**
 * The lines of a statement, or those one figure of it is made of.
 * @param wanted.page all pages when it is left out
 * @param now milliseconds since 1970, UTC
 */
export async function listStatementLines(
  db: Queryable,
  coachId: string,
  wanted: {
    year: number
    month?: number | undefined
    of?: StatementColumn | undefined
    page?: number
  },
  now: number,
): Promise<{ total: number; sum: Amounts; lines: StatementLine[] }> {
  const { year, month, of, page } = wanted
  const read = (await readYear(db, coachId, year)).filter(
    ({ row, amounts }) =>
      (month === undefined || row.month === month) && (!of || amountOf(amounts, of) !== 0),
  )
  const from = page === undefined ? 0 : (page - 1) * LINES_PER_PAGE
  const shown = page === undefined ? read : read.slice(from, from + LINES_PER_PAGE)
  return {
    total: read.length,
    sum: sumOf(read.map(({ amounts }) => amounts)),
    lines: shown.map(({ row, amounts }) => ({
      id: row.id,
      kind: row.kind,
      at: isoOfMs(row.at),
      bookingId: row.booking_id,
      soldAs: row.sold_as,
      title: row.title,
      studentName: row.student_name,
      start: isoOfMs(row.start),
      zone: row.zone,
      next: nextOf(row, now),
      ...amounts,
    })),
  }
}

/** What happens next with the money of a lesson: each line says it, whichever part of the way it tells of. */
function nextOf(row: Row, now: number): Next {
  if (row.kind === 'released' || row.kind === 'reversed' || row.kind === 'direct') return { what: 'nothing' }
  if (row.status === 'sent' && row.sent !== null) return { what: 'sent', at: isoOfMs(row.sent) }
  if (row.status === 'sending') return { what: 'sending' }
  if (row.status === 'held' && row.due !== null) {
    const why = whyHeld(
      {
        dueAt: Math.round(Number(row.due)),
        isSuspended: row.is_suspended,
        hasOpenProblem: row.has_problem,
        account: row.account,
      },
      now,
    )
    if (why === 'suspended') return { what: 'suspension' }
    if (why === 'problem_reported') return { what: 'problem' }
    return why === 'no_account' || why === 'account_restricted'
      ? { what: 'account' }
      : { what: 'payout', at: isoOfMs(row.due) }
  }
  // The payment of a review is earned by the coach's answer, that of a package by teaching its lessons.
  if (row.booking_id === null)
    return row.waits_for && (row.kind === 'paid' || row.kind === 'package_opened')
      ? { what: row.waits_for }
      : { what: 'nothing' }
  if (row.booking_status !== 'confirmed') return { what: 'nothing' }
  const ends = Math.round(Number(row.ends ?? 0))
  return ends > now
    ? { what: 'lesson', at: toIso(ends) }
    : { what: 'completion', at: toIso(ends + COMPLETES_AFTER_HOURS * HOUR) }
}
