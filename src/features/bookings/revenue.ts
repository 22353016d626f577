import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/** What lessons that took place brought in. All amounts in cents. */
export interface Revenue {
  lessons: number
  /** What students paid. */
  grossCents: Cents
  /** What was refunded, or is on its way back. */
  refundsCents: Cents
  /** `gross - refunds`. */
  netCents: Cents
  /** The coaches' part of the net. */
  shareCents: Cents
}

/** The lessons `b` that bring revenue: completed, and paid through us. */
export const bringsRevenue = sql`b.status = 'completed'
  and b.payment_status in ('completed', 'partially_refunded', 'refunded') and not b.is_demonstration
  and not exists (select from payments e where e.booking_id = b.id and e.payment_method = 'elsewhere')`

/**
 * The one place that adds up revenue: completed lessons that were paid through us. A lesson that was refunded in part keeps the
 * rest. Demo lessons and lessons paid elsewhere are left out.
 * @param which a condition on bookings `b`, such as those of one coach; every lesson when left out
 */
export async function readRevenue(db: Queryable, which: SQL = sql`true`): Promise<Revenue> {
  // Raw: one pass over the lessons, one over their books.
  const found = await db.execute<Record<'lessons' | 'gross' | 'refunds' | 'share', string>>(sql`
    with given as materialized (
      select b.id, b.price_amount from bookings b
      where ${bringsRevenue} and ${which}
    ), booked as (
      select coalesce(-sum(l.amount_cents) filter (where t.kind = 'refund_due' and l.account = 'refunds_due'), 0) as refunds,
        coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held' and t.kind not in ('released', 'reversed')), 0) as share
      from given g join ledger_transactions t on t.booking_id = g.id
      join ledger_lines l on l.transaction_id = t.id
    )
    select (select count(*) from given) as lessons, (select coalesce(sum(price_amount * 100), 0)::bigint from given) as gross,
      booked.refunds, booked.share
    from booked`)
  const [row] = found.rows
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
