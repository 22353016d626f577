import { eq } from 'drizzle-orm'
import {
  forgetOwnDrives,
  moveHours,
  removeCalendars,
  removeRegularHours,
} from '#features/availability/commands.ts'
import {
  lockSchedule,
  restrictToOwnHours,
  shareRegularHours,
} from '#features/availability/own-hours/commands.ts'
import { lockBookingsAt } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { leavePlace } from '#features/clinics/commands.ts'
import {
  changeProfile,
  clearPrimaryPlace,
  deletePlace,
  insertPlaces,
  updatePlace,
} from '#features/coaches/commands.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { findZipPlace } from '#features/onboarding/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { profileChangedElsewhere } from './commands.ts'
import { profileLimits } from './profile-limits.ts'
import {
  calendarsOf,
  countRegularHoursOnlyAt,
  findProfileRow,
  findUsedCalendar,
  readPlaces,
  readPlaceUse,
} from './queries.ts'
import type { OwnPlace, PlaceForm } from './schema.ts'

type Has = Pick<Services, 'db' | 'clock'>
type Saved = { ok: true; placeId: string } | Refused<'unknown_zip' | 'too_many_places' | 'same_place'>

/**
 * Adds a place. Its town, map location and zone are derived from the ZIP code; the job that geocodes
 * addresses (`coaches/locate-places.ts`) refines the location later. The first place is the primary one, and the
 * regular hours count there; at other places they count only if the coach chooses so.
 */
export async function addPlace(
  services: Has,
  coachId: string,
  form: PlaceForm & { isPrimary: boolean; hours: 'own' | 'regular' },
): Promise<Saved> {
  const where = await findZipPlace(services.db, services.clock, form.zip)
  if (!where) return refused('unknown_zip')
  return await services.db.transaction(async (tx) => {
    const places = await lockPlaces(tx, services, coachId)
    if (places.length >= profileLimits.places) return refused('too_many_places')
    if (places.some((place) => isSame(place, form))) return refused('same_place')
    const isPrimary = form.isPrimary || places.length === 0
    if (isPrimary) await clearPrimaryPlace(tx, coachId)
    const createdAt = services.clock.now()
    const [placeId] = await insertPlaces(tx, [
      { ...columnsOf(form, where), instructorId: coachId, isPrimary, createdAt },
    ])
    if (!placeId) throw new Error('the inserted place was not returned')
    if (isPrimary) await followPrimary(tx, coachId, where.zone)
    if (places.length > 0 && form.hours === 'own') await restrictToOwnHours(tx, coachId, placeId)
    return { ok: true, placeId }
  })
}

/**
 * Changes a place. Booked lessons keep their address and zone, and so do published clinics, which no longer belong to a place
 * with another ZIP code. The driving times that the coach set to such a place are estimated again. Saving what is stored already
 * succeeds: the response to an earlier save may have been lost.
 * @param basedOn the tag of the place the edit is based on
 * @throws AppError no_such_place, changed_elsewhere
 */
export async function changePlace(
  services: Has,
  coachId: string,
  { placeId, basedOn, ...form }: PlaceForm & { placeId: string; basedOn: string },
): Promise<Saved> {
  const where = await findZipPlace(services.db, services.clock, form.zip)
  if (!where) return refused('unknown_zip')
  return await services.db.transaction(async (tx) => {
    const places = await lockPlaces(tx, services, coachId)
    const place = ownPlace(places, placeId)
    if (isStored(place, form)) return { ok: true, placeId }
    if (place.tag !== basedOn) throw profileChangedElsewhere()
    if (places.some((other) => other.id !== placeId && isSame(other, form))) return refused('same_place')
    // With the same ZIP code, the map location is kept, because it may be more precise than the center of the
    // ZIP area.
    const moved = form.zip === place.zip ? {} : columnsOf(form, where)
    await updatePlace(tx, place.id, {
      locationName: form.locationName,
      address: form.address || null,
      ...(form.isOutdoor === undefined ? {} : { isOutdoor: form.isOutdoor }),
      ...moved,
    })
    if (form.zip !== place.zip) {
      await leavePlace(tx, place.id)
      await forgetOwnDrives(tx, place.id)
      if (place.isPrimary) await followPrimary(tx, coachId, where.zone)
    }
    return { ok: true, placeId }
  })
}

/**
 * Makes a place the primary one.
 * @throws AppError no_such_place
 */
export async function makePrimary(services: Has, coachId: string, placeId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const place = ownPlace(await lockPlaces(tx, services, coachId), placeId)
    if (place.isPrimary) return
    await clearPrimaryPlace(tx, coachId)
    await raise(tx, coachId, place)
  })
}

