import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/** As long as the processor tries to deliver an event, and a day more. */
const DAYS = 4
/** Events and jobs are given so long to do it themselves. */
const PATIENCE_MS = 3_600_000

/** What of `p.refunded_cents` the processor does not call a refund. */
const takenByBanks = sql`coalesce((select sum(d.payment_amount) from payment_disputes d
  where d.payment_id = p.id and d.source = 'card_network' and d.status = 'resolved' and d.resolved_by is null), 0)::integer`

/** Checkouts of the last days with what our books say of them, oldest first. */
export async function listCheckoutsToCompare(
  db: Queryable,
): Promise<{ bookingId: string; sessionId: string; isPaid: boolean; refundedCents: Cents }[]> {
  const found = await db.execute<{
    booking_id: string
    session_id: string
    is_paid: boolean
    refunded_cents: number
  }>(sql`
    select p.booking_id, p.stripe_session_id as session_id, p.stripe_payment_intent_id is not null as is_paid,
      p.refunded_cents - ${takenByBanks} as refunded_cents
    from payments p join bookings b on b.id = p.booking_id
    where p.created_at > now() - make_interval(days => ${DAYS}) and p.stripe_session_id is not null and not b.is_demo
    order by p.created_at limit 5000`)
  return found.rows.map((row) => ({
    bookingId: row.booking_id,
    sessionId: row.session_id,
    isPaid: row.is_paid,
    refundedCents: row.refunded_cents,
  }))
}

/** Bookings with refunds that were asked for a while ago and never sent. @param now milliseconds since 1970, UTC */
export async function listRefundsUnsent(db: Queryable, now: number): Promise<string[]> {
  const found = await db.execute<{ booking_id: string }>(sql`
    select distinct booking_id from payment_refunds
    where status = 'requested' and requested_at <= ${new Date(now - PATIENCE_MS)} limit 500`)
  return found.rows.map((row) => row.booking_id)
}

/** Payments of which more was sent back than the processor's events told. @param now milliseconds since 1970, UTC */
export async function listRefundsUnheardOf(
  db: Queryable,
  now: number,
): Promise<{ bookingId: string; paymentIntentId: string; refundedCents: Cents }[]> {
  const found = await db.execute<{ booking_id: string; intent: string; cents: string }>(sql`
    select p.booking_id, p.stripe_payment_intent_id as intent, sum(r.amount_cents)::text as cents
    from payments p join payment_refunds r on r.payment_id = p.id
    where r.status = 'sent' and r.sent_at <= ${new Date(now - PATIENCE_MS)} and p.stripe_payment_intent_id is not null
      and p.refunded_cents < p.amount_cents
    group by p.id having sum(r.amount_cents) > p.refunded_cents - ${takenByBanks} limit 500`)
  return found.rows.map((row) => ({
    bookingId: row.booking_id,
    paymentIntentId: row.intent,
    refundedCents: Number(row.cents),
  }))
}
