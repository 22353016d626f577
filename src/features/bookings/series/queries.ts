import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { bookings, seriesLessons } from '../tables.ts'

/** The bookings of the series that a booking belongs to, in their order; empty when it belongs to none. */
export async function listSeries(db: Queryable, bookingId: string): Promise<string[]> {
  const ofIt = db
    .select({ id: seriesLessons.seriesId })
    .from(seriesLessons)
    .where(eq(seriesLessons.bookingId, bookingId))
  const found = await db
    .select({ id: seriesLessons.bookingId })
    .from(seriesLessons)
    .where(inArray(seriesLessons.seriesId, ofIt))
    .orderBy(asc(seriesLessons.position))
  return found.map(({ id }) => id)
}

/** The bookings of a series that were paid for, in their order: booked ones, and ones that were canceled or refunded later. */
export async function listBooked(db: Queryable, seriesId: string): Promise<string[]> {
  const found = await db
    .select({ id: bookings.id })
    .from(seriesLessons)
    .innerJoin(bookings, eq(bookings.id, seriesLessons.bookingId))
    .where(
      and(
        eq(seriesLessons.seriesId, seriesId),
        inArray(bookings.paymentStatus, ['completed', 'refunded', 'partially_refunded']),
      ),
    )
    .orderBy(asc(seriesLessons.position))
  return found.map(({ id }) => id)
}

/** A lesson of a series that is booked and has not begun. */
export interface ComingLesson {
  bookingId: string
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  zone: string
  position: number
}

/**
 * The booked lessons of a series that have not begun, by their time.
 * @param now milliseconds since 1970, UTC
 */
export async function listComing(db: Queryable, seriesId: string, now: number): Promise<ComingLesson[]> {
  return await db
    .select({
      bookingId: bookings.id,
      start: bookings.lessonDate,
      durationMinutes: bookings.durationMinutes,
      zone: bookings.timeZone,
      position: seriesLessons.position,
    })
    .from(seriesLessons)
    .innerJoin(bookings, eq(bookings.id, seriesLessons.bookingId))
    .where(
      and(
        eq(seriesLessons.seriesId, seriesId),
        eq(bookings.status, 'confirmed'),
        gt(bookings.lessonDate, now),
      ),
    )
    .orderBy(asc(bookings.lessonDate))
}

/** The series of a booking, with its two people; null when it belongs to none. */
export async function findSeriesOf(
  db: Queryable,
  bookingId: string,
): Promise<{ seriesId: string; studentId: string; instructorId: string } | null> {
  const [found] = await db
    .select({
      seriesId: seriesLessons.seriesId,
      studentId: bookings.studentId,
      instructorId: bookings.instructorId,
    })
    .from(seriesLessons)
    .innerJoin(bookings, eq(bookings.id, seriesLessons.bookingId))
    .where(eq(seriesLessons.bookingId, bookingId))
  return found ?? null
}
