import { and, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { changeProfile } from '#features/coaches/commands.ts'
import { tagOf } from '#platform/content-tag.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { addDays, dateIn, epochDay, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { isSameDrive } from '../drives.ts'
import type { LessonThere } from '../schedule-types.ts'
import {
  availabilityCalendars,
  coachDrives,
  instructorAvailability,
  instructorBlockedDates,
  instructorOpenings,
  instructorSchedules,
  placesWithOwnHours,
} from '../tables.ts'
import { instantsShowing, teachingDay } from '../teaching-day.ts'
import { isSameWeek, type Week } from '../week.ts'
import { minutesOf } from '../weekdays.ts'
import { listActs, readDrives, readPlacesWithHours, readProfile, readWeek } from './queries.ts'
import {
  type Act,
  type BookingRules,
  type blockedSchema,
  type blockSchema,
  isSameRules,
  type OwnDrive,
  type openingSchema,
} from './schema.ts'

type Has = Pick<Services, 'db' | 'clock' | 'answers'>

/**
 * Replaces the saved week. Saving what is stored already succeeds, as for rules and drives: the response to an earlier
 * save may have been lost.
 * @param basedOn the tag of the week the edit is based on
 * @throws AppError changed_elsewhere, no_such_place
 */
export async function saveWeek(services: Has, coachId: string, basedOn: string, week: Week): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSchedule(tx, coachId)
    const { instantBookCalendarId } = await readProfile(tx, coachId)
    const kept = await readWeek(tx, coachId, instantBookCalendarId)
    if (isSameWeek(week, kept)) return
    if (tagOf(kept) !== basedOn) throw changedElsewhere()
    for (const { placeId } of week.calendars) await refuseStrangePlace(tx, coachId, placeId)
    await tx
      .delete(instructorAvailability)
      .where(
        and(eq(instructorAvailability.instructorId, coachId), eq(instructorAvailability.isAvailable, true)),
      )
    await saveCalendars(tx, coachId, kept, week)
    if (week.hours.length > 0)
      await tx.insert(instructorAvailability).values(
        week.hours.map(({ calendarId, day, from, to, weekParity }) => ({
          instructorId: coachId,
          dayOfWeek: day,
          startTime: from,
          endTime: to,
          calendarTypeId: calendarId,
          weekParity,
        })),
      )
    if (week.ownHoursPlaceIds) await saveOwnHoursPlaces(tx, coachId, week.ownHoursPlaceIds)
    if (week.instantBookCalendarId !== instantBookCalendarId)
      await changeProfile(tx, coachId, { instantBookCalendarId: week.instantBookCalendarId })
  })
}

async function saveCalendars(tx: Queryable, coachId: string, kept: Week, week: Week) {
  const table = availabilityCalendars
  const gone = kept.calendars.filter(({ id }) => !week.calendars.some((calendar) => calendar.id === id))
  if (gone.length > 0)
    await tx.delete(table).where(
      and(
        eq(table.instructorId, coachId),
        inArray(
          table.id,
          gone.map(({ id }) => id),
        ),
      ),
    )
  for (const { id, name, placeId } of week.calendars) {
    const before = kept.calendars.find((calendar) => calendar.id === id)
    if (!before)
      await tx.insert(table).values({ id, instructorId: coachId, name, teachingLocationId: placeId })
    else if (before.name !== name || before.placeId !== placeId)
      await tx
        .update(table)
        .set({ name, teachingLocationId: placeId })
        .where(and(eq(table.id, id), eq(table.instructorId, coachId)))
  }
}

async function saveOwnHoursPlaces(tx: Queryable, coachId: string, placeIds: readonly string[]) {
  await tx.delete(placesWithOwnHours).where(eq(placesWithOwnHours.instructorId, coachId))
  for (const placeId of new Set(placeIds)) {
    await refuseStrangePlace(tx, coachId, placeId)
    await restrictToOwnHours(tx, coachId, placeId)
  }
}

/** Restricts a place to the hours of its own calendars. */
export async function restrictToOwnHours(tx: Queryable, coachId: string, placeId: string): Promise<void> {
  await tx.insert(placesWithOwnHours).values({ placeId, instructorId: coachId }).onConflictDoNothing()
}

/** Makes hours without a place count at this place, too. */
export async function shareRegularHours(tx: Queryable, coachId: string, placeId: string): Promise<void> {
  await tx
    .delete(placesWithOwnHours)
    .where(and(eq(placesWithOwnHours.instructorId, coachId), eq(placesWithOwnHours.placeId, placeId)))
}

/**
 * Changes notice, window, step and break for future bookings.
 * @throws AppError changed_elsewhere
 */
