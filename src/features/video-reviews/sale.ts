import { and, eq, inArray } from 'drizzle-orm'
import { isGiftCovered } from '#features/checkout/gift-part.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import type { SaleRules } from '#features/checkout/sale-rules.ts'
import { areBothInUse } from '#features/coaches/coach-and-student.ts'
import { paidLines, refundDueLines } from '#features/ledger/ledger.ts'
import type { HeldSale } from '#features/payments/held-sale.ts'
import { failSale } from '#features/payments/orders.ts'
import { clawBackOverpaid } from '#features/payouts/clawback.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { notifyOfVideoReview } from './emails.ts'
import { videoReviews } from './tables.ts'

/** A video review as something that is sold: the coach earns it by answering in time, or it is refunded (decision 0137). */
export const videoReviewSale: SaleRules<HeldSale> = {
  paidLines: async (_tx, line) => paidLines(line),
  refundDueLines: async (_tx, line, keptCents, refundCents) => refundDueLines(keptCents, refundCents, line),
  fulfill: openReview,

  async release(_services, tx, line) {
    return await leaveCheckout(tx, line.id)
  },

  async statusChanged(tx, line, status) {
    // Support or a bank gave everything back: there is nothing left to answer for.
    if (status !== 'refunded') return
    await tx
      .update(videoReviews)
      .set({ status: 'refunded', endReason: 'support', endedAt: await clockOf(tx) })
      .where(and(eq(videoReviews.paymentId, line.id), inArray(videoReviews.status, ['paid', 'asked'])))
  },

  async refundOwed(services, tx, line) {
    await clawBackOverpaid(services, tx, { paymentId: line.id })
  },

  async refundSent(services, tx, line, { cents, refundId }) {
    const videoReviewId = await idOf(tx, line.id)
    if (videoReviewId)
      await notifyOfVideoReview(services, tx, videoReviewId, { news: 'refund_sent', cents, refundId })
  },

  async refundCameBack(services, tx, of, { cents, refundId }) {
    const videoReviewId = 'paymentId' in of ? await idOf(tx, of.paymentId) : null
    if (videoReviewId)
      await notifyOfVideoReview(services, tx, videoReviewId, { news: 'refund_came_back', cents, refundId })
  },

  async refundSentAgain(services, tx, of, { cents, refundId }) {
    const videoReviewId = 'paymentId' in of ? await idOf(tx, of.paymentId) : null
    if (videoReviewId)
      await notifyOfVideoReview(services, tx, videoReviewId, { news: 'refund_sent_again', cents, refundId })
  },

  describe: async () => 'Video review',
}

async function idOf(tx: Queryable, paymentId: string): Promise<string | null> {
  const [review] = await tx
    .select({ id: videoReviews.id })
    .from(videoReviews)
    .where(eq(videoReviews.paymentId, paymentId))
  return review?.id ?? null
}

/** The present time of the database, in milliseconds since 1970, UTC: rules of a sale have no clock. */
async function clockOf(tx: Queryable): Promise<number> {
  const found = await tx.execute<{ at: string }>('select extract(epoch from current_instant()) * 1000 as at')
  return Math.round(Number(found.rows[0]?.at))
}

/** The payment arrived: the student can send videos, unless one of the accounts is no longer in use, or a gift card was spent otherwise. */
async function openReview(
  services: TransactionServices,
  tx: Queryable,
  line: HeldSale,
): Promise<'confirmed' | 'reclaimed' | 'refund_started'> {
  const [review] = await tx
    .select({ id: videoReviews.id, status: videoReviews.status })
    .from(videoReviews)
    .where(eq(videoReviews.paymentId, line.id))
    .for('update')
  if (!review) throw new Error(`payment ${line.id} is for no review`)
  const now = services.clock.now()
  const { instructorId, studentId } = line
  const isCovered = await isGiftCovered(services, tx, line)
  if (isCovered && instructorId && (await areBothInUse(tx, { instructorId, studentId }))) {
    await tx.update(videoReviews).set({ status: 'paid', paidAt: now }).where(eq(videoReviews.id, review.id))
    await notifyOfVideoReview(services, tx, review.id, { news: 'paid' })
    await publish(services, tx, 'video_review_changed', { videoReviewId: review.id, to: 'paid' })
    return review.status === 'pending' ? 'confirmed' : 'reclaimed'
  }
  await tx
    .update(videoReviews)
    .set({ status: 'refunded', endReason: 'late_payment', paidAt: now, endedAt: now })
    .where(eq(videoReviews.id, review.id))
  const refund = { amountCents: line.amountCents, reason: 'late_payment' } as const
  await startRefund(services, tx, line, { key: `review:${review.id}`, ...refund })
  return 'refund_started'
}

/**
 * The checkout of a review ended without a payment.
 * @returns false when it had been paid or had ended before
 */
export async function leaveCheckout(tx: Queryable, paymentId: string): Promise<boolean> {
  const left = await tx
    .update(videoReviews)
    .set({ status: 'unpaid' })
    .where(and(eq(videoReviews.paymentId, paymentId), eq(videoReviews.status, 'pending')))
    .returning({ id: videoReviews.id })
  if (left.length === 0) return false
  await failSale(tx, paymentId)
  return true
}

declare module '#platform/sale-kinds.ts' {
  interface SaleKinds {
    readonly video_review: SaleRules<HeldSale>
  }
}
