import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { isInvitedStudent } from '#features/accounts/invited-student.ts'
import { findContact } from '#features/accounts/queries.ts'
import { profiles } from '#features/accounts/tables.ts'
import { HIDDEN_FOR_DAYS, type ReviewRefusal, whyNotReview } from '#features/bookings/review-window.ts'
import { bookings } from '#features/bookings/tables.ts'
import { requireReach } from '#features/messages/may-reach.ts'
import { sendRefusalTexts } from '#features/messages/message.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceReview } from './emails.ts'
import { publishReviewsJob } from './jobs.ts'
import { fingerprintsOf, type ReviewSource } from './patterns.ts'
import { findReviewedLesson } from './queries.ts'
import { isPublished } from './review.ts'
import type { WriteReviewInput } from './schema.ts'
import { lessonNotes, lessonReviews } from './tables.ts'

type Writing = Pick<Services, 'db' | 'clock'>
type Telling = Writing & Pick<Services, 'jobs' | 'env' | 'answers'>
type Writer = Pick<Actor, 'userId'>
type Written = { ok: true } | Refused<ReviewRefusal | 'no_such_booking'>

/**
 * Stores a student's review of a past lesson. It is published once the coach has written a note, or after 14
 * days. The rating counts if the lesson was paid here.
 */
export async function writeReview(
  services: Telling,
  student: Writer,
  input: WriteReviewInput,
  source: ReviewSource | null = null,
): Promise<Written> {
  return await services.db.transaction(async (tx) => {
    const lesson = await findReviewedLesson(tx, input.bookingId, { lock: true })
    if (!lesson || lesson.studentId !== student.userId) return refused('no_such_booking')
    const now = services.clock.now()
    const why = whyNotReview(lesson, now)
    if (why) return refused(why)
    if (lesson.review) return refused('already_written')
    const published = isPublished({ ...lesson, hasNote: lesson.note !== null }, now)
    await tx.insert(lessonReviews).values({
      bookingId: input.bookingId,
      instructorId: lesson.instructorId,
      studentId: lesson.studentId,
      rating: input.rating,
      comment: input.comment || null,
      createdAt: now,
      publishedAt: published ? now : null,
      paidHere: lesson.isPaidHere,
      ...fingerprintsOf(source),
    })
    if (published) await announceReview(services, tx, input.bookingId)
    return { ok: true }
  })
}

/**
 * Stores the coach's private note to the student, and publishes the student's review.
 * @throws AppError person_gone, not_taking_messages, no_email
 */
export async function writeLessonNote(
  services: Telling,
  coach: Writer,
  input: { bookingId: string; note: string },
): Promise<Written> {
  return await services.db.transaction(async (tx) => {
    const lesson = await findReviewedLesson(tx, input.bookingId, { lock: true })
    if (!lesson || lesson.instructorId !== coach.userId) return refused('no_such_booking')
    if (await isInvitedStudent(tx, lesson.studentId)) return refused('no_such_booking')
    const now = services.clock.now()
    const why = whyNotReview(lesson, now)
    if (why) return refused(why)
    if (lesson.note !== null) return refused('already_written')
    const student = await findContact(tx, lesson.studentId)
    if (student?.isClosed) throw new AppError('conflict', 'person_gone', sendRefusalTexts.person_gone)
    await requireReach(tx, lesson)
    await tx.insert(lessonNotes).values({
      bookingId: input.bookingId,
      instructorId: lesson.instructorId,
      studentId: lesson.studentId,
      note: input.note,
      createdAt: now,
    })
    await publishReview(services, tx, input.bookingId)
    return { ok: true }
  })
}

/**
 * Publishes the review of a lesson and notifies its coach.
 * @returns false when there is no unpublished one
 */
async function publishReview(services: Telling, tx: Queryable, bookingId: string): Promise<boolean> {
  const opened = await tx
    .update(lessonReviews)
    .set({ publishedAt: services.clock.now() })
    .where(and(eq(lessonReviews.bookingId, bookingId), isNull(lessonReviews.publishedAt)))
    .returning({ id: lessonReviews.id })
  if (opened.length > 0) await announceReview(services, tx, bookingId)
  return opened.length > 0
}

/**
 * Stores the coach's reply to a published review, replacing an earlier reply.
 * @returns false when there is no such review
 */
export async function replyToReview(
  services: Writing,
  coach: Writer,
  input: { reviewId: string; reply: string },
): Promise<boolean> {
  const replied = await services.db
    .update(lessonReviews)
    .set({ reply: input.reply, repliedAt: services.clock.now() })
    .where(
      and(
        eq(lessonReviews.id, input.reviewId),
        eq(lessonReviews.instructorId, coach.userId),
        isNotNull(lessonReviews.publishedAt),
      ),
    )
    .returning({ id: lessonReviews.id })
  return replied.length > 0
}

/**
 * Publishes the reviews whose lessons ended long enough ago, or whose students closed their accounts, so that no note can be written to
 * them, and notifies the coaches.
 * @returns how many
 */
export async function publishDueReviews(services: Telling & Pick<Services, 'log'>): Promise<number> {
  const now = services.clock.now()
  const due = await services.db
    .select({ bookingId: lessonReviews.bookingId })
    .from(lessonReviews)
    .innerJoin(bookings, eq(bookings.id, lessonReviews.bookingId))
    .innerJoin(profiles, eq(profiles.id, lessonReviews.studentId))
    .where(
      and(
        isNull(lessonReviews.publishedAt),
        or(lte(bookings.lessonEnd, now - HIDDEN_FOR_DAYS * 86_400_000), isNotNull(profiles.closedAt)),
      ),
    )
  return await doEach(services, {
    name: publishReviewsJob.name,
    items: due.map(({ bookingId }) => bookingId),
    idOf: (bookingId) => bookingId,
    work: (bookingId) => services.db.transaction((tx) => publishReview(services, tx, bookingId)),
  })
}
