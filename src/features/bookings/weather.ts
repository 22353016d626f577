import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { bookings } from './tables.ts'

/** What the weather changes about a booked lesson. The caller has locked the lesson with its payment. */

/**
 * From now on the student may move or cancel the lesson without a fee, until it begins.
 * @param at milliseconds since 1970, UTC
 * @returns false when that was so before, or the lesson is not booked any more
 */
export async function freeForWeather(tx: Queryable, bookingId: string, at: number): Promise<boolean> {
  const changed = await tx
    .update(bookings)
    .set({ weatherSince: at })
    .where(and(isBooked(bookingId), isNull(bookings.weatherSince)))
    .returning({ id: bookings.id })
  return changed.length > 0
}

/**
 * The coach does not teach the lesson because of the weather. It stays booked until its student chooses what becomes of it, or it would
 * have begun. Calendars update their copies.
 * @param at milliseconds since 1970, UTC
 * @returns false when it was called off before, or is not booked any more
 */
export async function markCalledOff(tx: Queryable, bookingId: string, at: number): Promise<boolean> {
  const changed = await tx
    .update(bookings)
    .set({
      calledOffAt: at,
      weatherSince: sql`coalesce(${bookings.weatherSince}, ${new Date(at)})`,
      detailNumber: sql`${bookings.detailNumber} + 1`,
    })
    .where(and(isBooked(bookingId), isNull(bookings.calledOffAt)))
    .returning({ id: bookings.id })
  return changed.length > 0
}

const isBooked = (bookingId: string) =>
  and(eq(bookings.id, bookingId), eq(bookings.status, 'confirmed'), isNull(bookings.clinicId))
