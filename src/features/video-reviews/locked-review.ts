import { eq } from 'drizzle-orm'
import { startRefund } from '#features/checkout/refunds.ts'
import { type HeldSale, lockSales } from '#features/payments/held-sale.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { notifyOfVideoReview } from './emails.ts'
import { videoReviews } from './tables.ts'
import type { EndReason } from './video-review.ts'

/** A review with its payment; both are locked until the end of the transaction. */
export interface LockedReview {
  review: typeof videoReviews.$inferSelect
  line: HeldSale
}

/**
 * Locks a review: its two accounts, its payment, then itself, so that an answer and a refund in the same moment run one after
 * the other.
 * @returns null when there is no such review
 */
export async function lockReview(tx: Queryable, videoReviewId: string): Promise<LockedReview | null> {
  const [known] = await tx
    .select({ paymentId: videoReviews.paymentId })
    .from(videoReviews)
    .where(eq(videoReviews.id, videoReviewId))
  const [line] = known ? await lockSales(tx, known) : []
  const [review] = line
    ? await tx.select().from(videoReviews).where(eq(videoReviews.id, videoReviewId)).for('update')
    : []
  return review && line ? { review, line } : null
}

/** Letters about an end announce its refund, except that of a payment that came too late, and that by support. */
const refundReasons: Record<EndReason, RefundReason> = {
  canceled: 'student',
  not_sent: 'student',
  declined: 'coach',
  overdue: 'coach',
  closed: 'admin',
  support: 'support',
  late_payment: 'late_payment',
}

/** Ends a paid review with a full refund and notifies its people, in the transaction that locked it. */
export async function refundReview(
  services: TransactionServices,
  tx: Queryable,
  { review, line }: LockedReview,
  endReason: EndReason,
  endMessage: string | null = null,
): Promise<void> {
  await tx
    .update(videoReviews)
    .set({ status: 'refunded', endReason, endMessage, endedAt: services.clock.now() })
    .where(eq(videoReviews.id, review.id))
  await startRefund(services, tx, line, {
    key: `review:${review.id}`,
    amountCents: line.amountCents,
    reason: refundReasons[endReason],
  })
  await notifyOfVideoReview(services, tx, review.id, { news: 'ended', reason: endReason })
  await publish(services, tx, 'video_review_changed', { videoReviewId: review.id, to: 'refunded' })
}
