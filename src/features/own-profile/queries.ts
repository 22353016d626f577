import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { readWeek } from '#features/availability/own-hours/queries.ts'
import {
  availabilityCalendars,
  instructorAvailability,
  instructorOpenings,
} from '#features/availability/tables.ts'
import { placesWithoutHours } from '#features/availability/week.ts'
import type { IntakeQuestion } from '#features/bookings/intake/intake.ts'
import { listQuestions } from '#features/bookings/intake/queries.ts'
import { bookings } from '#features/bookings/tables.ts'
import { listClinicsAtPlace } from '#features/clinics/dates-there.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso, zoneName } from '#platform/time.ts'
import { missingToBeSeen } from './own-profile.ts'
import type { OwnPlace, OwnProfile, PlaceUse } from './schema.ts'

type Words = OwnProfile['words']

/**
 * A coach's own profile, for editing.
 * @throws AppError no_such_profile
 */
export async function readOwnProfile(db: Queryable, coachId: string, now: number): Promise<OwnProfile> {
  const row = await findProfileRow(db, coachId)
  if (!row) throw noProfile()
  const words = profileFormOf(row, await listQuestions(db, coachId))
  const places = await readPlaces(db, coachId, now)
  const [hours] = await db
    .select({ n: count() })
    .from(instructorAvailability)
    .where(
      and(eq(instructorAvailability.instructorId, coachId), eq(instructorAvailability.isAvailable, true)),
    )
  const missing = missingToBeSeen(words, places).map(({ path }) => path)
  const open: OwnProfile['open'] = [
    { item: 'bio' as const, isNeeded: true, isOpen: missing.includes('bio') },
    { item: 'specialties' as const, isNeeded: true, isOpen: missing.includes('specialties') },
    { item: 'place' as const, isNeeded: true, isOpen: missing.includes('places') },
    { item: 'portrait' as const, isNeeded: false, isOpen: row.profileImageUrl === null },
    { item: 'hours' as const, isNeeded: false, isOpen: (hours?.n ?? 0) === 0 },
    { item: 'pictures' as const, isNeeded: false, isOpen: row.galleryImages.length === 0 },
  ].flatMap(({ isOpen, ...item }) => (isOpen ? [item] : []))
  return { id: coachId, tag: tagOf(words), words, places, open }
}

const noProfile = () =>
  new AppError('not_found', 'no_such_profile', 'You do not have a coaching profile yet.')

export async function findProfileRow(db: Queryable, coachId: string) {
  const [row] = await db.select().from(instructorProfiles).where(eq(instructorProfiles.userId, coachId))
  return row ?? null
}

const dollarsTyped = (cents: number | null) =>
  cents === null ? '' : cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)

const USUAL_GROUP = 4

/** The saved profile in the form's format. */
export function profileFormOf(
  row: typeof instructorProfiles.$inferSelect,
  questions: IntakeQuestion[],
): Words {
  return {
    displayName: row.displayName ?? '',
    bio: row.bio ?? '',
    gender: row.gender ?? '',
    years: row.yearsCoaching === null ? '' : String(row.yearsCoaching),
    location: row.location ?? '',
    specialties: row.specialties,
    launchMonitor: row.launchMonitor ?? '',
    credentials: row.credentials,
    facilityTypes: row.facilityTypes,
    hourlyRate: dollarsTyped(row.hourlyRate),
    durations: row.lessonDurations.toSorted((a, b) => a - b),
    groupRate: dollarsTyped(row.groupRate),
    groupSize: row.groupSize ?? USUAL_GROUP,
    groupBookable: row.groupBookable,
    playingRate: dollarsTyped(row.playingRate),
    playingMinutes: row.playingMinutes,
    isVisible: row.isVisible,
    instantBookEnabled: row.instantBookEnabled,
    questions,
  }
}

/**
 * A coach's places, the primary one first.
 * @param now milliseconds since 1970, UTC
 */
export async function readPlaces(db: Queryable, coachId: string, now: number): Promise<OwnPlace[]> {
  const place = teachingLocations
  const found = await db
    .select({
      id: place.id,
      name: place.locationName,
      address: place.address,
      city: place.city,
      state: place.state,
      zip: place.zip,
      zone: place.timeZone,
      isPrimary: place.isPrimary,
      isOutdoor: place.isOutdoor,
    })
    .from(place)
    .where(eq(place.instructorId, coachId))
    .orderBy(desc(place.isPrimary), asc(place.createdAt), asc(place.id))
  const [coach] = await db
    .select({ calendarId: instructorProfiles.instantBookCalendarId })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  const week = await readWeek(db, coachId, coach?.calendarId ?? null)
  const without = placesWithoutHours(
    week,
    found.map(({ id }) => id),
  )
  return found.map(({ isPrimary, address, zip, ...kept }) => ({
    ...kept,
    hasNoHours: without.includes(kept.id),
    address: address ?? '',
    zip: zip ?? '',
    zoneName: zoneName(now, kept.zone),
    isPrimary,
    tag: tagOf([kept.name, address, zip, kept.isOutdoor]),
  }))
}