export async function saveRules(
  services: Has,
  coachId: string,
  basedOn: string,
  rules: BookingRules,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSchedule(tx, coachId)
    const { rules: kept } = await readProfile(tx, coachId)
    if (isSameRules(rules, kept)) return
    if (tagOf(kept) !== basedOn) throw changedElsewhere()
    await changeProfile(tx, coachId, {
      minBookingNoticeHours: rules.noticeHours,
      maxBookingWindowDays: rules.windowDays,
      slotStepMinutes: rules.stepMinutes,
      bufferMinutes: rules.bufferMinutes,
    })
  })
}

/**
 * Changes the driving times between a coach's places. Booked lessons stay, even where the drive no longer
 * fits.
 * @throws AppError changed_elsewhere, no_such_place
 */
export async function saveDrives(
  services: Has,
  coachId: string,
  basedOn: string,
  drives: readonly OwnDrive[],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSchedule(tx, coachId)
    const kept = await readDrives(tx, coachId)
    const changed = drives.filter((drive) => !kept.drives.some((one) => isSameDrive(one, drive)))
    if (changed.length === 0) return
    if (kept.drivesTag !== basedOn) throw changedElsewhere()
    for (const { placeA, placeB, ownMinutes } of changed) {
      const [a = '', b = ''] = [placeA, placeB].sort()
      const drive = kept.drives.find((one) => one.placeA === a && one.placeB === b)
      if (!drive) throw noSuchPlace()
      await tx
        .update(coachDrives)
        .set({ ownMinutes })
        .where(and(eq(coachDrives.placeA, a), eq(coachDrives.placeB, b)))
    }
  })
}

/**
 * Blocks dates, or a part of each date, in one operation. Lessons and clinics in that time are listed first; they
 * are never cancelled. The same request again is the same operation.
 * @throws AppError in_the_past, no_such_act, act_in_use
 */
export async function blockTime(
  services: Has,
  coachId: string,
  input: z.output<typeof blockSchema>,
): Promise<z.output<typeof blockedSchema>> {
  return await services.db.transaction(async (tx) => {
    const now = services.clock.now()
    await lockSchedule(tx, coachId)
    await refusePast(tx, coachId, input.to, now)
    const around = await services.answers.lessons_on_dates(tx, {
      coachId,
      from: input.from,
      to: input.to,
      now,
    })
    const lessons = around.filter((lesson) => lesson.end > now && liesIn(lesson, input))
    if (lessons.length > 0 && !input.keepLessons)
      return {
        ok: false,
        reason: 'lessons_there',
        lessons: lessons.map((lesson) => ({ ...lesson, start: toIso(lesson.start) })),
      }
    const repeated = await findRepeatedAct(tx, coachId, { kind: 'block', placeId: null, ...input })
    if (repeated !== null) return { ok: true, act: repeated }
    const act = await actOf(tx, coachId, input.act)
    const rows = datesOf(input).map((blockedDate) => ({
      instructorId: coachId,
      blockedDate,
      startTime: input.startTime ?? null,
      endTime: input.endTime ?? null,
      reason: input.note || null,
      act,
    }))
    await tx.insert(instructorBlockedDates).values(rows)
    return { ok: true, act }
  })
}

/**
 * Opens a time on one or more dates in one operation. The same request again is the same operation.
 * @throws AppError in_the_past, no_such_place, no_such_act, act_in_use
 */
export async function openTime(
  services: Has,
  coachId: string,
  input: z.output<typeof openingSchema>,
): Promise<number> {
  return await services.db.transaction(async (tx) => {
    await lockSchedule(tx, coachId)
    await refusePast(tx, coachId, input.to, services.clock.now())
    await refuseStrangePlace(tx, coachId, input.placeId)
    const repeated = await findRepeatedAct(tx, coachId, { kind: 'opening', ...input })
    if (repeated !== null) return repeated
    const act = await actOf(tx, coachId, input.act)
    const rows = datesOf(input).map((openingDate) => ({
      instructorId: coachId,
      openingDate,
      startTime: input.startTime,
      endTime: input.endTime,
      teachingLocationId: input.placeId,
      note: input.note || null,
      act,
    }))
    await tx.insert(instructorOpenings).values(rows)
    return act
  })
}

/**
 * Undoes one blocking or opening operation.
 * @returns the number of dates it applied to; 0 when it was undone before
 */
export async function undoScheduleAct(
  { db }: Pick<Services, 'db'>,
  coachId: string,
  act: number,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const blocks = await tx
      .delete(instructorBlockedDates)
      .where(and(eq(instructorBlockedDates.instructorId, coachId), eq(instructorBlockedDates.act, act)))
      .returning({ id: instructorBlockedDates.id })
    const openings = await tx
      .delete(instructorOpenings)
      .where(and(eq(instructorOpenings.instructorId, coachId), eq(instructorOpenings.act, act)))
      .returning({ id: instructorOpenings.id })
    return blocks.length + openings.length
  })
}

