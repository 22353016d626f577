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

/**
 * What the processor gave back of a lesson's own payment that no letter has told of. A cancellation tells of its refund, and a
 * bank that took money back tells its customer itself.
 */
export async function readUntoldRefund(
  db: Queryable,
  bookingId: string,
): Promise<{
  cents: Cents
  /** With what earlier letters told: names this one. */
  total: Cents
  /** Null for what was sent without a reason of ours. */
  reason: RefundReason | null
}> {
  const found = await db.execute<{
    refunded: string
    by_cancelling: string
    by_banks: string
    told: string
    reason: RefundReason | null
  }>(sql`
    select
      (select coalesce(-sum(l.amount_cents), 0)::text from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id and l.account = 'processor_cash'
        where t.booking_id = b.id and t.kind = 'refunded') as refunded,
      (select coalesce(sum(r.amount_cents), 0)::text from payment_refunds r
        where r.booking_id = b.id and r.reason in ('student', 'coach', 'admin')) as by_cancelling,
      (select coalesce(sum(d.payment_amount), 0)::text from payment_disputes d
        where d.booking_id = b.id and d.source = 'card_network' and d.status = 'resolved') as by_banks,
      (select coalesce(max(split_part(n.business_key, ':', 2)::int), 0)::text from notifications n
        where n.user_id = b.student_id and n.kind = 'refund' and n.business_key like b.id || ':%') as told,
      (select r.reason from payment_refunds r
        where r.booking_id = b.id and r.reason not in ('student', 'coach', 'admin') order by r.requested_at desc limit 1) as reason
    from bookings b where b.id = ${bookingId}`)
  const row = found.rows[0]
  const total = Math.max(
    0,
    Number(row?.refunded ?? 0) - Number(row?.by_cancelling ?? 0) - Number(row?.by_banks ?? 0),
  )
  return { cents: total - Number(row?.told ?? 0), total, reason: row?.reason ?? null }
}

/** What is left of a payment at the processor, in cents: of a package, of all that was paid for it. */
export async function readLeft(db: Queryable, paymentId: string): Promise<Cents> {
  const found = await db.execute<{ cents: number }>(
    sql`select amount_cents - refunded_cents as cents from payments where id = ${paymentId}`,
  )
  return found.rows[0]?.cents ?? 0
}

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
