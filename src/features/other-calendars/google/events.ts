import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { CalendarError } from '#ports/calendar/calendar.ts'
import type { TransactionServices } from '#ports/services.ts'
import { writeLessonsJob } from '../jobs.ts'
import { googleCalendarSync, googleClinicEvents, googleLessonEvents } from '../tables.ts'
import { asCoach, type HasGoogle } from './access.ts'

/** Events of lessons and clinics in a coach's Google calendar. */

/** Queues an update of a coach's Google Calendar, if one is connected. */
export async function followCoach(
  { jobs }: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  coachId: string,
): Promise<void> {
  const connected = await tx
    .select({ coachId: googleCalendarSync.instructorId })
    .from(googleCalendarSync)
    .where(and(eq(googleCalendarSync.instructorId, coachId), eq(googleCalendarSync.syncEnabled, true)))
  if (connected.length > 0) await jobs.send(tx, writeLessonsJob, { coachId })
}

interface WrittenEvent {
  /** Of the booking or of the date of a clinic. */
  id: string
  title: string
  description: string
  place: string
  url: string
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  /** It does not make its time busy. */
  isFree?: boolean
}

/**
 * Writes an event. When the calendar was deleted or is no longer the coach's, nothing more is written to it.
 * @returns false when it was not written for this reason
 * @throws CalendarError unavailable: to be retried
 */
export async function putEvent(
  services: HasGoogle,
  coachId: string,
  googleId: string,
  { id, ...event }: WrittenEvent,
): Promise<boolean> {
  try {
    await asCoach(services, coachId, (port, token) =>
      port.putEvent(token, googleId, { ...event, id: eventIdOf(id) }),
    )
    return true
  } catch (error) {
    if (!(error instanceof CalendarError) || !['not_allowed', 'calendar_gone'].includes(error.fault))
      throw error
    await stopWriting(services.db, coachId, googleId, error.fault)
    return false
  }
}

/** Removes the event of a booking or of the date of a clinic. @throws CalendarError unavailable: to be retried */
export async function removeEvent(
  services: HasGoogle,
  coachId: string,
  googleId: string,
  id: string,
): Promise<void> {
  try {
    await asCoach(services, coachId, (port, token) => port.removeEvent(token, googleId, eventIdOf(id)))
  } catch (error) {
    if (!(error instanceof CalendarError) || error.fault !== 'not_allowed') throw error
  }
}

/** The coach must choose another calendar. */
async function stopWriting(db: Queryable, coachId: string, googleId: string, fault: string): Promise<void> {
  const sync = googleCalendarSync
  await db
    .update(sync)
    .set({ targetCalendar: null, writeFailure: fault, version: sql`${sync.version} + 1` })
    .where(and(eq(sync.instructorId, coachId), eq(sync.targetCalendar, googleId)))
  for (const event of [googleLessonEvents, googleClinicEvents])
    await db.delete(event).where(and(eq(event.instructorId, coachId), eq(event.googleId, googleId)))
}

/** Deterministic: Google stores one event per id. */
const eventIdOf = (id: string) => `greenside${id.replaceAll('-', '')}`
