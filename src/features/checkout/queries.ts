import { and, eq, sql } from 'drizzle-orm'
import type { PaymentStatus } from '#features/bookings/booking.ts'
import { findLesson } from '#features/bookings/queries.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import { paymentRefunds, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'

/** What is owed back for a booking and was not sent yet, oldest first. */
export async function listRefundsToSend(
  db: Queryable,
  bookingId: string,
): Promise<{ id: string; amountCents: Cents; paymentIntentId: string | null }[]> {
  return await db
    .select({
      id: paymentRefunds.id,
      amountCents: paymentRefunds.amountCents,
      paymentIntentId: payments.stripePaymentIntentId,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(and(eq(paymentRefunds.bookingId, bookingId), eq(paymentRefunds.status, 'requested')))
    .orderBy(paymentRefunds.requestedAt, paymentRefunds.id)
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
  // Raw: sums over the books, refunds, disputes and letters, of features below, beside and above.
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
        where d.booking_id = b.id and d.bank_outcome = 'lost') as by_banks,
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
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment ? payment.amountCents - payment.refundedCents : 0
}

/**
 * What banks took back of a payment, in cents: the lost ones of its card disputes. The processor does not count it among the
 * refunds it tells of, our books do.
 */
export async function readTakenByBanks(db: Queryable, paymentId: string): Promise<Cents> {
  // Raw: disputes belong to a feature above this one.
  const found = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(payment_amount), 0) as cents from payment_disputes
    where payment_id = ${paymentId} and bank_outcome = 'lost'`)
  return Number(found.rows[0]?.cents ?? 0)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A lesson with its payment, by the processor's session or the booking's id; for the pages people land on after paying.
 */
export async function findLessonByCheckout(db: Queryable, sessionId: string) {
  // Raw: packages belong to a feature above this one.
  const found = await db.execute<{
    booking_id: string
    amount_cents: number
    discount_cents: number
    refunded_cents: number
    owed_back: string
    refund_reason: RefundReason | null
    paid: PaymentStatus
    paid_at: string | null
    payment_method: string | null
    package_title: string | null
  }>(sql`
    select p.booking_id, p.amount_cents, p.discount_cents, p.refunded_cents, p.payment_status as paid, p.payment_method,
      (select k.lesson_title from bookings b join lesson_packages k on k.id = b.package_id where b.id = p.booking_id) as package_title,
      (select coalesce(sum(r.amount_cents), 0)::text from payment_refunds r where r.payment_id = p.id) as owed_back,
      (select r.reason from payment_refunds r where r.payment_id = p.id order by r.requested_at desc, r.id limit 1) as refund_reason,
      extract(epoch from p.paid_at) * 1000 as paid_at
    from payments p where ${UUID.test(sessionId) ? sql`p.booking_id = ${sessionId}::uuid` : sql`p.stripe_session_id = ${sessionId}`}`)
  const row = found.rows[0]
  const lesson = row && (await findLesson(db, row.booking_id))
  if (!row || !lesson) return null
  return {
    lesson,
    packageTitle: row.package_title,
    studentId: lesson.studentId,
    amountCents: row.amount_cents,
    discountCents: row.discount_cents,
    refundedCents: row.refunded_cents,
    owedBackCents: Math.max(row.refunded_cents, Number(row.owed_back)),
    refundReason: row.refund_reason,
    paid: row.paid,
    paidAt: row.paid_at === null ? null : toIso(Math.round(Number(row.paid_at))),
    paymentMethod: row.payment_method,
  }
}
