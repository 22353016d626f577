import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { dateIn } from '#platform/time.ts'
import {
  availabilityCalendars,
  coachDrives,
  instructorAvailability,
  instructorBlockedDates,
  instructorOpenings,
  placesWithOwnHours,
} from '../tables.ts'
import type { Week } from '../week.ts'
import type { Act, AvailabilitySettings } from './schema.ts'

/**
 * All of a coach's availability settings.
 * @param now milliseconds since 1970, UTC
 */
export async function readSettings(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<AvailabilitySettings> {
  const profile = await readProfile(db, coachId)
  const places = await readPlacesWithHours(db, coachId)
  const week = await readWeek(db, coachId, profile.instantBookCalendarId)
  const zone = places[0]?.zone ?? profile.zone
  const today = dateIn(now, zone)
  return {
    zone,
    today,
    isVisible: profile.isVisible,
    instantBookEnabled: profile.instantBookEnabled,
    durations: profile.durations.toSorted((a, b) => a - b),
    places,
    week,
    weekTag: tagOf(week),
    rules: profile.rules,
    rulesTag: tagOf(profile.rules),
    ...(await readDrives(db, coachId)),
    acts: await listActs(db, coachId, today),
  }
}

export async function readProfile(db: Queryable, coachId: string) {
  const coach = instructorProfiles
  const [profile] = await db
    .select({
      zone: coach.timeZone,
      isVisible: coach.isVisible,
      instantBookEnabled: coach.instantBookEnabled,
      instantBookCalendarId: coach.instantBookCalendarId,
      durations: coach.lessonDurations,
      rules: {
        noticeHours: coach.minBookingNoticeHours,
        windowDays: coach.maxBookingWindowDays,
        stepMinutes: coach.slotStepMinutes,
        bufferMinutes: coach.bufferMinutes,
      },
    })
    .from(coach)
    .where(eq(coach.userId, coachId))
  if (!profile) throw new AppError('not_found', 'no_such_coach', 'You do not have a coaching profile yet.')
  return profile
}

/** A coach's places, the primary one first. */
export async function readPlacesWithHours(db: Queryable, coachId: string) {
  const place = teachingLocations
  return await db
    .select({ id: place.id, name: place.locationName, zone: place.timeZone })
    .from(place)
    .where(eq(place.instructorId, coachId))
    .orderBy(desc(place.isPrimary), asc(place.createdAt), asc(place.id))
}

/** The drives between a coach's places, with their tag. */
export async function readDrives(db: Queryable, coachId: string) {
  const drive = coachDrives
  const drives = await db
    .select({
      placeA: drive.placeA,
      placeB: drive.placeB,
      ownMinutes: drive.ownMinutes,
      measuredMinutes: sql<number | null>`coalesce(${drive.routedMinutes}, ${drive.estimatedMinutes})`,
      isRouted: sql<boolean>`${drive.routedMinutes} is not null`,
    })
    .from(drive)
    .where(eq(drive.instructorId, coachId))
    .orderBy(asc(drive.placeA), asc(drive.placeB))
  return { drives, drivesTag: tagOf(drives) }
}

/** The saved week in a stable order, so that its tag stays the same. */
export async function readWeek(
  db: Queryable,
  coachId: string,
  instantBookCalendarId: string | null,
): Promise<Week & { ownHoursPlaceIds: string[] }> {
  const calendars = await db
    .select({
      id: availabilityCalendars.id,
      name: availabilityCalendars.name,
      placeId: availabilityCalendars.teachingLocationId,
    })
    .from(availabilityCalendars)
    .where(eq(availabilityCalendars.instructorId, coachId))
    .orderBy(asc(availabilityCalendars.name), asc(availabilityCalendars.id))
  const range = instructorAvailability
  const hours = await db
    .select({
      calendarId: range.calendarTypeId,
      day: range.dayOfWeek,
      from: range.startTime,
      to: range.endTime,
      weekParity: range.weekParity,
    })
    .from(range)
    .where(and(eq(range.instructorId, coachId), eq(range.isAvailable, true)))
    .orderBy(
      asc(range.calendarTypeId),
      asc(range.dayOfWeek),
      asc(range.startTime),
      asc(range.endTime),
      asc(range.weekParity),
    )
  const ownHours = await db
    .select({ placeId: placesWithOwnHours.placeId })
    .from(placesWithOwnHours)
    .where(eq(placesWithOwnHours.instructorId, coachId))
    .orderBy(asc(placesWithOwnHours.placeId))
  return {
    calendars,
    instantBookCalendarId,
    ownHoursPlaceIds: ownHours.map(({ placeId }) => placeId),
    hours: hours.map((one) => ({ ...one, from: one.from.slice(0, 5), to: one.to.slice(0, 5) })),
  }
}

type DatedRow = {
  act: number
  date: string
  startTime: string | null
  endTime: string | null
  placeId: string | null
  note: string | null
}

/** Blocks and openings from a date on, one entry per operation. */
export async function listActs(db: Queryable, coachId: string, from: string): Promise<Act[]> {
  const block = instructorBlockedDates
  const blocks = await db
    .select({
      act: block.act,
      date: block.blockedDate,
      startTime: block.startTime,
      endTime: block.endTime,
      placeId: sql<null>`null`,
      note: block.reason,
    })
    .from(block)
    .where(and(eq(block.instructorId, coachId), gte(block.blockedDate, from)))
    .orderBy(asc(block.blockedDate), asc(block.startTime))
  const opening = instructorOpenings
  const openings = await db
    .select({
      act: opening.act,
      date: opening.openingDate,
      startTime: opening.startTime,
      endTime: opening.endTime,
      placeId: opening.teachingLocationId,
      note: opening.note,
    })
    .from(opening)
    .where(and(eq(opening.instructorId, coachId), gte(opening.openingDate, from)))
    .orderBy(asc(opening.openingDate), asc(opening.startTime))
  return [...actsOf('block', blocks), ...actsOf('opening', openings)].sort(
    (a, b) => a.from.localeCompare(b.from) || a.act - b.act,
  )
}

function actsOf(kind: Act['kind'], rows: readonly DatedRow[]): Act[] {
  const acts = new Map<number, Act>()
  for (const { date, startTime, endTime, ...row } of rows) {
    const known = acts.get(row.act)
    if (known) known.to = date
    else
      acts.set(row.act, {
        ...row,
        kind,
        from: date,
        to: date,
        startTime: startTime?.slice(0, 5) ?? null,
        endTime: endTime?.slice(0, 5) ?? null,
      })
  }
  return [...acts.values()]
}
