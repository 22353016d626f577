import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { eventWords } from '#features/bookings/calendar/calendar.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { bookings } from '#features/bookings/tables.ts'
import { mayTeach } from '#features/coaches/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { CalendarError } from '#ports/calendar/calendar.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { writeLessonsJob } from '../jobs.ts'
import { readCalendar } from '../reading.ts'
import { googleCalendarSync, googleLessonEvents } from '../tables.ts'
import { asCoach, type HasGoogle } from './access.ts'
import { type OutdatedEvent as Due, listOutdatedEvents } from './due-lessons.ts'

/** Writes a coach's lessons to the chosen Google calendar, and removes obsolete events. */

/** Longer than a request including a token refresh can take. */
const LEASE = 60_000
const TRY_AGAIN = 5_000
const MOST_ROUNDS = 20

/** Queues an update of the coach's Google Calendar after a lesson was confirmed, moved or cancelled. */
export async function followInGoogle(
  { jobs }: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { bookingId }: { bookingId: string },
): Promise<void> {
  const [coach] = await tx
    .select({ coachId: googleCalendarSync.instructorId })
    .from(bookings)
    .innerJoin(googleCalendarSync, eq(googleCalendarSync.instructorId, bookings.instructorId))
    .where(and(eq(bookings.id, bookingId), eq(googleCalendarSync.syncEnabled, true)))
  if (coach) await jobs.send(tx, writeLessonsJob, coach)
}

/** Queues an update of the coach's Google Calendar when a suspension is lifted. */
export async function followAfterSuspension(
  { jobs }: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { userId: coachId }: { userId: string },
): Promise<void> {
  const connected = await tx
    .select({ coachId: googleCalendarSync.instructorId })
    .from(googleCalendarSync)
    .where(and(eq(googleCalendarSync.instructorId, coachId), eq(googleCalendarSync.syncEnabled, true)))
  if (connected.length > 0) await jobs.send(tx, writeLessonsJob, { coachId })
}

/**
 * Synchronizes a coach's lessons to Google. Idempotent: events that are up to date are not touched.
 * @throws CalendarError unavailable: to be retried
 */
export async function writeLessons(
  services: HasGoogle & Pick<Services, 'calendarFiles'>,
  coachId: string,
): Promise<void> {
  const { db, clock, jobs } = services
  if (!(await mayTeach(db, coachId))) return
  if (!(await takeTurn(services, coachId))) {
    // The worker that currently holds the lease may have missed this change.
    const [connected] = await db
      .select({ version: googleCalendarSync.version })
      .from(googleCalendarSync)
      .where(and(eq(googleCalendarSync.instructorId, coachId), eq(googleCalendarSync.syncEnabled, true)))
    if (connected) await jobs.send(db, writeLessonsJob, { coachId }, { notBefore: clock.now() + TRY_AGAIN })
    return
  }
  try {
    await writeDue(services, coachId)
  } catch (error) {
    if (!(error instanceof CalendarError) || error.fault !== 'access_ended') throw error
  } finally {
    await db
      .update(googleCalendarSync)
      .set({ writingUntil: null })
      .where(eq(googleCalendarSync.instructorId, coachId))
  }
  // Times that were covered by a lesson may be busy for another reason.
  const [sync] = await db
    .select({ calendarId: googleCalendarSync.calendarId })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.instructorId, coachId))
  if (sync) await readCalendar(services, sync.calendarId)
}

/**
 * Failures of single lessons are recorded and retried in the next run; an error that affects all lessons
 * stops this run.
 */
async function writeDue(services: HasGoogle, coachId: string): Promise<void> {
  const failed = new Set<string>()
  let stop: unknown
  const keyOf = ({ booking_id, google_id }: Due) => `${booking_id} ${google_id}`
  for (let round = 0; round < MOST_ROUNDS && !stop; round++) {
    const due = (await listOutdatedEvents(services.db, coachId, services.clock.now())).filter(
      (one) => !failed.has(keyOf(one)),
    )
    if (due.length === 0 && round > 0) break
    await doEach(services, {
      name: `${writeLessonsJob.name}/${coachId}`,
      items: due,
      idOf: ({ booking_id }) => booking_id,
      work: async (one) => {
        await takeTurn(services, coachId, true)
        try {
          if (one.is_wanted) await write(services, coachId, one)
          else await takeAway(services, coachId, one)
        } catch (error) {
          failed.add(keyOf(one))
          throw error
        }
      },
      stopsAt: (error) => {
        if (error instanceof CalendarError) stop = error
        return stop !== undefined
      },
    })
  }
  if (stop) throw stop
  if (failed.size > 0) throw new Error(`${failed.size} lessons could not be written to Google`)
}

