import { eq, sql } from 'drizzle-orm'
import type { HeldPayment } from '#features/bookings/held-payment.ts'
import { bookings } from '#features/bookings/tables.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { refundDueLines, refundedLines, refundReturnedLines } from '#features/ledger/ledger.ts'
import { readBalances, readOwedBack, settlingKey } from '#features/ledger/queries.ts'
import { payments } from '#features/payments/tables.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { readUntoldRefund } from './queries.ts'

/**
 * The amount of a payment that was refunded and not returned, in cents: sent by the processor, taken by
 * banks, or settled otherwise. May exceed the amount paid when both a bank and we refunded.
 */
export async function readReturned(
  { answers }: Pick<TransactionServices, 'answers'>,
  tx: Queryable,
  paymentId: string,
): Promise<Cents> {
  // Raw: adds sums of two tables to a column.
  const found = await tx.execute<{ cents: string }>(sql`
    select p.refunded_unnamed_cents
      + coalesce((select sum(r.amount_cents) from processor_refunds r where r.payment_id = p.id and r.is_sent
        and r.ended_as is null), 0)
      + coalesce((select sum(o.amount_cents) from payment_refunds o where o.payment_id = p.id and o.status = 'sent'
        and (o.provider_refund_id like 'none:%' or o.provider_refund_id like 'by-hand:%')), 0) as cents
    from payments p where p.id = ${paymentId}`)
  return Number(found.rows[0]?.cents ?? 0) + (await answers.taken_by_banks(tx, { paymentId }))
}

/**
 * Records a refund in payment, booking and ledger. An unrequested refund, such as an operator's on the
 * processor's dashboard, is first recorded as owed.
 * @param refund.total the total refunded so far; refund.mark identifies this refund in the ledger
 */
export async function recordRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
  refund: { total: Cents; mark: string; tellStudent: boolean },
): Promise<'refunded' | 'nothing_to_do'> {
  const { mark, tellStudent } = refund
  const { packageId } = payment
  if (packageId) {
    const refunded = { payment: { ...payment, packageId }, refundedCents: refund.total, mark, tellStudent }
    return (await publish(services, tx, 'package_refunded', refunded)) ? 'refunded' : 'nothing_to_do'
  }
  const outcome = await recordLessonRefund(services, tx, payment, refund)
  // Also when a bank had taken the amount before: the student receives both.
  if (tellStudent) await announceUntoldRefund(services, tx, payment, mark)
  return outcome
}

async function recordLessonRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
  { mark, ...refund }: { total: Cents; mark: string },
): Promise<'refunded' | 'nothing_to_do'> {
  const { bookingId } = payment
  const total = Math.min(refund.total, payment.amountCents)
  const newlyRefunded = total - (await readRefundedCents(tx, payment.id))
  if (newlyRefunded <= 0) return 'nothing_to_do'
  const at = services.clock.now()
  await setRefunded(tx, payment, total)
  const unasked = newlyRefunded + (await readBalances(tx, bookingId)).refunds_due
  if (unasked > 0) {
    const keptCents = payment.amountCents - (await readOwedBack(tx, bookingId))
    const lines = refundDueLines(keptCents, unasked, payment)
    await postToLedger(tx, {
      key: `refund_due:${bookingId}:${total}:${mark}`,
      kind: 'refund_due',
      bookingId,
      at,
      lines,
    })
    await publish(services, tx, 'refund_owed', { bookingId })
  }
  await postToLedger(tx, {
    key: settlingKey('refunded', { bookingId }, `${total}:${mark}`),
    kind: 'refunded',
    bookingId,
    at,
    lines: refundedLines(newlyRefunded),
  })
  return 'refunded'
}

/** Announces the part of a lesson's refunds that no letter announced. */
async function announceUntoldRefund(
  services: TransactionServices,
  tx: Queryable,
  { id, bookingId }: HeldPayment,
  refundId: string,
): Promise<void> {
  const untold = await readUntoldRefund(tx, id)
  if (untold.cents <= 0) return
  await publish(services, tx, 'refund_sent', { bookingId, refundId, ...untold })
  await tx.update(payments).set({ refundToldCents: untold.total }).where(eq(payments.id, id))
}

/**
 * Reverses a returned refund in payment, booking and ledger, and records it as owed again.
 * @param returned.total the total still refunded; returned.of the purpose of the refund
 * @returns the cents owed again; 0 when more than the amount paid had been refunded
 */
export async function recordReturned(
  services: Pick<TransactionServices, 'clock'>,
  tx: Queryable,
  payment: HeldPayment,
  returned: { total: Cents; mark: string; of: { bookingId: string; isOfPackage: boolean } },
): Promise<Cents> {
  const { bookingId, isOfPackage } = returned.of
  const paidCents = await readPaidCents(tx, payment.id)
  const total = Math.min(returned.total, paidCents)
  const cents = (await readRefundedCents(tx, payment.id)) - total
  if (cents <= 0) return 0
  await setRefunded(tx, payment, total)
  const of = isOfPackage && payment.packageId ? { packageId: payment.packageId } : { bookingId }
  await postToLedger(tx, {
    key: settlingKey('refund_returned', of, returned.mark),
    kind: 'refund_returned',
    bookingId,
    at: services.clock.now(),
    lines: refundReturnedLines(cents),
  })
  return cents
}

/** Stores the refunded amount of a payment and the resulting payment status. */
export async function setRefunded(tx: Queryable, payment: HeldPayment, returned: Cents): Promise<void> {
  const paidCents = await readPaidCents(tx, payment.id)
  const total = Math.min(returned, paidCents)
  const paymentStatus = total === 0 ? 'completed' : total < paidCents ? 'partially_refunded' : 'refunded'
  await tx
    .update(payments)
    .set({ refundedCents: total, paymentStatus, updatedAt: present })
    .where(eq(payments.id, payment.id))
  // A lesson of a package has no payment of its own.
  if (!payment.packageId)
    await tx.update(bookings).set({ paymentStatus }).where(eq(bookings.id, payment.bookingId))
}

async function readPaidCents(tx: Queryable, paymentId: string): Promise<Cents> {
  const [row] = await tx
    .select({ cents: payments.amountCents })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return row?.cents ?? 0
}

async function readRefundedCents(tx: Queryable, paymentId: string): Promise<Cents> {
  const [row] = await tx
    .select({ cents: payments.refundedCents })
    .from(payments)
    .where(eq(payments.id, paymentId))
    .for('update')
  return row?.cents ?? 0
}
