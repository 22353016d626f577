import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { addDays, OFFICE_ZONE } from '#platform/time.ts'

/** Revenue of taught lessons. All amounts in cents. */
export interface Revenue {
  lessons: number
  /** The amount students paid. */
  grossCents: Cents
  /** Completed and pending refunds. */
  refundsCents: Cents
  /** `gross - refunds`. */
  netCents: Cents
  /** The coaches' share of the net. */
  shareCents: Cents
}

/**
 * Whether a lesson counts as revenue: completed, and paid through the platform.
 * @param b the alias of bookings in the statement
 */
export const bringsRevenue = (b: SQL = sql`b`) => sql`${b}.status = 'completed'
  and ${b}.payment_status in ('completed', 'partially_refunded', 'refunded') and not ${b}.is_demonstration
  and not exists (select from payments e where e.booking_id = ${b}.id and e.payment_method = 'elsewhere')`

/**
 * Over ledger transactions `t` and their lines `l`: refunds, and the coaches' share of the rest. In cents.
 */
const refunded = sql`coalesce(-sum(l.amount_cents) filter (where t.kind = 'refund_due' and l.account = 'refunds_due'), 0)`
const coachShare = sql`coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held' and t.kind not in ('released', 'reversed')), 0)`

type Sums = Record<'lessons' | 'gross' | 'refunds' | 'share', string | null>

function toRevenue(row: Sums | undefined): Revenue {
  const grossCents = Number(row?.gross ?? 0)
  const refundsCents = Number(row?.refunds ?? 0)
  return {
    lessons: Number(row?.lessons ?? 0),
    grossCents,
    refundsCents,
    netCents: grossCents - refundsCents,
    shareCents: Number(row?.share ?? 0),
  }
}

/**
 * Sums up revenue: completed lessons that were paid through the platform. A partly refunded lesson counts
 * with the remaining amount. Demo lessons and lessons paid elsewhere are excluded. All revenue figures must
 * use this module.
 * @param which a condition on bookings `b`, such as one coach's bookings; all lessons when omitted
 */
export async function readRevenue(db: Queryable, which: SQL = sql`true`): Promise<Revenue> {
  // Raw: one pass over the lessons and one over their ledger entries.
  const found = await db.execute<Sums>(sql`
    with given as materialized (
      select b.id, b.price_amount from bookings b
      where ${bringsRevenue()} and ${which}
    ), booked as (
      select ${refunded} as refunds, ${coachShare} as share
      from given g join ledger_transactions t on t.booking_id = g.id
      join ledger_lines l on l.transaction_id = t.id
    )
    select (select count(*) from given) as lessons, (select coalesce(sum(price_amount * 100), 0)::bigint from given) as gross,
      booked.refunds, booked.share
    from booked`)
  return toRevenue(found.rows[0])
}

/**
 * The revenue of each day with lessons. Days without lessons are omitted.
 * @param days the first and the last day, both included, as `2026-03-08` in New York
 */
export async function readRevenueByDay(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<Map<string, Revenue>> {
  const midnight = (day: string) => sql`${day}::date::timestamp at time zone ${OFFICE_ZONE}`
  // Raw: as above, by day.
  const found = await db.execute<Sums & { day: string }>(sql`
    with given as materialized (
      select b.id, b.price_amount, (b.lesson_date at time zone ${OFFICE_ZONE})::date as day from bookings b
      where ${bringsRevenue()} and b.lesson_date >= ${midnight(from)} and b.lesson_date < ${midnight(addDays(to, 1))}
    ), booked as (
      select g.day, ${refunded} as refunds, ${coachShare} as share
      from given g join ledger_transactions t on t.booking_id = g.id
      join ledger_lines l on l.transaction_id = t.id
      group by g.day
    ), taught as (
      select day, count(*) as lessons, sum(price_amount * 100)::bigint as gross from given group by day
    )
    select taught.day::text as day, taught.lessons, taught.gross, booked.refunds, booked.share
    from taught left join booked on booked.day = taught.day`)
  return new Map(found.rows.map((row) => [row.day, toRevenue(row)]))
}
