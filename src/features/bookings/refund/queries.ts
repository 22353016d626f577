import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

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