/** The calendars whose hours apply only at a place. */
export const calendarsOf = async (db: Queryable, coachId: string, placeId: string): Promise<string[]> =>
  (
    await db
      .select({ id: availabilityCalendars.id })
      .from(availabilityCalendars)
      .where(
        and(
          eq(availabilityCalendars.instructorId, coachId),
          eq(availabilityCalendars.teachingLocationId, placeId),
        ),
      )
  ).map(({ id }) => id)

/** The name of the calendar that students book into, if it is a calendar of this place. */
export async function findUsedCalendar(
  db: Queryable,
  coachId: string,
  placeId: string,
): Promise<string | null> {
  const [used] = await db
    .select({ name: availabilityCalendars.name })
    .from(instructorProfiles)
    .innerJoin(availabilityCalendars, eq(availabilityCalendars.id, instructorProfiles.instantBookCalendarId))
    .where(and(eq(instructorProfiles.userId, coachId), eq(availabilityCalendars.teachingLocationId, placeId)))
  return used?.name ?? null
}

/** The number of ranges of the regular hours that count only at this place. */
export async function countRegularHoursOnlyAt(
  db: Queryable,
  coachId: string,
  placeId: string,
): Promise<number> {
  const others = await db
    .select({ id: teachingLocations.id })
    .from(teachingLocations)
    .where(and(eq(teachingLocations.instructorId, coachId), ne(teachingLocations.id, placeId)))
  const { ownHoursPlaceIds: apart, hours, calendars } = await readWeek(db, coachId, null)
  if (apart.includes(placeId) || others.length === 0 || others.some(({ id }) => !apart.includes(id))) return 0
  const placed = new Set(calendars.flatMap(({ id, placeId: place }) => (place ? [id] : [])))
  return hours.filter(({ calendarId }) => calendarId === null || !placed.has(calendarId)).length
}

const LISTED = 20

/**
 * What depends on a place: upcoming lessons including open holds, published clinics that are not over, with the seats in them, and the
 * hours that apply only there.
 */
export async function readPlaceUse(
  db: Queryable,
  coachId: string,
  placeId: string,
  now: number,
): Promise<PlaceUse> {
  const there = and(
    eq(bookings.instructorId, coachId),
    eq(bookings.teachingLocationId, placeId),
    isNull(bookings.clinicId),
    sql`${bookings.lessonEnd} > ${toIso(now)}::timestamptz`,
    sql`(${bookings.status} = 'confirmed' or ${bookings.status} = 'pending' and ${bookings.holdExpiresAt} > ${toIso(now)}::timestamptz)`,
  )
  const [total] = await db.select({ n: count() }).from(bookings).where(there)
  const lessons = await db
    .select({
      id: bookings.id,
      start: bookings.lessonDate,
      zone: bookings.timeZone,
      title: bookings.lessonTitle,
      student: profiles.fullName,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .where(there)
    .orderBy(asc(bookings.lessonDate))
    .limit(LISTED)
  const clinics = await listClinicsAtPlace(db, placeId, now)
  const calendars = await calendarsOf(db, coachId, placeId)
  const [hours] =
    calendars.length === 0
      ? [{ n: 0 }]
      : await db
          .select({ n: count() })
          .from(instructorAvailability)
          .where(inArray(instructorAvailability.calendarTypeId, calendars))
  const [openings] = await db
    .select({ n: count() })
    .from(instructorOpenings)
    .where(
      and(eq(instructorOpenings.instructorId, coachId), eq(instructorOpenings.teachingLocationId, placeId)),
    )
  return {
    lessons: lessons.map((lesson) => ({ ...lesson, start: toIso(lesson.start) })),
    lessonCount: total?.n ?? 0,
    clinics: clinics.map((clinic) => ({ ...clinic, start: toIso(clinic.start) })),
    weeklyHours: (hours?.n ?? 0) + (await countRegularHoursOnlyAt(db, coachId, placeId)),
    extraHours: openings?.n ?? 0,
    bookedInto: await findUsedCalendar(db, coachId, placeId),
  }
}
