import { asc, desc, eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { GoogleConnection } from '../schema.ts'
import { googleCalendarSync, googleCalendars } from '../tables.ts'

/** A coach's Google account with its calendars and the coach's choices; null when none is connected. */
export async function findGoogle(db: Queryable, coachId: string): Promise<GoogleConnection | null> {
  const [sync, list] = [googleCalendarSync, googleCalendars]
  const [known] = await db.select().from(sync).where(eq(sync.instructorId, coachId))
  if (!known) return null
  const calendars = await db
    .select()
    .from(list)
    .where(eq(list.instructorId, coachId))
    .orderBy(desc(list.isPrimary), desc(list.isOwned), asc(list.name), asc(list.googleId))
  return {
    calendarId: known.calendarId,
    account: known.account,
    isConnected: known.syncEnabled,
    mayWrite: known.mayWrite,
    target: known.targetCalendar,
    stoppedWriting: known.writeFailure !== null,
    version: known.version,
    calendars: calendars.map(({ googleId, name, isPrimary, isOwned, countsBusy }) => ({
      id: googleId,
      name,
      isPrimary,
      isOwned,
      countsBusy,
    })),
  }
}

/** Whether access to a coach's Google account was lost and not restored. */
export async function isAccessEnded(db: Queryable, calendarId: string): Promise<boolean> {
  const [sync] = await db
    .select({ isOn: googleCalendarSync.syncEnabled })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.calendarId, calendarId))
  return sync?.isOn === false
}
