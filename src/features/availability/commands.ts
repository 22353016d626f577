import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import {
  availabilityCalendars,
  coachDrives,
  instructorAvailability,
  instructorBlockedDates,
  instructorOpenings,
} from './tables.ts'

/** Adds weekly hours without a calendar. Times are local to the coach, `HH:mm`. */
export async function addWeeklyHours(
  tx: Queryable,
  hours: { coachId: string; dayOfWeek: number; from: string; to: string }[],
): Promise<void> {
  await tx.insert(instructorAvailability).values(
    hours.map(({ coachId, dayOfWeek, from, to }) => ({
      instructorId: coachId,
      dayOfWeek,
      startTime: from,
      endTime: to,
    })),
  )
}

/**
 * Blocks the time of a lesson, or its whole day, in the zone of its place. Lessons in that time stay booked.
 * @param lesson.start milliseconds since 1970, UTC
 * @param lesson.zone IANA name
 */
export async function blockLesson(
  tx: Queryable,
  lesson: { coachId: string; start: number; end: number; zone: string },
  block: { isWholeDay: boolean; reason: string },
): Promise<void> {
  const { coachId, start, end, zone } = lesson
  const { isWholeDay, reason } = block
  // Raw: generates one row for each local date of the lesson.
  await tx.execute(sql`
    with lesson as (
      select to_timestamp(${start}::float8 / 1000) at time zone ${zone} as begins,
        to_timestamp(${end}::float8 / 1000) at time zone ${zone} as ends
    )
    insert into ${instructorBlockedDates} (instructor_id, blocked_date, start_time, end_time, reason)
    select ${coachId}::uuid, day::date,
      case when ${isWholeDay} then null when day::date = begins::date then begins::time else time '00:00' end,
      -- A lesson through midnight blocks the rest of one day and the beginning of the next.
      case when ${isWholeDay} then null when day::date = ends::date and ends > begins then ends::time else time '24:00' end,
      ${reason}
    from lesson, generate_series(begins::date, case when ${isWholeDay} then begins::date
      else (ends - interval '1 second')::date end, interval '1 day') as day`)
}

/** Moves calendars, and the one-off openings of a place, to another place of the coach. */
export async function moveHours(
  tx: Queryable,
  hours: { calendarIds: string[]; placeId: string },
  targetId: string,
): Promise<void> {
  if (hours.calendarIds.length > 0)
    await tx
      .update(availabilityCalendars)
      .set({ teachingLocationId: targetId })
      .where(inArray(availabilityCalendars.id, hours.calendarIds))
  await tx
    .update(instructorOpenings)
    .set({ teachingLocationId: targetId })
    .where(eq(instructorOpenings.teachingLocationId, hours.placeId))
}

/** Removes calendars with their weekly hours. */
export async function removeCalendars(tx: Queryable, calendarIds: string[]): Promise<void> {
  if (calendarIds.length === 0) return
  await tx.delete(instructorAvailability).where(inArray(instructorAvailability.calendarTypeId, calendarIds))
  await tx.delete(availabilityCalendars).where(inArray(availabilityCalendars.id, calendarIds))
}

/** Removes the weekly hours that belong to no place, with or without a calendar. The calendars stay. */
export async function removeRegularHours(tx: Queryable, coachId: string): Promise<void> {
  const calendars = tx
    .select({ id: availabilityCalendars.id })
    .from(availabilityCalendars)
    .where(
      and(eq(availabilityCalendars.instructorId, coachId), isNull(availabilityCalendars.teachingLocationId)),
    )
  const range = instructorAvailability
  await tx
    .delete(range)
    .where(
      and(
        eq(range.instructorId, coachId),
        eq(range.isAvailable, true),
        or(isNull(range.calendarTypeId), inArray(range.calendarTypeId, calendars)),
      ),
    )
}

/** Clears the driving times that a coach set between a place and the others; the measured ones apply again. */
export async function forgetOwnDrives(tx: Queryable, placeId: string): Promise<void> {
  await tx
    .update(coachDrives)
    .set({ ownMinutes: null })
    .where(
      and(
        or(eq(coachDrives.placeA, placeId), eq(coachDrives.placeB, placeId)),
        isNotNull(coachDrives.ownMinutes),
      ),
    )
}
