import type { Actor } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { CancelParty } from './cancellation/cancellation.ts'

/**
 * Who may book with a coach: every student with instant booking, otherwise only students the coach gave
 * access.
 */
export function canBook(
  actor: Actor,
  coach: { instantBookEnabled: boolean; isListed: boolean },
  hasCalendarAccess: boolean,
): boolean {
  if (actor.role !== 'student') return false
  return coach.isListed && (coach.instantBookEnabled || hasCalendarAccess)
}

/** Who may see a booking: its student, its coach and admins. Other users get a not-found error. */
export function canSeeBooking(actor: Actor, booking: { studentId: string; instructorId: string }): boolean {
  return actor.role === 'admin' || actor.userId === booking.studentId || actor.userId === booking.instructorId
}

/** The user's role in a booking; null for other users, who get a not-found error. */
export function partyOf(
  actor: Pick<Actor, 'userId' | 'role'>,
  booking: { studentId: string; instructorId: string },
): CancelParty | null {
  if (actor.userId === booking.studentId) return 'student'
  if (actor.userId === booking.instructorId) return 'coach'
  return actor.role === 'admin' ? 'admin' : null
}

/** Thrown for bookings that do not exist and for users who may not see them. */
export const noSuchBooking = () => new AppError('not_found', 'no_such_booking', 'There is no such booking.')