/** Acquires the lease for writing a coach's lessons, so that an older change never overwrites a newer one. */
async function takeTurn({ db, clock }: HasGoogle, coachId: string, isMine = false): Promise<boolean> {
  const { writingUntil, syncEnabled, instructorId } = googleCalendarSync
  const taken = await db
    .update(googleCalendarSync)
    .set({ writingUntil: clock.now() + LEASE })
    .where(
      and(
        eq(instructorId, coachId),
        eq(syncEnabled, true),
        isMine ? undefined : or(isNull(writingUntil), lt(writingUntil, clock.now())),
      ),
    )
    .returning({ coachId: instructorId })
  return taken.length > 0
}

async function write(services: HasGoogle, coachId: string, due: Due): Promise<void> {
  const { db, env } = services
  const { booking_id: bookingId, google_id: googleId } = due
  const lesson = await findLesson(db, bookingId)
  if (!lesson) return
  const startsAt = Date.parse(lesson.start)
  const endsAt = startsAt + lesson.durationMinutes * 60_000
  const event = googleLessonEvents
  const isThis = and(eq(event.bookingId, bookingId), eq(event.googleId, googleId))
  // Recorded before the request, so that a busy time read in the meantime can be attributed to this lesson.
  await db
    .insert(event)
    .values({ bookingId, googleId, instructorId: coachId, startsAt, endsAt })
    .onConflictDoUpdate({
      target: [event.bookingId, event.googleId],
      set: {
        wasStartsAt: sql`coalesce(${event.wasStartsAt}, ${event.startsAt})`,
        wasEndsAt: sql`coalesce(${event.wasEndsAt}, ${event.endsAt})`,
        startsAt,
        endsAt,
        changeNumber: null,
      },
    })
  const { summary, description, place } = eventWords(lesson, { as: 'coach', appUrl: env.appUrl })
  try {
    await asCoach(services, coachId, (port, token) =>
      port.putEvent(token, googleId, {
        id: eventIdOf(bookingId),
        title: summary,
        description,
        place,
        url: `${env.appUrl}/lessons`,
        start: startsAt,
        end: endsAt,
      }),
    )
  } catch (error) {
    if (!(error instanceof CalendarError) || !['not_allowed', 'calendar_gone'].includes(error.fault))
      throw error
    await stopWriting(db, coachId, googleId, error.fault)
    return
  }
  await db
    .update(event)
    .set({ changeNumber: due.change_number, wasStartsAt: null, wasEndsAt: null })
    .where(isThis)
}

async function takeAway(
  services: HasGoogle,
  coachId: string,
  { booking_id: bookingId, google_id: googleId }: Due,
): Promise<void> {
  try {
    await asCoach(services, coachId, (port, token) => port.removeEvent(token, googleId, eventIdOf(bookingId)))
  } catch (error) {
    if (!(error instanceof CalendarError) || error.fault !== 'not_allowed') throw error
  }
  const event = googleLessonEvents
  await services.db.delete(event).where(and(eq(event.bookingId, bookingId), eq(event.googleId, googleId)))
}

/** The calendar was deleted or is no longer owned by the coach, who must choose another one. */
async function stopWriting(db: Queryable, coachId: string, googleId: string, fault: string): Promise<void> {
  const [sync, event] = [googleCalendarSync, googleLessonEvents]
  await db
    .update(sync)
    .set({ targetCalendar: null, writeFailure: fault, version: sql`${sync.version} + 1` })
    .where(and(eq(sync.instructorId, coachId), eq(sync.targetCalendar, googleId)))
  await db.delete(event).where(and(eq(event.instructorId, coachId), eq(event.googleId, googleId)))
}

/** Deterministic per lesson: Google stores one event per id. */
const eventIdOf = (bookingId: string) => `greenside${bookingId.replaceAll('-', '')}`
