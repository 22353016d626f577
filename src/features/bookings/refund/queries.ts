import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { RefundReason } from './refund.ts'

/** What is owed back for a booking and was not sent yet, oldest first. */
export async function listRefundsToSend(
  db: Queryable,
  bookingId: string,
): Promise<{ id: string; amountCents: Cents; paymentIntentId: string | null }[]> {
  const found = await db.execute<{ id: string; amount_cents: number; intent: string | null }>(sql`
    select r.id, r.amount_cents, p.stripe_payment_intent_id as intent
    from payment_refunds r join payments p on p.id = r.payment_id
    where r.booking_id = ${bookingId} and r.status = 'requested' order by r.requested_at, r.id`)
  return found.rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    paymentIntentId: row.intent,
  }))
}

/** Why money of a booking went back: of its refunds, the newest of this amount; null when none of ours is. */
export async function findReason(
  db: Queryable,
  bookingId: string,
  amountCents: Cents,
): Promise<RefundReason | null> {
  const found = await db.execute<{ reason: RefundReason }>(sql`
    select reason from payment_refunds where booking_id = ${bookingId} and amount_cents = ${amountCents}
    order by requested_at desc, id limit 1`)
  return found.rows[0]?.reason ?? null
}

/** What is left of a payment at the processor, in cents: of a package, of all that was paid for it. */
export async function readLeft(db: Queryable, paymentId: string): Promise<Cents> {
  const found = await db.execute<{ cents: number }>(
    sql`select amount_cents - refunded_cents as cents from payments where id = ${paymentId}`,
  )
  return found.rows[0]?.cents ?? 0
}
