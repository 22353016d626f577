import { and, count, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { requireGiftOwner, takeGiftPart } from '#features/checkout/gift-part.ts'
import { bookingRefused } from '#features/checkout/refusal.ts'
import {
  endSmallerCheckout,
  lockBuyerAndCoach,
  type SaleToPay,
  startSaleCheckout,
} from '#features/checkout/sale-checkout.ts'
import { requireConsent } from '#features/clips/access.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { checkGolfer } from '#features/golfers/commands.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import { openSale } from '#features/payments/orders.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import type { Services } from '#ports/services.ts'
import { findReviewOffer } from './queries.ts'
import { leaveCheckout } from './sale.ts'
import type { BuyReviewInput } from './schema.ts'
import { videoReviewOffers, videoReviews } from './tables.ts'
import { CHECKOUT_MINUTES, promiseText, reviewLimits, reviewTerms, VIDEO_REVIEW } from './video-review.ts'

/** A review at the checkout. */
interface AtCheckout extends SaleToPay {
  videoReviewId: string
  priceCents: number
  giftCents: number
  promisedHours: number
  /** Milliseconds since 1970, UTC. */
  expiresAt: number
}

/**
 * Starts the purchase of a video review at the coach's present price. Asking again while the checkout is open returns the same
 * one.
 * @throws AppError not_sold, offer_changed, not_allowed, too_many_reviews, clips_not_allowed, no_such_pair,
 *   no_such_golfer, not_taking_messages, gift_owner_only, gift_changed, impersonating, payments_unavailable
 */
export async function buyReview(
  services: Services,
  student: Actor,
  input: BuyReviewInput,
): Promise<{ videoReviewId: string; checkoutUrl: string }> {
  const { db, clock } = services
  const { instructorId, golferId, giftCents = 0 } = input
  requireGiftOwner(student, giftCents)
  if (instructorId === student.userId)
    throw new AppError('not_allowed', 'not_allowed', 'You cannot buy a review from yourself.')
  const offer = await findReviewOffer(db, instructorId)
  if (!offer) throw notSold()
  if (offer.priceCents !== input.expectedPriceCents || offer.promisedHours !== input.expectedHours)
    throw new AppError(
      'conflict',
      'offer_changed',
      'The coach has changed this offer. Please look at it and confirm again.',
    )
  await requireReach(db, { instructorId, studentId: student.userId })
  await requireConsent(db, student.userId, { studentId: student.userId, golferId })
  const now = clock.now()
  const covered = await findCovered(db, student.userId, input, now)
  if (covered) return { videoReviewId: covered, checkoutUrl: pageOf(services, covered) }
  const before = await findAtCheckout(db, student.userId, input, now)
  if (before && (await endSmallerCheckout(services, before, giftCents, leaveCheckout)))
    return { videoReviewId: before.videoReviewId, checkoutUrl: pageOf(services, before.videoReviewId) }
  const held = await db.transaction(async (tx) => {
    if (!(await lockBuyerAndCoach(tx, { studentId: student.userId, instructorId }))) throw notSold()
    const open = await findAtCheckout(tx, student.userId, input, now)
    if (open && open.priceCents === offer.priceCents && open.promisedHours === offer.promisedHours)
      return open
    await checkLimits(tx, student.userId, now)
    await checkGolfer(tx, student.userId, golferId)
    await requireOffer(tx, instructorId, offer)
    const opened = await hold(tx, {
      studentId: student.userId,
      instructorId,
      golferId,
      idempotencyKey: input.idempotencyKey ?? null,
      ...offer,
      now,
    })
    if (giftCents === 0) return opened
    const part = { orderId: opened.orderId, studentId: student.userId, giftCents }
    if (!(await takeGiftPart(services, tx, part))) throw bookingRefused('gift_changed')
    return { ...opened, giftCents }
  })
  return await startCheckout(services, student, held, instructorId)
}

const pageOf = ({ env }: Services, videoReviewId: string) => `${env.appUrl}/video-reviews/${videoReviewId}`

const notSold = () =>
  new AppError('conflict', 'not_sold', 'This coach does not sell video reviews at the moment.')

async function findAtCheckout(
  tx: Queryable,
  studentId: string,
  { instructorId, golferId }: Pick<BuyReviewInput, 'instructorId' | 'golferId'>,
  now: number,
): Promise<AtCheckout | null> {
  const [row] = await tx
    .select({ review: videoReviews, order: orders, giftCents: payments.giftCents })
    .from(videoReviews)
    .innerJoin(payments, eq(payments.id, videoReviews.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(videoReviews.studentId, studentId),
        eq(videoReviews.instructorId, instructorId),
        golferId ? eq(videoReviews.golferId, golferId) : isNull(videoReviews.golferId),
        eq(videoReviews.status, 'pending'),
        gt(videoReviews.checkoutExpiresAt, now),
      ),
    )
    .limit(1)
  return (
    (row && {
      videoReviewId: row.review.id,
      orderId: row.order.id,
      paymentId: row.review.paymentId,
      priceCents: row.review.priceCents,
      giftCents: row.giftCents,
      promisedHours: row.review.promisedHours,
      expiresAt: row.review.checkoutExpiresAt,
      checkoutUrl: row.order.checkoutUrl,
      offersCards: row.order.offersCards,
    }) ??
    null
  )
}

/**
 * A review that gift cards have paid and that waits for its videos: a purchase without a checkout that is repeated, for instance because
 * its answer was lost. The balance on the page no longer has what it took, so the key counts for any part. The whole part also counts
 * without it or with another one, within the time of a checkout, because the page may have been reloaded.
 */
async function findCovered(
  db: Queryable,
  studentId: string,
  { instructorId, golferId, expectedPriceCents, giftCents, idempotencyKey }: BuyReviewInput,
  now: number,
): Promise<string | null> {
  const isRepeated = or(
    idempotencyKey === undefined ? undefined : eq(videoReviews.idempotencyKey, idempotencyKey),
    giftCents === expectedPriceCents ? gt(videoReviews.checkoutExpiresAt, now) : undefined,
  )
  if (!isRepeated) return null
  const [review] = await db
    .select({ id: videoReviews.id })
    .from(videoReviews)
    .innerJoin(payments, eq(payments.id, videoReviews.paymentId))
    .where(
      and(
        eq(videoReviews.studentId, studentId),
        eq(videoReviews.instructorId, instructorId),
        golferId ? eq(videoReviews.golferId, golferId) : isNull(videoReviews.golferId),
        eq(videoReviews.status, 'paid'),
        eq(payments.paymentMethod, 'gift_card'),
        isRepeated,
      ),
    )
    .limit(1)
  return review?.id ?? null
}

async function checkLimits(tx: Queryable, studentId: string, now: number): Promise<void> {
  const countOf = async (statuses: ('pending' | 'paid' | 'asked')[], since?: number) => {
    const [found] = await tx
      .select({ n: count() })
      .from(videoReviews)
      .where(
        and(
          eq(videoReviews.studentId, studentId),
          inArray(videoReviews.status, statuses),
          since === undefined ? undefined : gt(videoReviews.checkoutExpiresAt, since),
        ),
      )
    return found?.n ?? 0
  }
  if (
    (await countOf(['pending'], now)) >= reviewLimits.atCheckout ||
    (await countOf(['paid', 'asked'])) >= reviewLimits.open
  )
    throw new AppError(
      'too_many',
      'too_many_reviews',
      `You have reviews that are not finished yet. You can have ${reviewLimits.open} open ones, and ${reviewLimits.atCheckout} at the checkout.`,
    )
}

/** Holds the offer as the student saw it until the purchase is written. */
async function requireOffer(
  tx: Queryable,
  instructorId: string,
  { priceCents, promisedHours }: { priceCents: number; promisedHours: number },
): Promise<void> {
  const found = await tx
    .select({ id: videoReviewOffers.instructorId })
    .from(videoReviewOffers)
    .where(
      and(
        eq(videoReviewOffers.instructorId, instructorId),
        eq(videoReviewOffers.isSold, true),
        eq(videoReviewOffers.priceCents, priceCents),
        eq(videoReviewOffers.promisedHours, promisedHours),
      ),
    )
    .for('share')
  if (found.length === 0) throw notSold()
}

async function hold(
  tx: Queryable,
  sold: {
    studentId: string
    instructorId: string
    golferId: string | null
    idempotencyKey: string | null
    priceCents: number
    promisedHours: number
    now: number
  },
): Promise<AtCheckout> {
  const { now, ...terms } = sold
  const { studentId, instructorId, priceCents, promisedHours } = terms
  const { orderId, paymentId } = await openSale(tx, {
    kind: VIDEO_REVIEW,
    instructorId,
    studentId,
    amountCents: priceCents,
  })
  const videoReviewId = uuidV4()
  const expiresAt = now + CHECKOUT_MINUTES * 60_000
  await tx
    .insert(videoReviews)
    .values({ id: videoReviewId, paymentId, ...terms, checkoutExpiresAt: expiresAt, createdAt: now })
  return {
    videoReviewId,
    orderId,
    paymentId,
    priceCents,
    giftCents: 0,
    promisedHours,
    expiresAt,
    checkoutUrl: null,
    offersCards: false,
  }
}

/** Creates the checkout; if that fails, nothing stays at the checkout. */
async function startCheckout(
  services: Services,
  student: Actor,
  { videoReviewId, priceCents, promisedHours, expiresAt, ...sale }: AtCheckout,
  instructorId: string,
): Promise<{ videoReviewId: string; checkoutUrl: string }> {
  const { db, env } = services
  const [coach] = await db
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, instructorId))
  const order = {
    key: videoReviewId,
    amountCents: priceCents,
    description: `Video review by ${coachLabel(coach?.name)} · answered ${promiseText(promisedHours)}`,
    terms: reviewTerms(promisedHours),
    successUrl: pageOf(services, videoReviewId),
    cancelUrl: `${env.appUrl}/instructor/${instructorId}?checkout=cancelled`,
    expiresAt,
  }
  return {
    videoReviewId,
    checkoutUrl: await startSaleCheckout(services, student, sale, order, leaveCheckout),
  }
}
