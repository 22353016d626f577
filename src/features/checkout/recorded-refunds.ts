import { eq, sql } from 'drizzle-orm'
import { postToLedger } from '#features/ledger/commands.ts'
import {
  type MoneyOf,
  refundedLines,
  refundReturnedLines,
  returnedToGiftLines,
} from '#features/ledger/ledger.ts'
import { readBalances, readOwedBack, settlingKey } from '#features/ledger/queries.ts'
import { payments } from '#features/payments/tables.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { readUntoldRefund } from './queries.ts'
import { type HeldLine, moneyOf, rulesOf } from './sale-rules.ts'

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
        and o.provider_refund_id ~ '^(none|by-hand|gift-card):'), 0) as cents
    from payments p where p.id = ${paymentId}`)
  return Number(found.rows[0]?.cents ?? 0) + (await answers.taken_by_banks(tx, { paymentId }))
}

/**
 * Records a refund in payment, booking if there is one, and ledger. An unrequested refund, such as an operator's on the
 * processor's dashboard, is first recorded as owed.
 * @param refund.total the total refunded so far; refund.mark identifies this refund in the ledger; refund.to where this part went;
 *   refund.isReturned true for a refund that failed: its return is recorded next, and nothing is announced
 */
export async function recordRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refund: {
    total: Cents
    mark: string
    tellStudent: boolean
    to?: 'processor' | 'gift_card'
    isReturned?: boolean
  },
): Promise<'refunded' | 'nothing_to_do'> {
  const { mark, tellStudent, to = 'processor', isReturned = false } = refund
  if (payment.packageId) {
    const { packageId } = payment
    const refunded = {
      payment: { ...payment, packageId },
      refundedCents: refund.total,
      mark,
      to,
      tellStudent,
      isReturned,
    }
    return (await publish(services, tx, 'package_refunded', refunded)) ? 'refunded' : 'nothing_to_do'
  }
  const outcome = await recordSaleRefund(services, tx, payment, refund)
  // Also when a bank had taken the amount before: the student receives both.
  if (tellStudent) await announceUntoldRefund(services, tx, payment, mark)
  return outcome
}

async function recordSaleRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  {
    mark,
    to = 'processor',
    isReturned = false,
    ...refund
  }: { total: Cents; mark: string; to?: 'processor' | 'gift_card'; isReturned?: boolean },
): Promise<'refunded' | 'nothing_to_do'> {
  const of = moneyOf(payment)
  const rules = rulesOf(services, payment)
  const total = Math.min(refund.total, payment.amountCents)
  const newlyRefunded = total - (await readRefundedCents(tx, payment.id))
  if (newlyRefunded <= 0) return 'nothing_to_do'
  const at = services.clock.now()
  await setRefunded(services, tx, payment, total)
  const unasked = newlyRefunded + (await readBalances(tx, of)).refunds_due
  if (unasked > 0) {
    const keptCents = payment.amountCents - (await readOwedBack(tx, of))
    const lines = await rules.refundDueLines(tx, payment, keptCents, unasked)
    await postToLedger(tx, {
      ...of,
      key: `refund_due:${payment.bookingId ?? payment.id}:${total}:${mark}`,
      kind: 'refund_due',
      at,
      lines,
    })
    await rules.refundOwed(services, tx, payment, lines)
  }
  await postToLedger(tx, {
    ...of,
    key: settlingKey('refunded', of, `${total}:${mark}`),
    kind: 'refunded',
    at,
    lines: to === 'gift_card' ? returnedToGiftLines(newlyRefunded) : refundedLines(newlyRefunded),
  })
  if ('bookingId' in of && !isReturned)
    await publish(services, tx, 'refund_recorded', { ...of, cents: newlyRefunded, total })
  return 'refunded'
}

/** Announces the part of a payment's refunds that no letter announced. */
async function announceUntoldRefund(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  refundId: string,
): Promise<void> {
  const { total, ...untold } = await readUntoldRefund(tx, payment.id)
  if (untold.cents <= 0) return
  await rulesOf(services, payment).refundSent(services, tx, payment, { refundId, ...untold })
  await tx.update(payments).set({ refundToldCents: total }).where(eq(payments.id, payment.id))
}

/**
 * Reverses a returned refund in payment, booking and ledger, and records it as owed again.
 * @param returned.total the total still refunded; returned.of the purpose of the refund
 * @returns the cents owed again; 0 when more than the amount paid had been refunded
 */
export async function recordReturned(
  services: Pick<TransactionServices, 'clock' | 'saleKinds'>,
  tx: Queryable,
  payment: HeldLine,
  returned: { total: Cents; mark: string; of: MoneyOf; isOfPackage: boolean },
): Promise<Cents> {
  const paidCents = await readPaidCents(tx, payment.id)
  const total = Math.min(returned.total, paidCents)
  const cents = (await readRefundedCents(tx, payment.id)) - total
  if (cents <= 0) return 0
  await setRefunded(services, tx, payment, total)
  const { of, isOfPackage } = returned
  const subject = isOfPackage && payment.packageId ? { packageId: payment.packageId } : of
  await postToLedger(tx, {
    ...of,
    key: settlingKey('refund_returned', subject, returned.mark),
    kind: 'refund_returned',
    at: services.clock.now(),
    lines: refundReturnedLines(cents),
  })
  return cents
}

/** Stores the refunded amount of a payment and the resulting payment status. */
export async function setRefunded(
  services: Pick<TransactionServices, 'saleKinds'>,
  tx: Queryable,
  payment: HeldLine,
  returned: Cents,
): Promise<void> {
  const paidCents = await readPaidCents(tx, payment.id)
  const total = Math.min(returned, paidCents)
  const paymentStatus = total === 0 ? 'completed' : total < paidCents ? 'partially_refunded' : 'refunded'
  await tx
    .update(payments)
    .set({ refundedCents: total, paymentStatus, updatedAt: present })
    .where(eq(payments.id, payment.id))
  await rulesOf(services, payment).statusChanged(tx, payment, paymentStatus)
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
