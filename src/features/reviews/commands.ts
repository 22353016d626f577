import { sql } from 'drizzle-orm'
import { HIDDEN_FOR_DAYS, type ReviewRefusal, whyNotReview } from '#features/bookings/feedback.ts'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceReview } from './emails.ts'
import { findReviewedLesson } from './queries.ts'
import { isPublished } from './review.ts'
import type { WriteReviewInput } from './schema.ts'

type Writing = Pick<Services, 'db' | 'clock'>
type Telling = Writing & Pick<Services, 'jobs' | 'env'>
type Writer = Pick<Actor, 'userId'>
type Written = { ok: true } | Refused<ReviewRefusal | 'no_such_booking'>

/** A student rates a lesson that took place. Others read it once the coach has written, too, or after 14 days. */
export async function writeReview(
  services: Telling,
  student: Writer,
  input: WriteReviewInput,
): Promise<Written> {
  return await services.db.transaction(async (tx) => {
    const lesson = await findReviewedLesson(tx, input.bookingId, { lock: true })
    if (!lesson || lesson.studentId !== student.userId) return refused('no_such_booking')
    const now = services.clock.now()
    const why = whyNotReview(lesson, now)
    if (why) return refused(why)
    if (lesson.review) return refused('already_written')
    const at = new Date(now)
    const published = isPublished({ ...lesson, hasNote: lesson.note !== null }, now) ? at : null
    await tx.execute(sql`
      insert into lesson_reviews (booking_id, instructor_id, student_id, rating, comment, created_at, published_at)
      values (${input.bookingId}, ${lesson.instructorId}, ${lesson.studentId}, ${input.rating}, ${input.comment || null},
        ${at}, ${published})`)
    if (published) await announceReview(services, tx, input.bookingId)
    return { ok: true }
  })
}

/** The coach's side: words to the student that nobody else reads. They open the student's review. */
export async function writeNote(
  services: Telling,
  coach: Writer,
  input: { bookingId: string; note: string },
): Promise<Written> {
  return await services.db.transaction(async (tx) => {
    const lesson = await findReviewedLesson(tx, input.bookingId, { lock: true })
    if (!lesson || lesson.instructorId !== coach.userId) return refused('no_such_booking')
    const now = services.clock.now()
    const why = whyNotReview(lesson, now)
    if (why) return refused(why)
    if (lesson.note !== null) return refused('already_written')
    await tx.execute(sql`
      insert into lesson_notes (booking_id, instructor_id, student_id, note, created_at)
      values (${input.bookingId}, ${lesson.instructorId}, ${lesson.studentId}, ${input.note}, ${new Date(now)})`)
    const opened = await tx.execute(sql`
      update lesson_reviews set published_at = ${new Date(now)}
      where booking_id = ${input.bookingId} and published_at is null returning id`)
    if (opened.rows.length > 0) await announceReview(services, tx, input.bookingId)
    return { ok: true }
  })
}

/** The coach answers a review that others can read; answering again replaces the answer. @returns false when there is none */
export async function replyToReview(
  services: Writing,
  coach: Writer,
  input: { reviewId: string; reply: string },
): Promise<boolean> {
  const replied = await services.db.execute(sql`
    update lesson_reviews set reply = ${input.reply}, replied_at = ${new Date(services.clock.now())}
    where id = ${input.reviewId} and instructor_id = ${coach.userId} and published_at is not null returning id`)
  return replied.rows.length > 0
}

/** Opens the reviews whose lessons ended long enough ago, and tells their coaches. @returns how many */
export async function publishDueReviews(services: Telling): Promise<number> {
  const now = new Date(services.clock.now())
  return await services.db.transaction(async (tx) => {
    const published = await tx.execute<{ booking_id: string }>(sql`
      update lesson_reviews r set published_at = ${now} from bookings b
      where b.id = r.booking_id and r.published_at is null
        and b.lesson_end <= ${now}::timestamptz - make_interval(days => ${HIDDEN_FOR_DAYS}) returning r.booking_id`)
    for (const { booking_id } of published.rows) await announceReview(services, tx, booking_id)
    return published.rows.length
  })
}
