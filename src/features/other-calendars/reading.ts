import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { type BusyTime, replaceBusyTimes } from '#features/availability/busy-times.ts'
import { changeProfile } from '#features/coaches/commands.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { inTransaction, type Queryable, type Transaction } from '#platform/db.ts'
import { PublicFetchError } from '#platform/fetch-public.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { readingRange } from './busy-time.ts'
import { notifyLost } from './emails.ts'
import { hasOutdatedEvents } from './google/due-lessons.ts'
import { readGoogle } from './google/reading.ts'
import { type CalendarFailure, isOutOfReach, READ_EVERY, retryAfter, WRITE_OUT_EVERY } from './health.ts'
import { readIcsApart } from './ics/read-ics.ts'
import type { IcsReading } from './ics/reader.ts'
import { readCalendarJob, writeLessonsJob } from './jobs.ts'
import { failureOf, findCalendarOwner, listOwnLessons } from './queries.ts'
import { calendarSealer } from './sealing.ts'
import { googleCalendarSync, otherCalendars } from './tables.ts'

type Has = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'jobs' | 'calendar' | 'calendarFiles' | 'answers'>
type Calendar = typeof otherCalendars.$inferSelect

/** The result of one read. `version`: the version of the coach's Google settings when it started. */
export type CalendarReading = { version?: number | null } & (
  | { ok: true; found: CalendarContent | null }
  | { ok: false; failure: CalendarFailure }
)

/** The current content of a calendar; null when it has not changed. */
export interface CalendarContent extends Omit<IcsReading, 'busy'> {
  busy: BusyTime[]
  /** Whether the whole range was read, not only the next weeks. */
  isWhole: boolean
  etag: string | null
  lastModified: string | null
}

/** Maximum number of calendars queued per run; the rest waits for the next run. */
const MOST_A_RUN = 2_000

/**
 * Queues a job for every calendar that is due.
 * @returns how many
 */
export async function sendDueReadings({
  db,
  clock,
  jobs,
}: Pick<Services, 'db' | 'clock' | 'jobs' | 'answers'>): Promise<number> {
  const now = clock.now()
  return await inTransaction(db, async (tx) => {
    const due = await tx
      .select({ id: otherCalendars.id, nextTryAt: otherCalendars.nextTryAt })
      .from(otherCalendars)
      .where(lte(otherCalendars.nextTryAt, now))
      .orderBy(asc(otherCalendars.nextTryAt))
      .limit(MOST_A_RUN)
      .for('update', { skipLocked: true })
    for (const { id, nextTryAt } of due) {
      await tx
        .update(otherCalendars)
        .set({ nextTryAt: now + READ_EVERY })
        .where(eq(otherCalendars.id, id))
      await jobs.send(tx, readCalendarJob, { calendarId: id }, { id: uuidV8(`read ${id} ${nextTryAt}`) })
    }
    return due.length
  })
}

/** Reads one calendar and records the result. Does nothing for a deleted calendar. */
export async function readCalendar(services: Has, calendarId: string): Promise<void> {
  const [calendar] = await services.db.select().from(otherCalendars).where(eq(otherCalendars.id, calendarId))
  if (!calendar) return
  const reading = await readNow(services, calendar)
  await services.db.transaction(async (tx) => {
    // The calendar may have been disconnected in the meantime.
    const [still] = await tx
      .select({ id: otherCalendars.id })
      .from(otherCalendars)
      .where(and(eq(otherCalendars.id, calendarId), eq(otherCalendars.kind, calendar.kind)))
      .for('update')
    if (still && (await isOfThisChoice(tx as unknown as Transaction, calendar, reading)))
      await noteReading(services, tx as unknown as Transaction, calendar, reading)
  })
  // Writes lessons and clinics that were missed while Google was unavailable.
  const { db, clock, jobs } = services
  const { kind, instructorId: coachId } = calendar
  if (kind === 'google' && reading.ok && (await hasOutdatedEvents(db, coachId, clock.now())))
    await jobs.send(db, writeLessonsJob, { coachId })
}

/**
 * Whether the read used the current choice of calendars. An outdated result is dropped, because changing the
 * choice triggers another read.
 */
async function isOfThisChoice(
  tx: Transaction,
  { id, kind }: Calendar,
  { version }: CalendarReading,
): Promise<boolean> {
  if (kind !== 'google') return true
  const [sync] = await tx
    .select({ version: googleCalendarSync.version })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.calendarId, id))
  return sync?.version === version
}

async function readNow(services: Has, calendar: Calendar): Promise<CalendarReading> {
  const { clock, env } = services
  if (calendar.kind === 'google') {
    const reading = await readGoogle(services, calendar)
    if (!reading.ok) return reading
    const { version, busy, isWhole } = reading
    return {
      ok: true,
      version,
      found: {
        name: null,
        busy: busy.map((time) => ({ ...time, title: null })),
        isWhole,
        unreadable: 0,
        unknownZones: [],
        etag: null,
        lastModified: null,
      },
    }
  }
  const address = calendar.address && calendarSealer(env).open(calendar.address, calendar.id)
  if (!address) return { ok: false, failure: 'bad_address' }
  const isFresh =
    calendar.failingSince === null && (calendar.writtenOutAt ?? 0) > clock.now() - WRITE_OUT_EVERY
  return await readAddress(services, calendar.instructorId, address, isFresh ? calendar : null)
}

