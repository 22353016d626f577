import { HOUR } from '#platform/duration.ts'
import type { BookingStatus } from '../booking.ts'
import type { CancelParty } from '../cancellation/cancellation.ts'

/** Students can move a lesson until this many hours before it begins, regardless of the coach's policy. */
export const MOVE_CUTOFF_HOURS = 24

export type MoveRefusal = 'not_confirmed' | 'already_started' | 'too_late' | 'is_seat'

/**
 * Why the given party cannot move a lesson now; null when they can. The length and the price stay the same.
 * @param lesson its start, and `now`, in milliseconds since 1970, UTC
 */
export function whyNotMove(
  lesson: {
    status: BookingStatus
    lessonStart: number
    clinicId?: string | null
    /** Since when the weather lets the student move it at any time; null or omitted when it does not. */
    weatherSince?: number | null
  },
  party: CancelParty,
  now: number,
): MoveRefusal | null {
  if (lesson.clinicId) return 'is_seat'
  if (lesson.status !== 'confirmed') return 'not_confirmed'
  if (now >= lesson.lessonStart) return 'already_started'
  if (typeof lesson.weatherSince === 'number') return null
  return party === 'student' && now > movableUntil(lesson.lessonStart) ? 'too_late' : null
}

/**
 * The latest start a student may choose, milliseconds since 1970, UTC. A lesson of a package must stay within
 * the package's term, unless the coach already moved it past that.
 * @param packageEnd null for a lesson that was paid individually
 */
export const latestStart = (lesson: { lessonStart: number }, packageEnd: number | null): number =>
  packageEnd === null ? Number.POSITIVE_INFINITY : Math.max(packageEnd, lesson.lessonStart)

/** The last instant at which a student may move a lesson; milliseconds since 1970, UTC. */
export const movableUntil = (lessonStart: number) => lessonStart - MOVE_CUTOFF_HOURS * HOUR

/** The message shown for each refusal. */
export const moveRefusalTexts: Record<
  | MoveRefusal
  | 'slot_taken'
  | 'slot_gone'
  | 'coach_unavailable'
  | 'student_unavailable'
  | 'in_the_past'
  | 'not_confirmed_time'
  | 'place_gone'
  | 'after_the_package',
  string
> = {
  is_seat: 'A seat in a clinic cannot be moved. Cancel it instead.',
  not_confirmed: 'Only a booked lesson can be moved.',
  already_started: 'This lesson has begun and can no longer be moved.',
  too_late: `A lesson can be moved until ${MOVE_CUTOFF_HOURS} hours before it begins. You can still cancel it.`,
  slot_taken: 'This time is not free. Please choose another one.',
  slot_gone: 'The coach’s hours have just changed. Please choose a time again.',
  coach_unavailable: 'This coach is not taking bookings at the moment. You can still cancel the lesson.',
  student_unavailable: 'Nothing can be booked with this account at the moment.',
  not_confirmed_time: 'This time is not open to students. Please confirm that you want it.',
  place_gone:
    'The coach no longer teaches at this place. Choose another place, or message the coach to agree on a time.',
  after_the_package: 'This time is after your package expires. Please choose an earlier one.',
  in_the_past: 'This time has already passed. Please choose another one.',
}