/** Serializes concurrent edits of one coach with each other and with bookings. */
export async function lockSchedule(tx: Queryable, coachId: string) {
  await tx
    .select({ version: instructorSchedules.version })
    .from(instructorSchedules)
    .where(eq(instructorSchedules.instructorId, coachId))
    .for('update')
}

/**
 * The number of the coach's latest operation, if a new one is the same: the response to it was lost, and repeating it
 * would change nothing. After another operation, the same one again is a new one, because later operations win.
 */
async function findRepeatedAct(
  tx: Queryable,
  coachId: string,
  asked: Pick<Act, 'kind' | 'from' | 'to' | 'placeId'> & {
    startTime?: string | undefined
    endTime?: string | undefined
    note?: string | undefined
    act?: number | undefined
  },
): Promise<number | null> {
  if (asked.act !== undefined) return null
  // From the day before, so that an operation that began earlier differs.
  const acts = await listActs(tx, coachId, addDays(asked.from, -1))
  const latest = acts.toSorted((a, b) => b.act - a.act)[0]
  const isSame =
    latest?.kind === asked.kind &&
    latest.from === asked.from &&
    latest.to === asked.to &&
    latest.startTime === (asked.startTime ?? null) &&
    latest.endTime === (asked.endTime ?? null) &&
    latest.placeId === asked.placeId &&
    latest.note === (asked.note || null)
  return isSame ? latest.act : null
}

/**
 * The number of a new operation, or that of a removed one that is brought back. A number that was not issued yet is
 * refused, so that nothing wins over later operations.
 */
async function actOf(tx: Queryable, coachId: string, removed: number | undefined): Promise<number> {
  if (removed === undefined) return await nextAct(tx)
  const issued = await tx.execute<{ last: string | null }>(
    sql`select pg_sequence_last_value('availability_acts') as last`,
  )
  if (removed > Number(issued.rows[0]?.last ?? 0))
    throw new AppError('bad_input', 'no_such_act', 'This was never in your calendar.')
  const blocks = tx
    .select({ act: instructorBlockedDates.act })
    .from(instructorBlockedDates)
    .where(and(eq(instructorBlockedDates.instructorId, coachId), eq(instructorBlockedDates.act, removed)))
  const openings = tx
    .select({ act: instructorOpenings.act })
    .from(instructorOpenings)
    .where(and(eq(instructorOpenings.instructorId, coachId), eq(instructorOpenings.act, removed)))
  if ((await unionAll(blocks, openings).limit(1)).length > 0)
    throw new AppError('conflict', 'act_in_use', 'This is in your calendar already.')
  return removed
}

async function nextAct(tx: Queryable): Promise<number> {
  const found = await tx.execute<{ act: string }>(sql`select nextval('availability_acts') as act`)
  return Number(found.rows[0]?.act)
}

async function refuseStrangePlace(tx: Queryable, coachId: string, placeId: string | null) {
  if (placeId === null) return
  const places = await readPlacesWithHours(tx, coachId)
  if (!places.some(({ id }) => id === placeId)) throw noSuchPlace()
}

const noSuchPlace = () => new AppError('not_found', 'no_such_place', 'You do not teach at this place.')

async function refusePast(tx: Queryable, coachId: string, to: string, now: number) {
  const [place] = await readPlacesWithHours(tx, coachId)
  const zone = place?.zone ?? (await readProfile(tx, coachId)).zone
  const today = dateIn(now, zone)
  if (to < today)
    throw new AppError('bad_input', 'in_the_past', 'This has passed. Choose a date from today on.')
  if (to > addDays(today, 3 * 366))
    throw new AppError('bad_input', 'too_far_ahead', 'Choose dates within the next three years.')
}

function datesOf({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: epochDay(to) - epochDay(from) + 1 }, (_, nth) => addDays(from, nth))
}

/** Whether a lesson overlaps a block, in the zone of the lesson's place. */
function liesIn(
  lesson: LessonThere,
  block: { from: string; to: string; startTime?: string | undefined; endTime?: string | undefined },
): boolean {
  return datesOf({ from: dateIn(lesson.start, lesson.zone), to: dateIn(lesson.end - 1, lesson.zone) }).some(
    (date) =>
      date >= block.from &&
      date <= block.to &&
      instantsShowing(
        minutesOf(block.startTime ?? '00:00'),
        minutesOf(block.endTime ?? '24:00'),
        teachingDay(epochDay(date), lesson.zone),
      ).some((blocked) => blocked.start < lesson.end && lesson.start < blocked.end),
  )
}

const changedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This was changed in another window in the meantime. Nothing was overwritten.',
  )
