import { eq } from 'drizzle-orm'
import type { PaymentEvents } from '#features/checkout/events.ts'
import { moneyOfRefund } from '#features/checkout/sale-rules.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { refundedLines, returnedToGiftLines } from '#features/ledger/ledger.ts'
import { readRefunded, settlingKey } from '#features/ledger/queries.ts'
import { isToldByCancelling } from '#features/payments/refund.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { announcePackageRefund } from './emails.ts'
import { lockLessons } from './queries.ts'
import { joined, listOwed, type Owed } from './refunds-owed.ts'
import { recordUnrequestedRefund } from './unrequested-refunds.ts'

/**
 * Records the total that the processor refunded, a bank took, or gift cards got back, of a package's payment. It settles the
 * refunds owed for single lessons and for an ended package, first a refund of exactly this amount. A
 * remainder that was not requested here is charged to unused lessons, then to used ones.
 */
export async function recordPackageRefund(
  services: TransactionServices,
  tx: Queryable,
  { payment, refundedCents, mark, to, tellStudent, isReturned }: PaymentEvents['package_refunded'],
): Promise<boolean> {
  const { packageId } = payment
  await lockLessons(tx, packageId)
  const [paid] = await tx
    .select({
      bookingId: payments.bookingId,
      amountCents: payments.amountCents,
      refundedCents: payments.refundedCents,
    })
    .from(payments)
    .where(eq(payments.id, payment.id))
    .for('update')
  if (!paid) return false
  const total = Math.min(refundedCents, paid.amountCents)
  const newly = total - paid.refundedCents
  if (newly <= 0) return false
  const at = services.clock.now()
  await tx
    .update(payments)
    .set({
      refundedCents: total,
      updatedAt: at,
      paymentStatus: total >= paid.amountCents ? 'refunded' : 'partially_refunded',
    })
    .where(eq(payments.id, payment.id))
  const settled: Owed[] = []
  let left = newly
  for (const owed of await listOwed(tx, { paymentId: payment.id, packageId, exactly: newly })) {
    const cents = Math.min(left, owed.cents)
    if (cents > 0) settled.push({ ...owed, cents })
    left -= cents
  }
  const unasked =
    left > 0
      ? await recordUnrequestedRefund(services, tx, {
          packageId,
          of: moneyOfRefund({ bookingId: paid.bookingId, paymentId: payment.id }),
          cents: left,
          mark: `${total}:${mark}`,
        })
      : []
  for (const { of, isOfPackage, cents } of joined([...settled, ...unasked])) {
    await postToLedger(tx, {
      ...of,
      key: settlingKey('refunded', isOfPackage ? { packageId } : of, `${total}:${mark}`),
      kind: 'refunded',
      at,
      lines: to === 'gift_card' ? returnedToGiftLines(cents) : refundedLines(cents),
    })
    if ('bookingId' in of && !isOfPackage && !isReturned)
      await publish(services, tx, 'refund_recorded', { ...of, cents, total: await readRefunded(tx, of) })
  }
  if (!tellStudent) return true
  for (const { of, isOfPackage, cents, reason } of settled)
    if ('bookingId' in of && !isOfPackage && !isToldByCancelling(reason))
      await publish(services, tx, 'refund_sent', { ...of, refundId: mark, cents, reason })
  if (left > 0) await announcePackageRefund(services, tx, packageId, { cents: left, refundId: mark })
  return true
}