/**
 * Removes a place. Lessons booked and clinics published there are listed first and are not changed; hours that apply only there are
 * removed or moved to another place. The calendar that students book into is not removed, because that would open all other hours.
 * A visible profile must keep at least one place.
 * @throws AppError no_such_place
 */
export async function removePlace(
  services: Has,
  coachId: string,
  input: {
    placeId: string
    keepLessons: boolean
    hours: 'remove' | 'move'
    moveTo?: string | null | undefined
  },
): Promise<{ ok: true } | Refused<'lessons_there' | 'last_place' | 'booked_into'>> {
  return await services.db.transaction(async (tx) => {
    await lockProfile(tx, coachId)
    const bookingCount = await lockBookingsAt(tx, coachId, input.placeId)
    const places = await lockPlaces(tx, services, coachId)
    const place = ownPlace(places, input.placeId)
    // A lesson was booked there between the two locks.
    if ((await tx.$count(bookings, eq(bookings.teachingLocationId, place.id))) !== bookingCount)
      throw profileChangedElsewhere()
    const rest = places.filter(({ id }) => id !== place.id)
    if (rest.length === 0 && (await findProfileRow(tx, coachId))?.isVisible) return refused('last_place')
    const { lessonCount, clinics } = await readPlaceUse(tx, coachId, place.id, services.clock.now())
    if (lessonCount + clinics.length > 0 && !input.keepLessons) return refused('lessons_there')
    const calendars = await calendarsOf(tx, coachId, place.id)
    const hasRegularHours = (await countRegularHoursOnlyAt(tx, coachId, place.id)) > 0
    if (input.hours === 'move') {
      const target = ownPlace(rest, input.moveTo ?? '')
      if (hasRegularHours) await shareRegularHours(tx, coachId, target.id)
      await moveHours(tx, { calendarIds: calendars, placeId: place.id }, target.id)
    } else {
      if (await findUsedCalendar(tx, coachId, place.id)) return refused('booked_into')
      await removeCalendars(tx, calendars)
      if (hasRegularHours) await removeRegularHours(tx, coachId)
    }
    await deletePlace(tx, place.id)
    if (place.isPrimary && rest[0]) await raise(tx, coachId, rest[0])
    return { ok: true }
  })
}

/**
 * Finds one of the coach's locked places by its id.
 * @throws AppError no_such_place, also for another coach's place
 */
export function ownPlace(places: readonly OwnPlace[], placeId: string): OwnPlace {
  const place = places.find(({ id }) => id === placeId)
  if (!place) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
  return place
}

/**
 * Locks the profile, then the schedule, to serialize requests from two windows and bookings. Suspending a
 * coach and saving a profile lock in the same order, which prevents deadlocks.
 */
async function lockPlaces(tx: Queryable, { clock }: Has, coachId: string): Promise<OwnPlace[]> {
  await lockProfile(tx, coachId)
  await lockSchedule(tx, coachId)
  return await readPlaces(tx, coachId, clock.now())
}

async function lockProfile(tx: Queryable, coachId: string) {
  if (!(await findProfileRow(tx, coachId)))
    throw new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')
  await tx
    .select({ userId: instructorProfiles.userId })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
    .for('no key update')
}

async function raise(tx: Queryable, coachId: string, place: OwnPlace) {
  await updatePlace(tx, place.id, { isPrimary: true })
  await followPrimary(tx, coachId, place.zone)
}

/** The profile's zone, used where there is no place, follows the primary place. */
const followPrimary = (tx: Queryable, coachId: string, zone: string) =>
  changeProfile(tx, coachId, { timeZone: zone })

const isSame = (place: OwnPlace, form: PlaceForm) =>
  place.name.toLowerCase() === form.locationName.toLowerCase() && place.zip === form.zip

const isStored = (place: OwnPlace, form: PlaceForm) =>
  place.name === form.locationName &&
  place.address === form.address &&
  place.zip === form.zip &&
  (form.isOutdoor ?? place.isOutdoor) === place.isOutdoor

function columnsOf(
  form: PlaceForm,
  where: { city: string; state: string; lat: number; lng: number; zone: string },
) {
  return {
    locationName: form.locationName,
    address: form.address || null,
    ...(form.isOutdoor === undefined ? {} : { isOutdoor: form.isOutdoor }),
    zip: form.zip,
    city: where.city,
    state: where.state,
    lat: where.lat,
    lng: where.lng,
    timeZone: where.zone,
  }
}
