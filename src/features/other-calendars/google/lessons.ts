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
import { type DueLesson as Due, listDue } from './due-lessons.ts'

/** Writes a coach's lessons to the calendar she chose, and takes those away that are no more. */

/** Longer than a call and its renewal of access take. */
const LEASE = 60_000
const TRY_AGAIN = 5_000
const MOST_ROUNDS = 20

/** After a lesson was confirmed, moved or cancelled: its coach's Google Calendar follows. */
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

/** A suspension is lifted: the coach's calendar catches up with what happened meanwhile. */
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
 * Brings the coach's calendar in step with her lessons. What is in step is not touched, so it may run as often as one likes.
 * @throws CalendarError unavailable: to be tried again
 */
export async function writeLessons(
  services: HasGoogle & Pick<Services, 'calendarFiles'>,
  coachId: string,
): Promise<void> {
  const { db, clock, jobs } = services
  if (!(await mayTeach(db, coachId))) return
  if (!(await takeTurn(services, coachId))) {
    // Whoever is at it may have looked before this change.
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
  // What a lesson covered until now may be busy for another reason.
  const [sync] = await db
    .select({ calendarId: googleCalendarSync.calendarId })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.instructorId, coachId))
  if (sync) await readCalendar(services, sync.calendarId)
}

/** What fails for one lesson alone is noted and tried with the next run; what Google refuses for all of them ends this one. */
async function writeDue(services: HasGoogle, coachId: string): Promise<void> {
  const failed = new Set<string>()
  let stop: unknown
  const keyOf = ({ booking_id, google_id }: Due) => `${booking_id} ${google_id}`
  for (let round = 0; round < MOST_ROUNDS && !stop; round++) {
    const due = (await listDue(services.db, coachId, services.clock.now())).filter(
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

/** One at a time writes a coach's lessons: an older change never lands after a newer one. */
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
  // Before Google has it: what comes back as busy meanwhile is known to be this lesson.
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

/** The calendar is gone, or no longer the coach's own: she chooses another. */
async function stopWriting(db: Queryable, coachId: string, googleId: string, fault: string): Promise<void> {
  const [sync, event] = [googleCalendarSync, googleLessonEvents]
  await db
    .update(sync)
    .set({ targetCalendar: null, writeFailure: fault, version: sql`${sync.version} + 1` })
    .where(and(eq(sync.instructorId, coachId), eq(sync.targetCalendar, googleId)))
  await db.delete(event).where(and(eq(event.instructorId, coachId), eq(event.googleId, googleId)))
}

/** The same for the same lesson, always: Google keeps one event of an id. */
const eventIdOf = (bookingId: string) => `greenside${bookingId.replaceAll('-', '')}`
