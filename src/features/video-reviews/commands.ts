import { eq } from 'drizzle-orm'
import { startRefund } from '#features/checkout/refunds.ts'
import { isShared, requireConsent } from '#features/clips/access.ts'
import { isAtBank } from '#features/disputes/queries.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import { scheduleSalePayout } from '#features/payouts/payout-schedule.ts'
import type { Actor } from '#platform/actor.ts'
import type { ActedOn } from '#platform/admin-list.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { notifyOfVideoReview } from './emails.ts'
import { type LockedReview, lockReview, refundReview } from './locked-review.ts'
import { countClips } from './queries.ts'
import type { OwnReviewOffer, SaveReviewOfferInput } from './schema.ts'
import { videoReviewOffers, videoReviews } from './tables.ts'
import { answerDueAt, isInTime } from './video-review.ts'

export const noSuchReview = () =>
  new AppError('not_found', 'no_such_review', 'There is no such video review.')

/**
 * Saves what a coach asks for a review. Reviews that were bought keep their price and promise.
 * @throws AppError changed_elsewhere, for a change that is based on another offer than the stored one, unless it asks for what is stored
 */
export async function saveReviewOffer(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  coach: Pick<Actor, 'userId'>,
  { basedOn, ...offer }: SaveReviewOfferInput,
): Promise<void> {
  const values = { ...offer, updatedAt: clock.now() }
  await db.transaction(async (tx) => {
    const [stored = null] = await tx
      .select()
      .from(videoReviewOffers)
      .where(eq(videoReviewOffers.instructorId, coach.userId))
      .for('update')
    if (basedOn !== undefined && !isSameOffer(stored, basedOn) && !isSameOffer(stored, offer))
      throw new AppError(
        'conflict',
        'changed_elsewhere',
        'Your video review was changed in another window, and nothing was overwritten. Reload the page to see the latest version.',
      )
    await tx
      .insert(videoReviewOffers)
      .values({ instructorId: coach.userId, ...values })
      .onConflictDoUpdate({ target: videoReviewOffers.instructorId, set: values })
  })
}

const isSameOffer = (one: OwnReviewOffer | null, other: OwnReviewOffer | null) =>
  one?.priceCents === other?.priceCents &&
  one?.promisedHours === other?.promisedHours &&
  one?.isSold === other?.isSold

/**
 * Runs a command on a locked review of the caller.
 * @throws AppError no_such_review, also for a review of others
 */
async function onOwn(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { videoReviewId, as }: { videoReviewId: string; as: 'student' | 'coach' },
  work: (tx: Queryable, locked: LockedReview) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockReview(tx, videoReviewId)
    const ownerId = as === 'student' ? locked?.review.studentId : locked?.review.instructorId
    if (!locked || ownerId !== userId) throw noSuchReview()
    await work(tx, locked)
  })
}

/**
 * Sends the added videos and the question to the coach; the promised time runs from now. Sending twice changes nothing.
 * @throws AppError no_such_review, not_open, no_videos, sharing_ended, clips_not_allowed, not_taking_messages
 */
export async function sendVideos(
  services: Services,
  student: Pick<Actor, 'userId'>,
  { videoReviewId, question }: { videoReviewId: string; question: string },
): Promise<void> {
  await onOwn(services, student.userId, { videoReviewId, as: 'student' }, async (tx, { review }) => {
    if (review.status === 'asked') return
    if (review.status !== 'paid') throw notOpen()
    await requireReach(tx, review)
    if (!(await isShared(tx, review))) throw sharingEnded()
    await requireConsent(tx, student.userId, review)
    if ((await countClips(tx, videoReviewId)) === 0)
      throw new AppError('conflict', 'no_videos', 'Add at least one video or picture first.')
    const askedAt = services.clock.now()
    const dueAt = answerDueAt(askedAt, review.promisedHours)
    await tx
      .update(videoReviews)
      .set({ status: 'asked', question, askedAt, dueAt })
      .where(eq(videoReviews.id, videoReviewId))
    await notifyOfVideoReview(services, tx, videoReviewId, { news: 'asked' })
    await publish(services, tx, 'video_review_changed', { videoReviewId, to: 'asked' })
  })
}

