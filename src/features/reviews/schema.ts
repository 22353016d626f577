import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'

const words = (name: string) =>
  writtenText().trim().min(1, `${name} is required`).max(2000, `${name} must be less than 2000 characters`)

export const writeReviewSchema = z.object({
  bookingId: z.uuid(),
  rating: z
    .int('Please choose 1 to 5 stars')
    .min(1, 'Please choose 1 to 5 stars')
    .max(5, 'Please choose 1 to 5 stars'),
  comment: writtenText().trim().max(2000, 'Review must be less than 2000 characters').optional(),
})

export type WriteReviewInput = z.infer<typeof writeReviewSchema>

export const writeNoteSchema = z.object({ bookingId: z.uuid(), note: words('Note') })

export const replySchema = z.object({ reviewId: z.uuid(), reply: words('Reply') })

const reviewSchema = z.object({
  id: z.uuid(),
  rating: z.int(),
  comment: z.string().nullable(),
  reply: z.string().nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
})

/** What was written about one lesson, as far as the viewer may read it. */
export const lessonWordsSchema = z.object({
  review: reviewSchema.nullable(),
  note: z.string().nullable(),
  /** The other side has written, and the viewer reads it once she has written, too, or two weeks after the lesson. */
  isWaiting: z.boolean(),
  /** Why the viewer cannot write now; null when she can. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** How many received reviews a page holds. */
export const RECEIVED_PER_PAGE = 20

export const receivedReviewsSchema = z.object({
  reviews: z.array(
    reviewSchema.extend({
      bookingId: z.uuid(),
      /** The lesson was paid here; else the rating does not count. */
      isCounted: z.boolean(),
      studentName: z.string(),
      lessonTitle: z.string(),
      lessonStart: z.iso.datetime(),
      zone: z.string(),
    }),
  ),
  /** Written, and not to be read yet. */
  hidden: z.int(),
  /** How many reviews of lessons paid here gave five stars, four, … one. */
  counts: z.array(z.object({ stars: z.int(), count: z.int() })),
  /** Lessons of the last 60 days that the coach has not written about, newest first. */
  waiting: z.array(
    z.object({
      bookingId: z.uuid(),
      studentName: z.string(),
      lessonTitle: z.string(),
      lessonStart: z.iso.datetime(),
      zone: z.string(),
      /** The student has written: the coach's words open the review now. */
      isReviewed: z.boolean(),
      /** When a review opens by itself. */
      opensAt: z.iso.datetime(),
    }),
  ),
})

export type ReceivedReviews = z.infer<typeof receivedReviewsSchema>
export type ReceivedReview = ReceivedReviews['reviews'][number]
