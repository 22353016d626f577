import { asc, desc, eq } from 'drizzle-orm'
import { isAddressInTown } from '#features/coaches/place-address.ts'
import { teachingLocations } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import type { BookingStatus } from '../booking.ts'
import { findOffer, type Offer } from '../offer.ts'
import { bookings } from '../tables.ts'

/**
 * A booked lesson and the coach's offer around another instant, with the lesson itself not counted as
 * occupied.
 */
export interface MoveOffer {
  studentId: string
  instructorId: string
  status: BookingStatus
  /** Milliseconds since 1970, UTC. */
  lessonStart: number
  durationMinutes: number
  /** Since when the weather lets the student move it without a fee; null when it does not. */
  weatherSince: number | null
  /** The teaching place it was booked at; null when it was removed or the lesson never had one. */
  locationId: string | null
  /** Null for a lesson that was paid individually. */
  packageId: string | null
  /** The clinic that it is a seat in. */
  clinicId: string | null
  /** The coach no longer teaches at the lesson's place. Students cannot choose a new time there. */
  isPlaceGone: boolean
  /** The coach's other teaching places, the primary one first. */
  otherPlaces: { id: string; name: string; city: string }[]
  /** The offer at the lesson's own place or the requested one. Null when the coach does not teach there. */
  offer: Offer | null
}

/**
 * @param around.start and around.now in milliseconds since 1970, UTC
 * @param placeId another teaching place of the coach; when omitted, the lesson stays at its own place
 */
export async function findMoveOffer(
  db: Queryable,
  bookingId: string,
  around: { start: number; now: number },
  placeId?: string,
): Promise<MoveOffer | null> {
  const [lesson] = await db
    .select({
      studentId: bookings.studentId,
      instructorId: bookings.instructorId,
      status: bookings.status,
      lessonStart: bookings.lessonDate,
      durationMinutes: bookings.durationMinutes,
      weatherSince: bookings.weatherSince,
      locationId: bookings.teachingLocationId,
      packageId: bookings.packageId,
      clinicId: bookings.clinicId,
      address: bookings.locationAddress,
      zone: bookings.timeZone,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!lesson) return null
  const { address, zone, ...facts } = lesson
  const { instructorId, locationId } = lesson
  const request = { instructorId, start: toIso(around.start), locationId: placeId }
  const places = await listPlaces(db, instructorId)
  const own = places.find(({ id }) => id === locationId)
  // A place that got another address in the same town is still the same place.
  const isSame = own?.zone === zone && (address === null || isAddressInTown(address, own))
  return {
    ...facts,
    isPlaceGone: places.length > 0 && !isSame,
    otherPlaces: places.filter((place) => !isSame || place !== own),
    offer: await findOffer(db, request, around.now, bookingId),
  }
}

/**
 * When the package of a lesson expires, milliseconds since 1970, UTC; null for a lesson that was paid
 * individually.
 */
export const readPackageEndOfLesson = async (
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  { packageId }: Pick<MoveOffer, 'packageId'>,
): Promise<number | null> => (packageId ? await answers.package_runs_out(db, { packageId }) : null)

const listPlaces = (db: Queryable, coachId: string) =>
  db
    .select({
      id: teachingLocations.id,
      name: teachingLocations.locationName,
      city: teachingLocations.city,
      state: teachingLocations.state,
      zone: teachingLocations.timeZone,
    })
    .from(teachingLocations)
    .where(eq(teachingLocations.instructorId, coachId))
    .orderBy(desc(teachingLocations.isPrimary), asc(teachingLocations.createdAt), asc(teachingLocations.id))
