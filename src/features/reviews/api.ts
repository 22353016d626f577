import { z } from 'zod'
import { noSuchBooking, partyOf } from '#features/bookings/policy.ts'
import { type ReviewRefusal, reviewRefusalTexts, whyNotReview } from '#features/bookings/review-window.ts'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn, student } from '#ports/services.ts'
import { replyToReview, writeLessonNote, writeReview } from './commands.ts'
import { findReviewedLesson, listReceivedReviews } from './queries.ts'
import { readableWords } from './review.ts'
import {
  lessonWordsSchema,
  receivedReviewsSchema,
  replySchema,
  writeLessonNoteSchema,
  writeReviewSchema,
} from './schema.ts'

const tags = ['Reviews']
const done = z.object({ ok: z.literal(true) })

export const reviewsApi = {
  ofLesson: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/words',
      tags,
      summary: 'Review, reply and note of one of your lessons, as far as you may read them',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(lessonWordsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const lesson = await findReviewedLesson(services.db, input.bookingId)
      const party = lesson && partyOf(actor, lesson)
      if (!lesson || !party) throw noSuchBooking()
      const now = services.clock.now()
      const words = readableWords(lesson, party, now)
      const isWritten = party === 'student' ? words.review !== null : words.note !== null
      const why = isWritten ? 'already_written' : whyNotReview(lesson, now)
      return { ...words, refusal: why && { code: why, message: reviewRefusalTexts[why] } }
    }),

  write: student
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/review',
      tags,
      summary: 'Rate a lesson that took place',
      successStatus: 201,
    })
    .input(writeReviewSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, ip, request } }) =>
      orThrow(
        await writeReview(services, actor, input, {
          address: ip,
          userAgent: request.headers.get('user-agent'),
        }),
      ),
    ),

  writeNote: coach
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/note',
      tags,
      summary:
        'Write to the student after a lesson; only the student can read it, after reviewing the lesson',
      successStatus: 201,
    })
    .input(writeLessonNoteSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) =>
      orThrow(await writeLessonNote(services, actor, input)),
    ),

  reply: coach
    .route({
      method: 'PUT',
      path: '/reviews/{reviewId}/reply',
      tags,
      summary: 'Reply publicly to a review of you',
    })
    .input(replySchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      if (!(await replyToReview(services, actor, input)))
        throw new AppError('not_found', 'no_such_review', 'There is no such review.')
      return { ok: true }
    }),

  received: coach
    .route({ method: 'GET', path: '/coach/reviews', tags, summary: 'The reviews you received' })
    .input(z.object({ page: z.coerce.number().int().min(1).max(500).default(1) }))
    .output(receivedReviewsSchema)
    .handler(({ input, context: { services, actor } }) =>
      listReceivedReviews(services.db, actor.userId, input.page, services.clock.now()),
    ),
}

function orThrow(written: { ok: true } | { ok: false; reason: ReviewRefusal | 'no_such_booking' }) {
  if (written.ok) return { ok: true as const }
  if (written.reason === 'no_such_booking') throw noSuchBooking()
  throw new AppError('conflict', written.reason, reviewRefusalTexts[written.reason])
}
