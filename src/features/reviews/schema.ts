import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'

/** The maximum length of a review, a note and a reply, in characters. */
export const REVIEW_TEXT_LENGTH = 2000

const words = (name: string) =>
  writtenText()
    .trim()
    .min(1, `${name} is required`)
    .max(REVIEW_TEXT_LENGTH, `${name} must be less than ${REVIEW_TEXT_LENGTH} characters`)

export const writeReviewSchema = z.object({
  bookingId: z.uuid(),
  rating: z
    .int('Please choose 1 to 5 stars')
    .min(1, 'Please choose 1 to 5 stars')
    .max(5, 'Please choose 1 to 5 stars'),
  comment: writtenText()
    .trim()
    .max(REVIEW_TEXT_LENGTH, `Review must be less than ${REVIEW_TEXT_LENGTH} characters`)
    .optional(),
})

export type WriteReviewInput = z.infer<typeof writeReviewSchema>

export const writeLessonNoteSchema = z.object({ bookingId: z.uuid(), note: words('Note') })

export const replySchema = z.object({ reviewId: z.uuid(), reply: words('Reply') })

const reviewSchema = z.object({
  id: z.uuid(),
  rating: z.int(),
  comment: z.string().nullable(),
  reply: z.string().nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
})

/** The review and note of a lesson, as far as the viewer may read them. */
export const lessonWordsSchema = z.object({
  review: reviewSchema.nullable(),
  note: z.string().nullable(),
  /** The other side has written; the viewer can read it after writing too, or two weeks after the lesson. */
  isWaiting: z.boolean(),
  /** Why the viewer cannot write now; null when they can. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** The number of received reviews on a page. */
export const RECEIVED_PER_PAGE = 20

export const receivedReviewsSchema = z.object({
  reviews: z.array(
    reviewSchema.extend({
      bookingId: z.uuid(),
      /** The lesson was paid here; otherwise the rating does not count. */
      isCounted: z.boolean(),
      studentName: z.string(),
      lessonTitle: z.string(),
      lessonStart: z.iso.datetime(),
      zone: z.string(),
    }),
  ),
  /** The number of reviews on all pages, whether or not their rating counts. */
  total: z.int(),
  /** The number of unpublished reviews. */
  hidden: z.int(),
  /** The number of reviews of paid lessons with five stars, four, … one. */
  counts: z.array(z.object({ stars: z.int(), count: z.int() })),
  /** Lessons of the last 60 days without a note by the coach, newest first. */
  waiting: z.array(
    z.object({
      bookingId: z.uuid(),
      studentName: z.string(),
      lessonTitle: z.string(),
      lessonStart: z.iso.datetime(),
      zone: z.string(),
      /** The student has written a review: the coach's note would publish it now. */
      isReviewed: z.boolean(),
      /** When the review is published without a note. */
      opensAt: z.iso.datetime(),
    }),
  ),
})

export type ReceivedReviews = z.infer<typeof receivedReviewsSchema>
export type ReceivedReview = ReceivedReviews['reviews'][number]
