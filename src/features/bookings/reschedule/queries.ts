import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { BookingStatus } from '../booking.ts'
import { findOffer, type Offer } from '../queries.ts'

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
  const found = await db.execute<{
    student_id: string
    instructor_id: string
    status: BookingStatus
    start: string
    duration_minutes: number
    location_id: string | null
  }>(sql`
    select student_id, instructor_id, status, extract(epoch from lesson_date) * 1000 as start, duration_minutes,
      teaching_location_id as location_id
    from bookings where id = ${bookingId}`)
  const lesson = found.rows[0]
  if (!lesson) return null
  const request = {
    instructorId: lesson.instructor_id,
    start: toIso(around.start),
    ...(lesson.location_id ? { locationId: lesson.location_id } : {}),
  }
  return {
    studentId: lesson.student_id,
    instructorId: lesson.instructor_id,
    status: lesson.status,
    lessonStart: Math.round(Number(lesson.start)),
    durationMinutes: lesson.duration_minutes,
    locationId: lesson.location_id,
    offer: await findOffer(db, request, around.now, bookingId),
  }
}
