import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import type { DisputeReason } from '#features/disputes/dispute.ts'
import { DAY } from '#platform/duration.ts'
import type { Lesson } from './rows.ts'

/** The functions below change a generated lesson. They accept null for a lesson that could not be generated, and then return null. */
type Maybe = Lesson | null | undefined

/** Marks a lesson as moved from the same hour of the previous day. @param at when it was moved, milliseconds since 1970 */
export function moved(lesson: Maybe, as: 'student' | 'coach', at: number): Lesson | null {
  if (!lesson) return null
  const { booking } = lesson
  return {
    ...lesson,
    booking: { ...booking, moved_by_coach: as === 'coach', change_number: 1, updated_at: at },
    moves: [
      {
        booking_id: booking.id,
        moved_by: as === 'student' ? booking.student_id : booking.instructor_id,
        moved_as: as,
        from_start: booking.lesson_date - DAY,
        to_start: booking.lesson_date,
        moved_at: at,
      },
    ],
  }
}

/** Marks a lesson as cancelled by the coach, with a full refund. @param at milliseconds since 1970 */
export function calledOff(lesson: Maybe, why: string, at: number): Lesson | null {
  if (!lesson?.payment) return null
  const { booking, payment } = lesson
  return {
    ...lesson,
    booking: {
      ...booking,
      status: 'cancelled',
      payment_status: 'refunded',
      cancelled_at: at,
      cancel_reason: 'coach',
      cancel_message: why,
      change_number: 1,
      updated_at: at,
    },
    payment: { ...payment, payment_status: 'refunded', refunded_cents: payment.amount_cents },
  }
}

/** Marks a lesson as a no-show. */
export function missed(lesson: Maybe): Lesson | null {
  if (!lesson) return null
  return { ...lesson, booking: { ...lesson.booking, no_show: true, lesson_completed: false } }
}

/** Adds a problem reported by the student. @param problem.at milliseconds since 1970 */
export function reported(
  lesson: Maybe,
  problem: { status: DisputeStatus; reason: DisputeReason; details: string; at: number },
): Lesson | null {
  if (!lesson?.payment) return null
  return {
    ...lesson,
    problem: {
      booking_id: lesson.booking.id,
      status: problem.status,
      dispute_reason: problem.reason,
      dispute_details: problem.details,
      payment_amount: lesson.payment.amount_cents,
      created_at: problem.at,
    },
  }
}

/** Adds the coach's public reply to the review, one day after it. */
export function replied(lesson: Maybe, reply: string): Lesson | null {
  if (!lesson) return null
  const { review } = lesson
  return {
    ...lesson,
    review: review && { ...review, reply, replied_at: review.created_at + DAY },
  }
}

/** Adds a note from the coach to the student. */
export function noted(lesson: Maybe, note: string): Lesson | null {
  if (!lesson) return null
  const { id, instructor_id, student_id, lesson_end } = lesson.booking
  return {
    ...lesson,
    note: { booking_id: id, instructor_id, student_id, note, created_at: lesson_end + 3_600_000 },
  }
}

/** Leaves the student's review unpublished until the coach writes one. @param now milliseconds since 1970 */
export function unread(lesson: Maybe, now: number): Lesson | null {
  if (!lesson) return null
  const { review } = lesson
  return {
    ...lesson,
    review: review && {
      ...review,
      created_at: Math.min(review.created_at, now - 3_600_000),
      published_at: null,
    },
  }
}
