import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { instructorBusyTimes } from '#features/availability/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { clinicDates, clinics } from '#features/clinics/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { CalendarError, type ListedCalendar, mergeTimes, type TimeRange } from '#ports/calendar/calendar.ts'
import { MOST_BUSY_TIMES, readingRange } from '../busy-time.ts'
import type { CalendarFailure } from '../health.ts'
import {
  googleCalendarSync,
  googleCalendars,
  googleClinicEvents,
  googleLessonEvents,
  type otherCalendars,
} from '../tables.ts'
import { asCoach, type HasGoogle } from './access.ts'
import { continuedBy, withoutTimes } from './own-times.ts'

/** The next weeks are read each time; the whole range once an hour. */
const NEAR = 60 * DAY
const WHOLE_EVERY = 55 * 60_000
/** Maximum number of calendars stored per account. */
const MOST_LISTED = 100
const LONGEST_NAME = 120

export type GoogleReading =
  | { ok: true; busy: TimeRange[]; isWhole: boolean; version: number }
  | { ok: false; failure: CalendarFailure; version: number | null }

/** Reads the coach's busy times from the chosen Google calendars, excluding our own lessons. */
export async function readGoogle(
  services: HasGoogle,
  calendar: typeof otherCalendars.$inferSelect,
): Promise<GoogleReading> {
  const { db, clock } = services
  const coachId = calendar.instructorId
  const [sync] = await db
    .select({ version: googleCalendarSync.version })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.instructorId, coachId))
  if (!sync) return { ok: false, failure: 'access_ended', version: null }
  const { version } = sync
  const now = clock.now()
  const isWhole = (calendar.writtenOutAt ?? 0) <= now - WHOLE_EVERY || calendar.failingSince !== null
  // Whole UTC days, so that an event in progress starts at the same instant in every read of that day.
  const { from, to } = readingRange(now)
  const start = Math.floor(from / DAY) * DAY
  const range = { start, end: isWhole ? Math.ceil(to / DAY) * DAY : start + NEAR }
  try {
    if (isWhole) await keepList(db, coachId, await asCoach(services, coachId, listAll))
    const chosen = await listChosen(db, coachId)
    const before = await listOwnTimes(db, coachId, range.start)
    const found = await asCoach(services, coachId, async (port, token) =>
      chosen.length > 0 ? await port.busyTimes(token, chosen, range) : new Map<string, TimeRange[]>(),
    )
    // A lesson may have been written while the request was running.
    const own = [...before, ...(await listOwnTimes(db, coachId, range.start))]
    const read = mergeTimes(
      [...found].flatMap(([id, times]) =>
        withoutTimes(
          times,
          own.filter(({ googleId }) => googleId === null || googleId === id),
        ),
      ),
    )
    const busy = isWhole ? read : continuedBy(read, await listKept(db, calendar.id), range.end)
    if (busy.length > MOST_BUSY_TIMES) return { ok: false, failure: 'too_many_entries', version }
    return { ok: true, busy, isWhole, version }
  } catch (error) {
    if (error instanceof CalendarError) return { ok: false, failure: failureOf(error), version }
    throw error
  }
}

const listAll: Parameters<typeof asCoach<ListedCalendar[]>>[2] = (port, token) => port.listCalendars(token)

function failureOf({ fault }: CalendarError): CalendarFailure {
  if (fault === 'access_ended' || fault === 'calendar_gone') return fault
  return fault === 'not_allowed' ? 'access_ended' : 'unavailable'
}

/**
 * Updates the stored list of calendars. The coach's choices are kept: a chosen calendar that no longer exists
 * stays in the list, and reading it fails.
 */
export async function keepList(
  db: Queryable,
  coachId: string,
  found: readonly ListedCalendar[],
): Promise<void> {
  const list = googleCalendars
  const kept = [...found]
    .filter(({ id }) => id.length <= 1_024)
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || Number(b.isOwned) - Number(a.isOwned))
    .slice(0, MOST_LISTED)
  if (kept.length > 0)
    await db
      .insert(list)
      .values(
        kept.map(({ id, name, isPrimary, isOwned }) => ({
          instructorId: coachId,
          googleId: id,
          name: [...name].slice(0, LONGEST_NAME).join('').trim() || id.slice(0, LONGEST_NAME),
          isPrimary,
          isOwned,
        })),
      )
      .onConflictDoUpdate({
        target: [list.instructorId, list.googleId],
        set: {
          name: sql`excluded.name`,
          isPrimary: sql`excluded.is_primary`,
          isOwned: sql`excluded.is_owned`,
        },
      })
  await db
    .delete(list)
    .where(
      and(
        eq(list.instructorId, coachId),
        eq(list.countsBusy, false),
        sql`${list.googleId} <> all(${sql.param(kept.map(({ id }) => id))}::text[])`,
      ),
    )
}

async function listChosen(db: Queryable, coachId: string): Promise<string[]> {
  const list = googleCalendars
  const rows = await db
    .select({ id: list.googleId })
    .from(list)
    .where(and(eq(list.instructorId, coachId), eq(list.countsBusy, true)))
  return rows.map(({ id }) => id)
}

/**
 * The times of a coach's lessons and clinics: confirmed lessons and dates of published clinics for all calendars, and written events for their calendar.
 */
async function listOwnTimes(
  db: Queryable,
  coachId: string,
  from: number,
): Promise<(TimeRange & { googleId: string | null })[]> {
  const event = googleLessonEvents
  const standing = await db
    .select({ start: bookings.lessonDate, end: bookings.lessonEnd })
    .from(bookings)
    .where(
      and(
        eq(bookings.instructorId, coachId),
        isNull(bookings.clinicId),
        eq(bookings.status, 'confirmed'),
        gt(bookings.lessonEnd, from),
      ),
    )
  const dates = await db
    .select({ start: clinicDates.startsAt, end: clinicDates.endsAt })
    .from(clinicDates)
    .innerJoin(clinics, eq(clinics.id, clinicDates.clinicId))
    .where(
      and(eq(clinics.instructorId, coachId), eq(clinics.status, 'published'), gt(clinicDates.endsAt, from)),
    )
  const ofClinics = await db
    .select({
      googleId: googleClinicEvents.googleId,
      start: googleClinicEvents.startsAt,
      end: googleClinicEvents.endsAt,
    })
    .from(googleClinicEvents)
    .where(eq(googleClinicEvents.instructorId, coachId))
  const written = await db.select().from(event).where(eq(event.instructorId, coachId))
  return [
    ...[...standing, ...dates].map((time) => ({ ...time, googleId: null })),
    ...ofClinics,
    ...written.flatMap(({ googleId, startsAt, endsAt, wasStartsAt, wasEndsAt }) => [
      { googleId, start: startsAt, end: endsAt },
      ...(wasStartsAt !== null && wasEndsAt !== null
        ? [{ googleId, start: wasStartsAt, end: wasEndsAt }]
        : []),
    ]),
  ]
}

const listKept = (db: Queryable, calendarId: string): Promise<TimeRange[]> =>
  db
    .select({ start: instructorBusyTimes.startsAt, end: instructorBusyTimes.endsAt })
    .from(instructorBusyTimes)
    .where(eq(instructorBusyTimes.calendarId, calendarId))
