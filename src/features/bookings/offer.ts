import type { Schedule } from '#features/availability/coach-schedule.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { addDays, dateIn } from '#platform/time.ts'

/** What a coach offers around one moment: place, zone, rules, price and everything already booked. */
export type Offer = Schedule & { instructorId: string; coachLabel: string }

/**
 * Reads what is needed to decide about one lesson; null when there is no such coach or place.
 * @param now milliseconds since 1970, UTC
 * @param bookingToIgnore a lesson that is about to be moved: it is not in its own way, and keeps its place unless `locationId` names another
 */
export async function findOffer(
  db: Queryable,
  input: { instructorId: string; locationId?: string | undefined; start: string },
  now: number,
  bookingToIgnore?: string,
): Promise<Offer | null> {
  const date = dateIn(input.start, 'UTC')
  const schedule = await findSchedule(db, input.instructorId, {
    from: addDays(date, -1),
    to: addDays(date, 1),
    now,
    bookingToIgnore,
    ...(input.locationId ? { locationId: input.locationId } : {}),
  })
  if (!schedule) return null
  return { ...schedule, instructorId: input.instructorId, coachLabel: coachLabel(schedule.coachName) }
}

/** Street, city and state: the booking keeps an address that a map can find. Null when there is no place of its own. */
export function addressOf({ address, city, state }: Offer['location']): string | null {
  const town = [city, state].filter(Boolean).join(', ')
  return [address, town].filter(Boolean).join(', ') || null
}
