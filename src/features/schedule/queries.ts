import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { ScheduleRules } from '#features/availability/availability.ts'
import { readPlacesWithHours, readProfile } from '#features/availability/own-hours/queries.ts'
import { merge, type Range } from '#features/availability/ranges.ts'
import { instructorBlockedDates, instructorOpenings } from '#features/availability/tables.ts'
import { instantsShowing, teachingDay } from '#features/availability/teaching-day.ts'
import { minutesOf } from '#features/availability/weekdays.ts'
import { hoursOfWeeks, weekday, weekParity } from '#features/availability/weekly-hours.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { whyNotMove } from '#features/bookings/reschedule/reschedule.ts'
import { bookings, seriesLessons } from '#features/bookings/tables.ts'
import { listClinicSessions } from '#features/clinics/queries.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { golferOf } from '#features/golfers/queries.ts'
import { golfers } from '#features/golfers/tables.ts'
import { listEntriesWithin } from '#features/other-calendars/queries.ts'
import { payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { addDays, dateIn, epochDay, toIso } from '#platform/time.ts'
import { boundsOf, instantsOfPart } from './day-parts.ts'
import { datesOfView, listDates, type ScheduleView } from './schedule.ts'
import type { ScheduleEntry, WeekSchedule } from './schema.ts'

const LONGEST = 24 * 3_600_000
interface Dates {
  from: string
  to: string
}

interface ScheduleRequest {
  view: ScheduleView
  /** Today when left out. */
  date?: string | undefined
  placeId?: string | undefined
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * A coach's calendar over some dates: lessons, holds, what she blocked and opened, and her hours under them.
 * @throws AppError no_such_place
 */
export async function readSchedule(
  db: Queryable,
  coachId: string,
  { view, placeId, now, ...request }: ScheduleRequest,
): Promise<WeekSchedule> {
  const { profile, places, place, zone } = await readPlaceInView(db, coachId, placeId)
  const today = dateIn(now, zone)
  const date = request.date ?? today
  const dates = datesOfView(view, date)
  const within = { start: boundsOf(dates.from, zone).start, end: boundsOf(dates.to, zone).end }
  const read = await findSchedule(db, coachId, { ...dates, now, locationId: place?.id })
  // What belongs to no place holds at each by its own clock, as the engine counts it.
  const found = [
    ...(await listLessons(db, coachId, within, now)),
    ...(await listBlocks(db, coachId, dates, zone)),
    ...(await listOpenings(db, coachId, dates, { zone, places })),
    ...(await listBusyTimes(db, coachId, within)),
    ...(await listClinicDates(db, coachId, within, now)),
  ]
  return {
    zone,
    view,
    date,
    ...dates,
    today,
    now: toIso(now),
    places,
    placeId: place?.id ?? null,
    durations: profile.durations.toSorted((a, b) => a - b),
    rateCents: await readRate(db, coachId),
    entries: found
      .filter(({ start, end }) => Date.parse(start) < within.end && Date.parse(end) > within.start)
      .sort((a, b) => a.start.localeCompare(b.start)),
    hours: (read ? hoursWithin(read.rules, { dates, within }) : []).map(({ start, end }) => ({
      start: toIso(start),
      end: toIso(end),
    })),
  }
}

/**
 * The place whose zone a coach's calendar uses, with the zone and the coach's other places; the primary place when none is chosen.
 * @throws AppError no_such_place
 */
export async function readPlaceInView(db: Queryable, coachId: string, placeId: string | undefined) {
  const profile = await readProfile(db, coachId)
  const places = await readPlacesWithHours(db, coachId)
  const place = placeId ? places.find(({ id }) => id === placeId) : places[0]
  if (placeId && !place) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
  const zone = place?.zone ?? profile.zone
  return { profile, places, place, zone }
}

async function readRate(db: Queryable, coachId: string): Promise<Cents> {
  const [coach] = await db
    .select({ rateCents: instructorProfiles.hourlyRate })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach?.rateCents ?? 0
}

async function listLessons(
  db: Queryable,
  coachId: string,
  within: Range,
  now: number,
): Promise<ScheduleEntry[]> {
  const rows = await db
    .select({
      bookingId: bookings.id,
      title: bookings.lessonTitle,
      studentId: bookings.studentId,
      studentName: profiles.fullName,
      golfer: golfers,
      isInvitation: profiles.isInvited,
      isOfCaller: sql<boolean>`${profiles.enteredBy} is not null`,
      start: bookings.lessonDate,
      end: bookings.lessonEnd,
      durationMinutes: bookings.durationMinutes,
      zone: bookings.timeZone,
      place: bookings.locationName,
      placeId: bookings.teachingLocationId,
      priceCents: bookings.priceAmount,
      status: bookings.status,
      noShow: bookings.noShow,
      calledOffAt: bookings.calledOffAt,
      heldUntil: bookings.holdExpiresAt,
      paymentMethod: payments.paymentMethod,
      enteredByCoach: bookings.enteredByCoach,
      series: {
        id: seriesLessons.seriesId,
        position: seriesLessons.position,
        lessons: seriesLessons.lessons,
      },
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .leftJoin(golfers, eq(golfers.id, bookings.golferId))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(seriesLessons, eq(seriesLessons.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.instructorId, coachId),
        // The clinic is shown, and not each of its seats.
        isNull(bookings.clinicId),
        gte(bookings.lessonDate, within.start - LONGEST),
        lt(bookings.lessonDate, within.end),
        or(
          inArray(bookings.status, ['confirmed', 'completed']),
          and(eq(bookings.status, 'pending'), gt(bookings.holdExpiresAt, now)),
        ),
      ),
    )
    .orderBy(asc(bookings.lessonDate), asc(bookings.id))
  return rows.map(
    ({
      studentId,
      studentName,
      golfer,
      start,
      end,
      status,
      noShow,
      calledOffAt,
      heldUntil,
      paymentMethod,
      enteredByCoach,
      ...row
    }) => {
      const lesson = {
        ...row,
        student: { id: studentId, name: studentName },
        golfer: golferOf(golfer),
        start: toIso(start),
        end: toIso(end),
      }
      if (status === 'pending')
        return { kind: 'hold', ...lesson, heldUntil: toIso(heldUntil ?? now), enteredByCoach }
      return {
        kind: 'lesson',
        ...lesson,
        status: status === 'completed' ? 'completed' : 'confirmed',
        noShow,
        isPaidElsewhere: paymentMethod === 'elsewhere',
        mayMove: whyNotMove({ status, lessonStart: start }, 'coach', now) === null,
        isCalledOff: calledOffAt !== null && status === 'confirmed',
      }
    },
  )
}

async function listBlocks(
  db: Queryable,
  coachId: string,
  dates: Dates,
  zone: string,
): Promise<ScheduleEntry[]> {
  const block = instructorBlockedDates
  const rows = await db
    .select({
      act: block.act,
      date: block.blockedDate,
      startTime: block.startTime,
      endTime: block.endTime,
      note: block.reason,
    })
    .from(block)
    .where(
      and(
        eq(block.instructorId, coachId),
        gte(block.blockedDate, addDays(dates.from, -1)),
        lte(block.blockedDate, addDays(dates.to, 1)),
      ),
    )
    .orderBy(asc(block.blockedDate), asc(block.startTime), asc(block.act))
  return rows.flatMap(({ startTime, endTime, date, ...row }): ScheduleEntry[] => {
    const time = timeOf({ date, startTime, endTime }, zone)
    return time ? [{ kind: 'block', ...row, ...time, isAllDay: startTime === null }] : []
  })
}

async function listBusyTimes(db: Queryable, coachId: string, within: Range): Promise<ScheduleEntry[]> {
  const entries = await listEntriesWithin(db, coachId, within)
  return entries.map(({ start, end, ...entry }) => ({
    kind: 'busy',
    ...entry,
    start: toIso(start),
    end: toIso(end),
  }))
}

async function listClinicDates(
  db: Queryable,
  coachId: string,
  within: Range,
  now: number,
): Promise<ScheduleEntry[]> {
  const sessions = await listClinicSessions(db, coachId, within, now)
  return sessions.map(({ start, end, ...session }) => ({
    kind: 'clinic',
    ...session,
    start: toIso(start),
    end: toIso(end),
  }))
}

type Places = readonly { id: string; name: string; zone: string }[]

async function listOpenings(
  db: Queryable,
  coachId: string,
  dates: Dates,
  { zone, places }: { zone: string; places: Places },
): Promise<ScheduleEntry[]> {
  const opening = instructorOpenings
  const rows = await db
    .select({
      act: opening.act,
      date: opening.openingDate,
      startTime: opening.startTime,
      endTime: opening.endTime,
      placeId: opening.teachingLocationId,
      note: opening.note,
    })
    .from(opening)
    .where(
      and(
        eq(opening.instructorId, coachId),
        gte(opening.openingDate, addDays(dates.from, -1)),
        lte(opening.openingDate, addDays(dates.to, 1)),
      ),
    )
    .orderBy(asc(opening.openingDate), asc(opening.startTime), asc(opening.act))
  return rows.flatMap(({ placeId, act, note, ...row }): ScheduleEntry[] => {
    const place = places.find(({ id }) => id === placeId)
    const time = timeOf(row, place?.zone ?? zone)
    return time ? [{ kind: 'opening', act, note, ...time, place: place?.name ?? null }] : []
  })
}

/** `09:00:00` of a date as instants. Without times: the whole date. */
function timeOf(
  { date, startTime, endTime }: { date: string; startTime: string | null; endTime: string | null },
  zone: string,
) {
  const part = {
    date,
    from: startTime ? minutesOf(startTime.slice(0, 5)) : 0,
    to: endTime ? minutesOf(endTime.slice(0, 5)) : DAY_MINUTES,
  }
  const shown = instantsOfPart(part, zone)
  return shown && { start: toIso(shown.start), end: toIso(shown.end) }
}

/** The weekly hours that students can book at the place, by its clock, as the engine reads them; as stretches apart. */
function hoursWithin(
  { windows, zone }: ScheduleRules,
  { dates, within }: { dates: Dates; within: Range },
): Range[] {
  const weeks = hoursOfWeeks(windows)
  const days = listDates(dates).map(epochDay)
  const shown = days.flatMap((day) =>
    (weeks[weekParity(day)][weekday(day)] ?? []).flatMap(({ start, end }) =>
      instantsShowing(start, end, teachingDay(day, zone)),
    ),
  )
  return merge(
    shown.map(({ start, end }) => ({ start: Math.max(start, within.start), end: Math.min(end, within.end) })),
  )
}
