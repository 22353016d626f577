import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { endSaleCheckout } from '#features/checkout/sale-checkout.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { notifyOfVideoReview } from './emails.ts'
import { dueReviewsJob } from './jobs.ts'
import { lockReview, refundReview } from './locked-review.ts'
import { leaveCheckout } from './sale.ts'
import { videoReviews } from './tables.ts'
import { isInTime, REMINDED_BEFORE, SEND_WITHIN_DAYS, sendUntil } from './video-review.ts'

/** What happens to reviews at a time: refunds, reminders, and the end of checkouts. */

const MOST_AT_ONCE = 500

/** Refunds what was not answered or not sent in time, reminds coaches, and ends checkouts. Failed ones wait for the next run. */
export async function processDueReviews(services: Services): Promise<void> {
  const { db, clock } = services
  const { name } = dueReviewsJob
  const now = clock.now()
  const idOf = ({ id }: { id: string }) => id
  const select = () => db.select({ id: videoReviews.id }).from(videoReviews)
  await doEach(services, {
    name,
    items: await select()
      .where(
        or(
          and(eq(videoReviews.status, 'asked'), lte(videoReviews.dueAt, now)),
          and(
            eq(videoReviews.status, 'paid'),
            lte(
              videoReviews.paidAt,
              sql`${new Date(now).toISOString()}::timestamptz - make_interval(days => ${SEND_WITHIN_DAYS})`,
            ),
          ),
        ),
      )
      .orderBy(asc(videoReviews.dueAt), videoReviews.id)
      .limit(MOST_AT_ONCE),
    idOf,
    work: ({ id }) => refundOverdue(services, id),
  })
  await doEach(services, {
    name: `${name}/remind`,
    items: await select()
      .where(
        and(
          eq(videoReviews.status, 'asked'),
          isNull(videoReviews.remindedAt),
          gt(videoReviews.dueAt, now),
          lte(videoReviews.dueAt, now + REMINDED_BEFORE),
        ),
      )
      .limit(MOST_AT_ONCE),
    idOf,
    work: ({ id }) => remind(services, id),
  })
  await doEach(services, {
    name: `${name}/checkouts`,
    items: await db
      .select({ id: videoReviews.id, paymentId: videoReviews.paymentId })
      .from(videoReviews)
      .where(and(eq(videoReviews.status, 'pending'), lte(videoReviews.checkoutExpiresAt, now)))
      .limit(MOST_AT_ONCE),
    idOf,
    work: ({ paymentId }) => endSaleCheckout(services, paymentId, leaveCheckout),
  })
}

/**
 * Refunds a review whose answer is overdue or whose videos were never sent.
 * @returns false when it was answered, sent or ended in the meantime
 */
export async function refundOverdue(services: Services, videoReviewId: string): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const locked = await lockReview(tx, videoReviewId)
    const now = services.clock.now()
    if (!locked) return false
    const { status, dueAt, paidAt } = locked.review
    if (status === 'asked' && dueAt !== null && !isInTime(dueAt, now)) {
      await refundReview(services, tx, locked, 'overdue')
      return true
    }
    if (status === 'paid' && paidAt !== null && sendUntil(paidAt) <= now) {
      await refundReview(services, tx, locked, 'not_sent')
      return true
    }
    return false
  })
}

async function remind(services: Services, videoReviewId: string): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const locked = await lockReview(tx, videoReviewId)
    const now = services.clock.now()
    if (locked?.review.status !== 'asked' || locked.review.remindedAt !== null) return false
    await tx.update(videoReviews).set({ remindedAt: now }).where(eq(videoReviews.id, videoReviewId))
    await notifyOfVideoReview(services, tx, videoReviewId, { news: 'reminder' })
    return true
  })
}

/** Refunds the open reviews of an account that is suspended or closed, because they can no longer be sent or answered. */
export async function refundReviewsOf(
  services: TransactionServices,
  tx: Queryable,
  { userId }: { userId: string },
): Promise<void> {
  for (const { id } of await listOpen(tx, userId)) {
    const locked = await lockReview(tx, id)
    if (locked && (locked.review.status === 'paid' || locked.review.status === 'asked'))
      await refundReview(services, tx, locked, 'closed')
  }
}

/** The paid reviews of either side that are not answered. */
export async function listOpen(
  db: Queryable,
  userId: string,
): Promise<{ id: string; priceCents: number; isCoach: boolean }[]> {
  const found = await db
    .select({
      id: videoReviews.id,
      priceCents: videoReviews.priceCents,
      instructorId: videoReviews.instructorId,
    })
    .from(videoReviews)
    .where(
      and(
        or(eq(videoReviews.instructorId, userId), eq(videoReviews.studentId, userId)),
        or(eq(videoReviews.status, 'paid'), eq(videoReviews.status, 'asked')),
      ),
    )
    .orderBy(videoReviews.id)
  return found.map(({ instructorId, ...one }) => ({ ...one, isCoach: instructorId === userId }))
}
