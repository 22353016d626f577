import { and, count, desc, eq, gte, inArray, isNotNull, isNull, not } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { opensAt, REVIEW_WITHIN_DAYS } from '#features/bookings/review-window.ts'
import { bookings } from '#features/bookings/tables.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { RECEIVED_PER_PAGE, type ReceivedReviews } from './schema.ts'
import { lessonNotes, lessonReviews } from './tables.ts'

const PAGE = RECEIVED_PER_PAGE
const WAITING_SHOWN = 50

/** A lesson with what was written about it. Instants in milliseconds since 1970, UTC. */
export interface ReviewedLesson {
  studentId: string
  instructorId: string
  status: string
  noShow: boolean
  lessonEnd: number
  /** Something was paid for it through this marketplace. */
  isPaidHere: boolean
  note: string | null
  review: {
    id: string
    rating: number
    comment: string | null
    reply: string | null
    isPublished: boolean
    createdAt: string
  } | null
}

/** @param options.lock keeps both sides from writing at the same instant, for the length of the transaction */
export async function findReviewedLesson(
  db: Queryable,
  bookingId: string,
  options: { lock: boolean } = { lock: false },
): Promise<ReviewedLesson | null> {
  if (options.lock)
    await db.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, bookingId)).for('update')
  const [found] = await db
    .select({
      studentId: bookings.studentId,
      instructorId: bookings.instructorId,
      status: bookings.status,
      noShow: bookings.noShow,
      lessonEnd: bookings.lessonEnd,
      priceCents: bookings.priceAmount,
      paymentMethod: payments.paymentMethod,
      note: lessonNotes.note,
      review: lessonReviews,
    })
    .from(bookings)
    .leftJoin(lessonReviews, eq(lessonReviews.bookingId, bookings.id))
    .leftJoin(lessonNotes, eq(lessonNotes.bookingId, bookings.id))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  if (!found) return null
  const { review, priceCents, paymentMethod, ...lesson } = found
  return {
    ...lesson,
    isPaidHere: priceCents > 0 && paymentMethod !== null && paymentMethod !== 'elsewhere',
    review: review && {
      id: review.id,
      rating: review.rating,
      comment: review.comment,
      reply: review.reply,
      isPublished: review.publishedAt !== null,
      createdAt: toIso(review.createdAt),
    },
  }
}

/**
 * The reviews a coach may read, newest first, how many stars they gave, and what still waits to be written or read.
 * @param now milliseconds since 1970, UTC
 */
export async function listReceivedReviews(
  db: Queryable,
  coachId: string,
  page: number,
  now: number,
): Promise<ReceivedReviews> {
  const since = now - REVIEW_WITHIN_DAYS * 86_400_000
  const isMine = eq(lessonReviews.instructorId, coachId)
  const isShown = isNotNull(lessonReviews.publishedAt)
  const [reviews, hidden, counts, waiting] = await Promise.all([
    db
      .select({ review: lessonReviews, studentName: profiles.fullName, lesson: bookings })
      .from(lessonReviews)
      .innerJoin(profiles, eq(profiles.id, lessonReviews.studentId))
      .innerJoin(bookings, eq(bookings.id, lessonReviews.bookingId))
      .where(and(isMine, isShown))
      .orderBy(desc(lessonReviews.createdAt), lessonReviews.id)
      .limit(PAGE)
      .offset((page - 1) * PAGE),
    db
      .select({ n: count() })
      .from(lessonReviews)
      .where(and(isMine, isNull(lessonReviews.publishedAt))),
    db
      .select({ stars: lessonReviews.rating, isCounted: lessonReviews.paidHere, n: count() })
      .from(lessonReviews)
      .where(and(isMine, isShown))
      .groupBy(lessonReviews.rating, lessonReviews.paidHere),
    db
      .select({ lesson: bookings, studentName: profiles.fullName, reviewId: lessonReviews.id })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.studentId))
      .leftJoin(lessonReviews, eq(lessonReviews.bookingId, bookings.id))
      .leftJoin(lessonNotes, eq(lessonNotes.bookingId, bookings.id))
      .where(
        and(
          eq(bookings.instructorId, coachId),
          eq(bookings.status, 'completed'),
          not(bookings.noShow),
          gte(bookings.lessonEnd, since),
          isNull(lessonNotes.bookingId),
          isNull(lessonReviews.publishedAt),
          // Without an account they cannot read a note.
          not(profiles.isInvited),
          isNull(profiles.enteredBy),
          isNull(profiles.closedAt),
        ),
      )
      .orderBy(isNull(lessonReviews.id), desc(bookings.lessonDate), bookings.id)
      .limit(WAITING_SHOWN),
  ])
  return {
    reviews: reviews.map(({ review, studentName, lesson }) => ({
      id: review.id,
      bookingId: lesson.id,
      rating: review.rating,
      comment: review.comment,
      reply: review.reply,
      isCounted: review.paidHere,
      isPublished: true,
      createdAt: toIso(review.createdAt),
      studentName,
      lessonTitle: lesson.lessonTitle,
      lessonStart: toIso(lesson.lessonDate),
      zone: lesson.timeZone,
    })),
    total: counts.reduce((sum, { n }) => sum + n, 0),
    hidden: hidden[0]?.n ?? 0,
    counts: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      count: counts.find((each) => each.stars === stars && each.isCounted)?.n ?? 0,
    })),
    waiting: waiting.map(({ lesson, studentName, reviewId }) => ({
      bookingId: lesson.id,
      studentName,
      lessonTitle: lesson.lessonTitle,
      lessonStart: toIso(lesson.lessonDate),
      zone: lesson.timeZone,
      isReviewed: reviewId !== null,
      opensAt: toIso(opensAt(lesson.lessonEnd)),
    })),
  }
}

/** Whether others can read the review of a lesson. */
export async function isReviewShown(db: Queryable, bookingId: string): Promise<boolean> {
  const found = await db
    .select({ id: lessonReviews.id })
    .from(lessonReviews)
    .where(and(eq(lessonReviews.bookingId, bookingId), isNotNull(lessonReviews.publishedAt)))
  return found.length > 0
}

/** What was written about lessons, by booking: how many stars, if anybody but the student may read it, and by the coach. */
export async function listWordsOfLessons(
  db: Queryable,
  bookingIds: readonly string[],
): Promise<{
  reviews: { bookingId: string; rating: number; isPublished: boolean }[]
  notedIds: string[]
}> {
  const [reviews, notes] = await Promise.all([
    db
      .select({
        bookingId: lessonReviews.bookingId,
        rating: lessonReviews.rating,
        publishedAt: lessonReviews.publishedAt,
      })
      .from(lessonReviews)
      .where(inArray(lessonReviews.bookingId, [...bookingIds])),
    db
      .select({ bookingId: lessonNotes.bookingId })
      .from(lessonNotes)
      .where(inArray(lessonNotes.bookingId, [...bookingIds])),
  ])
  return {
    reviews: reviews.map(({ publishedAt, ...review }) => ({ ...review, isPublished: publishedAt !== null })),
    notedIds: notes.map(({ bookingId }) => bookingId),
  }
}