/**
 * Answers a review in time; the coach's share is paid out like that of a lesson.
 * @throws AppError no_such_review, not_open, too_late
 */
export async function answerReview(
  services: Services,
  coach: Pick<Actor, 'userId'>,
  { videoReviewId, answer }: { videoReviewId: string; answer: string },
): Promise<void> {
  await onOwn(services, coach.userId, { videoReviewId, as: 'coach' }, async (tx, { review, line }) => {
    const now = services.clock.now()
    if (review.status !== 'asked' || review.dueAt === null) throw notOpen()
    if (!isInTime(review.dueAt, now))
      throw new AppError(
        'conflict',
        'too_late',
        'The promised time has passed. The payment is refunded, and the review can no longer be answered.',
      )
    await tx
      .update(videoReviews)
      .set({ status: 'answered', answer, answeredAt: now })
      .where(eq(videoReviews.id, videoReviewId))
    const { instructorId } = review
    await scheduleSalePayout(tx, { paymentId: line.id, instructorId, earnedAt: now })
    await notifyOfVideoReview(services, tx, videoReviewId, { news: 'answered' })
    await publish(services, tx, 'video_review_changed', { videoReviewId, to: 'answered' })
  })
}

/**
 * Declines a review with a reason for the student, who gets a full refund.
 * @throws AppError no_such_review, not_open
 */
export async function declineReview(
  services: Services,
  coach: Pick<Actor, 'userId'>,
  { videoReviewId, reason }: { videoReviewId: string; reason: string },
): Promise<void> {
  await onOwn(services, coach.userId, { videoReviewId, as: 'coach' }, async (tx, locked) => {
    const { status } = locked.review
    if (status !== 'asked' && status !== 'paid') throw notOpen()
    await refundReview(services, tx, locked, 'declined', reason)
  })
}

/**
 * Cancels a review before its videos are sent, with a full refund.
 * @throws AppError no_such_review, not_open
 */
export async function cancelReview(
  services: Services,
  student: Pick<Actor, 'userId'>,
  videoReviewId: string,
): Promise<void> {
  await onOwn(services, student.userId, { videoReviewId, as: 'student' }, async (tx, locked) => {
    if (locked.review.status !== 'paid') throw notOpen()
    await refundReview(services, tx, locked, 'canceled')
  })
}

/**
 * Refunds paid reviews in full, for support, also answered ones, whose share is taken back from the coach. Skips reviews that
 * the student's bank is deciding about: the bank pays these back itself.
 * @returns the reviews that were refunded; others are omitted
 */
export async function refundBySupport(
  services: TransactionServices,
  tx: Queryable,
  ids: readonly string[],
): Promise<ActedOn[]> {
  const acted: ActedOn[] = []
  for (const id of ids.toSorted()) {
    const locked = await lockReview(tx, id)
    if (!locked || (await isAtBank(tx, locked.line.id))) continue
    const { review, line } = locked
    const before = { status: review.status, refundedCents: line.refundedCents }
    if (review.status === 'paid' || review.status === 'asked') {
      await refundReview(services, tx, locked, 'support')
      acted.push({ id, ids: { videoReviewId: id }, before, after: { status: 'refunded' } })
    } else if (review.status === 'answered') {
      const amountCents = line.amountCents - line.refundedCents
      if (amountCents <= 0) continue
      const refundCents = await startRefund(services, tx, line, {
        key: `review:${id}`,
        amountCents,
        reason: 'support',
      })
      if (refundCents > 0)
        acted.push({ id, ids: { videoReviewId: id }, before, after: { refundedCents: refundCents } })
    }
  }
  return acted
}

const notOpen = () =>
  new AppError('conflict', 'not_open', 'This review has changed in the meantime. Please load the page again.')

const sharingEnded = () =>
  new AppError(
    'conflict',
    'sharing_ended',
    'You stopped sharing clips with this coach. Share them again under Clips first.',
  )