/**
 * Reads a calendar URL for a coach.
 * @param known the server's last cache headers; null forces a full read
 */
export async function readAddress(
  services: Pick<Services, 'db' | 'clock' | 'calendarFiles'>,
  coachId: string,
  address: string,
  known: { etag: string | null; lastModified: string | null } | null,
): Promise<CalendarReading> {
  const { db, clock, calendarFiles } = services
  const reader = await findCalendarOwner(db, coachId)
  if (!reader) return { ok: false, failure: 'not_found' }
  try {
    const answer = await calendarFiles.read(address, known ?? { etag: null, lastModified: null })
    if (!answer.isChanged) return { ok: true, found: null }
    const { file, etag, lastModified } = answer
    const question = { ...readingRange(clock.now()), zone: reader.zone, addresses: [reader.email] }
    const outcome = await readIcsApart(file, question)
    if (!outcome.ok) return { ok: false, failure: outcome.fault }
    const { reading } = outcome
    return {
      ok: true,
      found: {
        ...reading,
        busy: await withoutOwnLessons(db, coachId, reading.busy),
        isWhole: true,
        etag,
        lastModified,
      },
    }
  } catch (error) {
    if (error instanceof PublicFetchError) return { ok: false, failure: error.fault }
    throw error
  }
}

/** The second and later dates of a camp have a number. */
const lessonUid = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?@greenside$/i

/**
 * Removes our own lessons that the calendar imported from our feed or files, so that they do not conflict
 * with themselves after being moved.
 */
async function withoutOwnLessons(
  db: Queryable,
  coachId: string,
  busy: IcsReading['busy'],
): Promise<BusyTime[]> {
  const lessonOf = ({ uid }: { uid: string }) => lessonUid.exec(uid)?.[1]?.toLowerCase()
  const named = new Set(busy.flatMap((one) => lessonOf(one) ?? []))
  const own = await listOwnLessons(db, coachId, [...named])
  return busy
    .filter((one) => !own.has(lessonOf(one) ?? ''))
    .map(({ start, end, title }) => ({ start, end, title }))
}

/** Stores the result of a read or its failure, and pauses or resumes instant booking. */
export async function noteReading(
  services: Pick<Services, 'clock' | 'log' | 'jobs' | 'env' | 'answers'>,
  tx: Queryable,
  calendar: Pick<Calendar, 'id' | 'instructorId' | 'failures' | 'failingSince'>,
  reading: CalendarReading,
): Promise<void> {
  const now = services.clock.now()
  const ours = eq(otherCalendars.id, calendar.id)
  if (reading.ok) {
    const { found } = reading
    if (found) await replaceBusyTimes(tx, calendar, found.busy)
    await tx
      .update(otherCalendars)
      .set({
        lastTriedAt: now,
        lastReadAt: now,
        nextTryAt: now + READ_EVERY,
        failure: null,
        failures: 0,
        failingSince: null,
        ...(found
          ? {
              etag: found.etag,
              lastModified: found.lastModified,
              ...(found.isWhole ? { writtenOutAt: now } : {}),
              unreadable: found.unreadable,
              unknownZones: sql`${sql.param(found.unknownZones)}::text[]`,
            }
          : {}),
      })
      .where(ours)
  } else {
    services.log.info({ calendarId: calendar.id, failure: reading.failure }, 'a calendar could not be read')
    await tx
      .update(otherCalendars)
      .set({
        lastTriedAt: now,
        nextTryAt: now + retryAfter(calendar.failures + 1),
        failure: reading.failure,
        failures: calendar.failures + 1,
        failingSince: calendar.failingSince ?? now,
      })
      .where(ours)
  }
  const lost = await settlePause(tx, calendar.instructorId, now)
  if (lost) await notifyLost(services, tx, { ...lost, coachId: calendar.instructorId })
}

/**
 * Pauses instant booking while a calendar is out of reach, and resumes it afterwards.
 * @returns the calendar that caused a new pause, and since when it has failed; null otherwise
 */
export async function settlePause(
  tx: Queryable,
  coachId: string,
  now: number,
): Promise<{ calendarId: string; name: string; failure: CalendarFailure; failingSince: number } | null> {
  const calendars = await tx
    .select()
    .from(otherCalendars)
    .where(eq(otherCalendars.instructorId, coachId))
    .orderBy(asc(otherCalendars.failingSince))
  const lost = calendars.find((calendar) => isOutOfReach(calendar, now))
  const coach = instructorProfiles
  const [profile] = await tx
    .select({ pausedAt: coach.instantBookPausedAt })
    .from(coach)
    .where(eq(coach.userId, coachId))
    .for('update')
  if (!profile || (profile.pausedAt === null) === (lost === undefined)) return null
  await changeProfile(tx, coachId, { instantBookPausedAt: lost ? now : null })
  if (!lost) return null
  const { id, name, failure, failingSince } = lost
  return {
    calendarId: id,
    name,
    failure: failureOf(failure) ?? 'answered_wrong',
    failingSince: failingSince ?? now,
  }
}
