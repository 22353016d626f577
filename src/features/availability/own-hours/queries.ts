import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { addDays, dateIn } from '#platform/time.ts'
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

/** Everything a coach sets about her hours. @param now milliseconds since 1970, UTC */
export async function readSettings(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<AvailabilitySettings> {
  const profile = await readProfile(db, coachId)
  const places = await readPlaces(db, coachId)
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

/** Says whether something is still what an edit began with. */
export const tagOf = (kept: Week | AvailabilitySettings['rules' | 'drives']): string =>
  createHash('sha256').update(JSON.stringify(kept)).digest('hex').slice(0, 32)

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
  if (!profile) throw new AppError('not_found', 'no_such_coach', 'You have no coach’s profile yet.')
  return profile
}

/** A coach's places, the primary one first. */
export async function readPlaces(db: Queryable, coachId: string) {
  const place = teachingLocations
  return await db
    .select({ id: place.id, name: place.locationName, zone: place.timeZone })
    .from(place)
    .where(eq(place.instructorId, coachId))
    .orderBy(desc(place.isPrimary), asc(place.createdAt), asc(place.id))
}

/** The drives between a coach's places, and the tag of them. */
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

/** The week as it is kept, in an order of its own, so that its tag stays the same. */
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

/** What is blocked and opened from a date on, an entry for each act. */
async function listActs(db: Queryable, coachId: string, from: string): Promise<Act[]> {
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

/** A lesson that occupies time, for the coach alone. */
export interface LessonThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  durationMinutes: number
  zone: string
  title: string
  student: string
  place: string
  isHeld: boolean
}

/**
 * Lessons and open holds of a coach that may fall on some dates, by any place's clock.
 * Raw: bookings stand on the floor above; what occupies time is what `read-schedule` counts.
 */
export async function listLessonsAround(
  db: Queryable,
  coachId: string,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<LessonThere[]> {
  const found = await db.execute<Omit<LessonThere, 'start' | 'end'> & { start: string; end: string }>(sql`
    select b.id, (date_part('epoch', b.lesson_date) * 1000)::bigint as start,
      (date_part('epoch', b.lesson_end) * 1000)::bigint as end, b.duration_minutes as "durationMinutes",
      b.time_zone as zone, b.location_name as place, b.lesson_title as title, s.full_name as student, b.status = 'pending' as "isHeld"
    from bookings b join profiles s on s.id = b.student_id
    where b.instructor_id = ${coachId}::uuid
      and b.lesson_date >= ${`${addDays(from, -4)}T00:00:00Z`}::timestamptz
      and b.lesson_date < ${`${addDays(to, 5)}T00:00:00Z`}::timestamptz
      and (b.status in ('confirmed', 'completed')
        or (b.status = 'pending' and b.hold_expires_at > to_timestamp(${now}::float8 / 1000)))
    order by b.lesson_date`)
  return found.rows.map((row) => ({ ...row, start: Number(row.start), end: Number(row.end) }))
}

/** An entry of one of the coach's other calendars, with the words that stand there: for her alone. */
export interface EntryThere {
  id: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  title: string | null
  calendar: string
}

/** Entries of other calendars that touch a range of milliseconds UTC. Raw: the calendars are a feature above. */
export async function listEntriesWithin(
  db: Queryable,
  coachId: string,
  { start, end }: { start: number; end: number },
): Promise<EntryThere[]> {
  const found = await db.execute<Omit<EntryThere, 'start' | 'end'> & { start: string; end: string }>(sql`
    select (date_part('epoch', e.starts_at) * 1000)::bigint as start, (date_part('epoch', e.ends_at) * 1000)::bigint as end,
      e.id, e.title, c.name as calendar
    from instructor_busy_times e join other_calendars c on c.id = e.calendar_id
    where e.instructor_id = ${coachId}::uuid and e.ends_at > to_timestamp(${start}::float8 / 1000)
      and e.starts_at < to_timestamp(${end}::float8 / 1000)
    order by e.starts_at, e.ends_at limit 1000`)
  return found.rows.map((row) => ({ ...row, start: Number(row.start), end: Number(row.end) }))
}

/** Those around a lesson, so far away that no break reaches further. @param lesson.start milliseconds UTC */
export const listEntriesAround = (
  db: Queryable,
  coachId: string,
  { start, durationMinutes }: { start: number; durationMinutes: number },
): Promise<EntryThere[]> =>
  listEntriesWithin(db, coachId, {
    start: start - FARTHEST_BREAK,
    end: start + durationMinutes * 60_000 + FARTHEST_BREAK,
  })

const FARTHEST_BREAK = 3 * 3_600_000
