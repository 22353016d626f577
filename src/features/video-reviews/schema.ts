import { z } from 'zod'
import { golferField } from '#features/golfers/schema.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import { writtenText } from '#platform/written-text.ts'
import { endReasons, promisedHours, REVIEWS_AT_ONCE, reviewLimits, reviewStatuses } from './video-review.ts'

const hours = z.int().refine((n) => promisedHours.some((one) => one === n), 'Choose one of the times')

/** A review as it is sold on a profile. */
export const reviewOfferSchema = z.object({ priceCents: z.int(), promisedHours: z.int() })
export type ReviewOffer = z.infer<typeof reviewOfferSchema>

export const ownReviewOfferSchema = reviewOfferSchema.extend({ isSold: z.boolean() })
export type OwnReviewOffer = z.infer<typeof ownReviewOfferSchema>

export const saveReviewOfferSchema = z.object({
  priceCents: z.int('Enter a price').min(500, 'At least $5').max(100_000, 'At most $1,000'),
  promisedHours: hours,
  isSold: z.boolean(),
  /** What the form showed before its changes; null when nothing was saved yet. Pages of the previous version send none. */
  basedOn: ownReviewOfferSchema.nullable().optional(),
})
export type SaveReviewOfferInput = z.infer<typeof saveReviewOfferSchema>

export const buyReviewSchema = z.object({
  instructorId: z.uuid(),
  /** Whose swing it is: one of the golfers of `GET /me/golfers`; null or omitted when it is the student. */
  golferId: golferField.default(null),
  /** What the student saw; when the coach has changed it, the purchase is refused. */
  expectedPriceCents: z.int(),
  expectedHours: z.int(),
  /**
   * The part of the price to take from the student's gift cards, in cents, as shown to the student; when another part can be taken, the
   * purchase is refused.
   */
  giftCents: giftCentsField.optional(),
  /** Chosen by the caller: a purchase that gift cards have paid is not made again with the same key, also with another `giftCents`. */
  idempotencyKey: z.string().min(8).max(80).optional(),
})
export type BuyReviewInput = z.output<typeof buyReviewSchema>

export const reviewIdSchema = z.object({ videoReviewId: z.uuid() })

export const questionText = writtenText()
  .trim()
  .min(1, 'Write what you would like to know')
  .max(reviewLimits.question, 'Please keep it under 2,000 characters')
export const answerText = writtenText()
  .trim()
  .min(1, 'Write your answer')
  .max(reviewLimits.answer, 'Please keep it under 10,000 characters')
export const declineText = writtenText()
  .trim()
  .min(1, 'Say why, so that the student knows')
  .max(reviewLimits.decline, 'Please keep it under 500 characters')

export const sendVideosSchema = reviewIdSchema.extend({ question: questionText })
export const answerReviewSchema = reviewIdSchema.extend({ answer: answerText })
export const declineReviewSchema = reviewIdSchema.extend({ reason: declineText })

const instant = z.iso.datetime().nullable()
const person = z.object({ id: z.uuid(), name: z.string() })

export const reviewSummarySchema = z.object({
  id: z.uuid(),
  status: z.enum(reviewStatuses),
  coach: person,
  student: person,
  /** Who plays, when it is not the student. */
  golfer: z.string().nullable(),
  priceCents: z.int(),
  promisedHours: z.int(),
  question: z.string(),
  createdAt: z.iso.datetime(),
  askedAt: instant,
  /** When the answer is due; null before the videos are sent. */
  dueAt: instant,
  answeredAt: instant,
  endReason: z.enum(endReasons).nullable(),
})
export type VideoReviewSummary = z.infer<typeof reviewSummarySchema>

/** How many reviews to read. */
export const reviewListInput = z
  .object({ most: z.coerce.number().int().min(1).max(10_000).default(REVIEWS_AT_ONCE) })
  .prefault({})

const reviewCounts = z.object({
  total: z.int(),
  /** How many wait for the student's videos. */
  toSend: z.int(),
  /** How many wait for the coach's answer. */
  waiting: z.int(),
})
export type ReviewCounts = z.infer<typeof reviewCounts>

export const reviewListSchema = reviewCounts.extend({ reviews: z.array(reviewSummarySchema) })

const clip = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: z.enum(['image', 'video']),
  /** The URL of a picture; null while there is none. */
  picture: z.string().nullable(),
  drawings: z.int(),
  voiceOvers: z.int(),
})
export type ReviewClip = z.infer<typeof clip>

export const videoReviewSchema = reviewSummarySchema.extend({
  as: z.enum(['student', 'coach']),
  golferId: z.uuid().nullable(),
  answer: z.string(),
  endMessage: z.string().nullable(),
  paidAt: instant,
  /** Until when the videos can be sent; null before the payment. */
  sendUntil: instant,
  endedAt: instant,
  refundedCents: z.int(),
  /** The videos that the viewer may see. */
  clips: z.array(clip),
  /** False when the student does not share clips with the coach, or a parent does not allow them. */
  mayShare: z.boolean(),
  /** The checkout of an unpaid review; null for everybody but its student. */
  checkoutUrl: z.string().nullable(),
})
export type VideoReview = z.infer<typeof videoReviewSchema>
