import type { Schedule } from '#features/availability/schedule-types.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { addDays, dateIn } from '#platform/time.ts'

/** A coach's offer around one instant: place, zone, rules, price and existing bookings. */
export type Offer = Schedule & { instructorId: string; coachLabel: string }

/**
 * Reads what is needed to decide about one lesson; null when the coach or the place does not exist.
 * @param now milliseconds since 1970, UTC
 * @param input.lastStart for several lessons, the start of the last one
 * @param bookingToIgnore a lesson that is being moved: it is not counted as occupied, and keeps its place
 * unless `locationId` names another
 */
export async function findOffer(
  db: Queryable,
  input: { instructorId: string; locationId?: string | undefined; start: string; lastStart?: string },
  now: number,
  bookingToIgnore?: string,
): Promise<Offer | null> {
  const date = dateIn(input.start, 'UTC')
  const schedule = await findSchedule(db, input.instructorId, {
    from: addDays(date, -1),
    to: addDays(dateIn(input.lastStart ?? input.start, 'UTC'), 1),
    now,
    bookingToIgnore,
    ...(input.locationId ? { locationId: input.locationId } : {}),
  })
  if (!schedule) return null
  return { ...schedule, instructorId: input.instructorId, coachLabel: coachLabel(schedule.coachName) }
}
