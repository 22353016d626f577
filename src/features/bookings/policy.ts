import type { Actor } from '#platform/actor.ts'

/** Who may book with a coach: any student with instant booking, otherwise only one the coach gave access (row 64). */
export function canBook(
  actor: Actor,
  coach: { instantBookEnabled: boolean; isVisible: boolean },
  hasCalendarAccess: boolean,
): boolean {
  if (actor.role !== 'student') return false
  return coach.isVisible && (coach.instantBookEnabled || hasCalendarAccess)
}

/** Who may see a booking: its two people and admins. Everybody else is told that there is none. */
export function canSeeBooking(actor: Actor, booking: { studentId: string; instructorId: string }): boolean {
  return actor.role === 'admin' || actor.userId === booking.studentId || actor.userId === booking.instructorId
}
