import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { EntryThere } from '#features/availability/schedule-types.ts'
import { instructorBusyTimes } from '#features/availability/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { type CalendarFailure, calendarFailures, isOutOfReach } from './health.ts'
import type { OtherCalendar } from './schema.ts'
import { otherCalendars } from './tables.ts'

/**
 * A coach's calendars with their read status, in the order they were added.
 * @param now milliseconds since 1970, UTC
 */
export async function listCalendars(db: Queryable, coachId: string, now: number): Promise<OtherCalendar[]> {
  const calendar = otherCalendars
  const busy = instructorBusyTimes
  const rows = await db
    .select({ calendar, busyTimes: count(busy.id) })
    .from(calendar)
    .leftJoin(busy, and(eq(busy.calendarId, calendar.id), gt(busy.endsAt, now)))
    .where(eq(calendar.instructorId, coachId))
    .groupBy(calendar.id)
    .orderBy(asc(calendar.createdAt), asc(calendar.id))
  return rows.map(({ calendar: row, busyTimes }) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    lastReadAt: row.lastReadAt === null ? null : toIso(row.lastReadAt),
    nextTryAt: toIso(row.nextTryAt),
    failure: failureOf(row.failure),
    failingSince: row.failingSince === null ? null : toIso(row.failingSince),
    isOutOfReach: isOutOfReach(row, now),
    unreadable: row.unreadable,
    unknownZones: row.unknownZones,
    busyTimes,
  }))
}

/** Failure codes of earlier versions are reported as server errors. */
export const failureOf = (failure: string | null): CalendarFailure | null =>
  failure === null ? null : (calendarFailures.find((known) => known === failure) ?? 'answered_wrong')

/**
 * The bookings that are the coach's own.
 * Raw: ids in calendar entries are arbitrary text.
 */
export async function listOwnLessons(
  db: Queryable,
  coachId: string,
  bookingIds: readonly string[],
): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set()
  const found = await db.execute<{ id: string }>(sql`
    select id from bookings where id::text = any(${sql.param(bookingIds)}::text[])
      and (instructor_id = ${coachId}::uuid or student_id = ${coachId}::uuid)`)
  return new Set(found.rows.map(({ id }) => id))
}

/** A coach's zone, preferably of the primary place, and the account's email address. */
export async function findCalendarOwner(
  db: Queryable,
  coachId: string,
): Promise<{ zone: string; email: string } | null> {
  // Raw: places and accounts belong to other features.
  const found = await db.execute<{ zone: string; email: string }>(sql`
    select coalesce((select l.time_zone from instructor_teaching_locations l where l.instructor_id = c.user_id
      order by l.is_primary desc, l.created_at, l.id limit 1), c.time_zone) as zone, p.email
    from instructor_profiles c join profiles p on p.id = c.user_id where c.user_id = ${coachId}::uuid`)
  return found.rows[0] ?? null
}

/**
 * Whether a calendar exists and is out of reach.
 * @param now milliseconds since 1970, UTC
 */
export async function isLost(db: Queryable, calendarId: string, now: number): Promise<boolean> {
  const [calendar] = await db.select().from(otherCalendars).where(eq(otherCalendars.id, calendarId))
  return calendar !== undefined && isOutOfReach(calendar, now)
}

/** Entries of other calendars that overlap a range in milliseconds UTC. */
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

/**
 * Entries around a lesson, with a margin larger than any break.
 * @param lesson.start milliseconds UTC
 */
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
