import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { BookingStatus } from '../booking.ts'
import { findOffer, type Offer } from '../offer.ts'
import { bookings } from '../tables.ts'

/** A booked lesson and what its coach offers around another moment, the lesson itself not standing in the way. */
export interface MoveOffer {
  studentId: string
  instructorId: string
  status: BookingStatus
  /** Milliseconds since 1970, UTC. */
  lessonStart: number
  durationMinutes: number
  /** A teaching place of the coach; null when it is gone or there never was one. */
  locationId: string | null
  /** Null when the coach offers nothing there any more. */
  offer: Offer | null
}

/** @param around.start and around.now in milliseconds since 1970, UTC */
export async function findMoveOffer(
  db: Queryable,
  bookingId: string,
  around: { start: number; now: number },
): Promise<MoveOffer | null> {
  const [lesson] = await db
    .select({
      studentId: bookings.studentId,
      instructorId: bookings.instructorId,
      status: bookings.status,
      lessonStart: bookings.lessonDate,
      durationMinutes: bookings.durationMinutes,
      locationId: bookings.teachingLocationId,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!lesson) return null
  const { instructorId, locationId } = lesson
  const request = { instructorId, start: toIso(around.start), ...(locationId ? { locationId } : {}) }
  return {
    ...lesson,
    offer: await findOffer(db, request, around.now, bookingId),
  }
}
