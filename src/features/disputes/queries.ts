import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'

/**
 * What banks took back of a payment, in cents: the lost ones of its card disputes. The processor does not count it among the
 * refunds it tells of, our books do.
 */
export async function readTakenByBanks(db: Queryable, paymentId: string): Promise<Cents> {
  const found = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(payment_amount), 0) as cents from payment_disputes
    where payment_id = ${paymentId} and source = 'card_network' and status = 'resolved' and resolved_by is null`)
  return Number(found.rows[0]?.cents ?? 0)
}
