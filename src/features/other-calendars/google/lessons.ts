import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { eventWords } from '#features/bookings/calendar/calendar.ts'
import { isCalledOff } from '#features/bookings/called-off.ts'
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
import type { HasGoogle } from './access.ts'
import { removeClinicDate, writeClinicDate } from './clinics.ts'
import { listOutdatedClinicEvents, listOutdatedEvents, type OutdatedEvent } from './due-lessons.ts'
import { followCoach, putEvent, removeEvent } from './events.ts'

/** Writes a coach's lessons and the dates of clinics to the chosen Google calendar, and removes obsolete events. */

/** Longer than a request including a token refresh can take. */
const LEASE = 60_000
const TRY_AGAIN = 5_000
const MOST_ROUNDS = 20

/** Queues an update of the coach's Google Calendar after a lesson was confirmed, changed, moved or cancelled. */
export async function followInGoogle(
  services: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { bookingId }: { bookingId: string },
): Promise<void> {
  const [lesson] = await tx
    .select({ coachId: bookings.instructorId, clinicId: bookings.clinicId })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  // The dates of a clinic are written, and not its seats.
  if (lesson && lesson.clinicId === null) await followCoach(services, tx, lesson.coachId)
}

/** Queues an update of the coach's Google Calendar when a suspension is lifted. */
export const followAfterSuspension = (
  services: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { userId }: { userId: string },
): Promise<void> => followCoach(services, tx, userId)

/**
 * Synchronizes a coach's lessons and clinics to Google. Idempotent: events that are up to date are not touched.
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

/** An event that has to be written or removed. */
interface Due {
  id: string
  /** The event in its calendar. */
  key: string
  work: () => Promise<void>
}

async function listDue(services: HasGoogle, coachId: string): Promise<Due[]> {
  const now = services.clock.now()
  const lessons = await listOutdatedEvents(services.db, coachId, now)
  const dates = await listOutdatedClinicEvents(services.db, coachId, now)
  return [
    ...lessons.map((due) => ({
      id: due.booking_id,
      key: `${due.booking_id} ${due.google_id}`,
      work: () => (due.is_wanted ? write : takeAway)(services, coachId, due),
    })),
    ...dates.map((due) => ({
      id: due.clinic_date_id,
      key: `${due.clinic_date_id} ${due.google_id}`,
      work: () => (due.is_wanted ? writeClinicDate : removeClinicDate)(services, coachId, due),
    })),
  ]
}

/**
 * Failures of single events are recorded and retried in the next run; an error that affects all of them
 * stops this run.
 */
async function writeDue(services: HasGoogle, coachId: string): Promise<void> {
  const failed = new Set<string>()
  let stop: unknown
  for (let round = 0; round < MOST_ROUNDS && !stop; round++) {
    const due = (await listDue(services, coachId)).filter(({ key }) => !failed.has(key))
    if (due.length === 0 && round > 0) break
    await doEach(services, {
      name: `${writeLessonsJob.name}/${coachId}`,
      items: due,
      idOf: ({ id }) => id,
      work: async ({ key, work }) => {
        await takeTurn(services, coachId, true)
        try {
          await work()
        } catch (error) {
          failed.add(key)
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
  if (failed.size > 0) throw new Error(`${failed.size} events could not be written to Google`)
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

async function write(services: HasGoogle, coachId: string, due: OutdatedEvent): Promise<void> {
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
  const isWritten = await putEvent(services, coachId, googleId, {
    id: bookingId,
    title: summary,
    description,
    place,
    url: `${env.appUrl}/lessons`,
    start: startsAt,
    end: endsAt,
    isFree: isCalledOff(lesson),
  })
  if (!isWritten) return
  await db.update(event).set({ changeNumber: due.version, wasStartsAt: null, wasEndsAt: null }).where(isThis)
}

async function takeAway(
  services: HasGoogle,
  coachId: string,
  { booking_id: bookingId, google_id: googleId }: OutdatedEvent,
): Promise<void> {
  await removeEvent(services, coachId, googleId, bookingId)
  const event = googleLessonEvents
  await services.db.delete(event).where(and(eq(event.bookingId, bookingId), eq(event.googleId, googleId)))
}
