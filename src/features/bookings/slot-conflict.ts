import { constraintOf } from '#platform/db.ts'

/**
 * Whether an error means that a concurrent request was faster: another lesson at that time or too far away to
 * drive to, no seat left, the same idempotency key or proposal in another booking, or a deadlock.
 */
export function isSlotConflict(error: unknown): boolean {
  const conflict = constraintOf(error)
  switch (conflict?.kind) {
    case 'deadlock':
    case 'serialization':
      return true
    case 'exclusion':
    case 'unique':
      return slotConstraints.includes(conflict.constraint ?? '')
    default:
      return false
  }
}

const slotConstraints = [
  'no_overlapping_lessons_of_a_coach',
  'time_to_drive_between_lessons',
  'one_booking_an_idempotency_key',
  'a_proposal_is_booked_once',
  'seats_of_a_clinic',
  'one_seat_a_person',
]
