import { eq } from 'drizzle-orm'
import type { HeldPayment } from '#features/bookings/held-payment.ts'
import { mayTakePlace, regainSlot, releaseSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { redeemDiscount, returnDiscount } from '#features/discounts/commands.ts'
import { type MoneyOf, paidLines, refundDueLines } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { isGiftCovered } from './gift-part.ts'
import { startRefund } from './refunds.ts'
import type { SaleRules } from './sale-rules.ts'

/** A lesson as something that is sold: it is confirmed when it is paid, or refunded when its time was lost. */
export const lessonSale: SaleRules<HeldPayment> = {
  paidLines: async (_tx, payment) => paidLines(payment),
  refundDueLines: async (_tx, payment, keptCents, refundCents) =>
    refundDueLines(keptCents, refundCents, payment),
  fulfill: confirmLesson,

  async release(services, tx, payment, ended) {
    const now = services.clock.now()
    const reason = ended === 'payment_failed' ? ended : endOf(payment, now)
    return await releaseSlot(tx, payment.bookingId, { from: 'pending', reason, at: now, payment: 'failed' })
  },

  async statusChanged(tx, payment, paymentStatus) {
    // A lesson of a package has no payment of its own.
    if (!payment.packageId)
      await tx.update(bookings).set({ paymentStatus }).where(eq(bookings.id, payment.bookingId))
  },

  async refundOwed(services, tx, { bookingId }) {
    await publish(services, tx, 'refund_owed', { bookingId })
  },

  async refundSent(services, tx, { bookingId }, sent) {
    await publish(services, tx, 'refund_sent', { bookingId, ...sent })
  },

  async refundCameBack(services, tx, of, back) {
    await publish(services, tx, 'refund_came_back', { bookingId: lessonOf(of), ...back })
  },

  async refundSentAgain(services, tx, of, sent) {
    await publish(services, tx, 'refund_sent_again', { bookingId: lessonOf(of), ...sent })
  },

  async describe(tx, { bookingId }) {
    const [lesson] = await tx
      .select({ title: bookings.lessonTitle })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
    return lesson?.title ?? ''
  },
}

function lessonOf(of: MoneyOf): string {
  if (!('bookingId' in of)) throw new Error(`payment ${of.paymentId} is not for a lesson`)
  return of.bookingId
}

async function confirmLesson(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
): Promise<'confirmed' | 'reclaimed' | 'refund_started'> {
  const now = services.clock.now()
  // False when the gift cards were spent otherwise after this hold had ended.
  const isCovered = await isGiftCovered(services, tx, payment)
  const isAllowed =
    isCovered &&
    (await services.answers.is_still_offered(tx, payment)) &&
    (await mayTakePlace(tx, payment.bookingId))
  if (payment.status === 'pending' && isAllowed && (await redeemDiscount(tx, payment.bookingId, now))) {
    await tx
      .update(bookings)
      .set({ status: 'confirmed', paymentStatus: 'completed', holdExpiresAt: null })
      .where(eq(bookings.id, payment.bookingId))
    await publish(services, tx, 'lesson_confirmed', { bookingId: payment.bookingId })
    return 'confirmed'
  }
  // Still pending: the coach or the student was suspended in the meantime, the proposal was withdrawn or changed, the discount was used
  // up, or this card has used an exit offer before.
  if (payment.status === 'pending')
    await releaseSlot(tx, payment.bookingId, {
      from: 'pending',
      reason: 'hold_expired',
      at: now,
      payment: 'kept',
    })
  return await takeLatePayment(services, tx, payment, isCovered)
}

/**
 * Handles a payment that arrived after its hold expired. The slot is taken again if it is in the future and
 * free, both accounts are open, its proposal is still open and unchanged, and the discount is not used up;
 * otherwise the payment is refunded.
 */
async function takeLatePayment(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
  isCovered: boolean,
): Promise<'reclaimed' | 'refund_started'> {
  const now = services.clock.now()
  const isWanted =
    isCovered && payment.lessonStart > now && (await services.answers.is_still_offered(tx, payment))
  const mayStand = async () =>
    (await mayTakePlace(tx, payment.bookingId)) && (await redeemDiscount(tx, payment.bookingId, now))
  if (isWanted && (await regainSlot(tx, payment, now, mayStand))) {
    await publish(services, tx, 'lesson_confirmed', { bookingId: payment.bookingId })
    return 'reclaimed'
  }
  await tx.update(bookings).set({ paymentStatus: 'completed' }).where(eq(bookings.id, payment.bookingId))
  const canBeDiscounted = await redeemDiscount(tx, payment.bookingId, now)
  if (canBeDiscounted) await returnDiscount(tx, payment.bookingId)
  const reason = canBeDiscounted ? 'late_payment' : 'discount_used'
  const refund = { amountCents: payment.amountCents, reason } as const
  await startRefund(services, tx, payment, { key: `late:${payment.bookingId}`, ...refund })
  return 'refund_started'
}

/**
 * The reason for releasing a hold: a checkout that ends early was abandoned by the student.
 * @param now milliseconds since 1970, UTC
 */
const endOf = ({ holdExpiresAt }: HeldPayment, now: number) =>
  holdExpiresAt !== null && now < holdExpiresAt ? 'abandoned' : 'hold_expired'
