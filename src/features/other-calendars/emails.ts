import { eq } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type CalendarFailure, failureWords } from './health.ts'
import { calendarReconnect, calendarReconnectKind, calendarTrouble, calendarTroubleKind } from './letters.ts'

/** The page where the coach can fix the problem. */
const HREF = '/availability?part=calendars'

/** Notifies a coach that instant booking was paused because of a calendar. Sent once per pause. */
export async function notifyLost(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  lost: { calendarId: string; coachId: string; name: string; failure: CalendarFailure; failingSince: number },
): Promise<void> {
  const [coach] = await tx
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, lost.coachId))
  const reason = failureWords[lost.failure]
  await notifyUser(services, tx, {
    userId: lost.coachId,
    kind: calendarTroubleKind,
    businessKey: `${lost.calendarId}:${lost.failingSince}`,
    title: `Instant booking is closed: ${lost.name} can’t be read`,
    body: reason,
    href: HREF,
    email: calendarTroubleLetter(services.env.appUrl, coachLabel(coach?.name ?? null), lost.name, reason),
    about: { what: 'calendar', calendarId: lost.calendarId },
  })
}

export const calendarTroubleLetter = (
  appUrl: string,
  coach_name: string,
  calendar_name: string,
  reason: string,
): Letter => fillIn(calendarTrouble, { coach_name, calendar_name, reason, calendars_url: `${appUrl}${HREF}` })

/**
 * Notifies a coach immediately that access to Google was lost, because only the coach can restore it. Sent
 * once per connection.
 */
export async function notifyAccessEnded(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  ended: { instructorId: string; calendarId: string; account: string; connectedAt: number },
): Promise<void> {
  const { instructorId: userId, calendarId, account, connectedAt } = ended
  const [coach] = await tx
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, userId))
  await notifyUser(services, tx, {
    userId,
    kind: calendarReconnectKind,
    businessKey: `${calendarId}:${connectedAt}`,
    title: 'Connect Google Calendar again',
    body: 'Google no longer lets us see when you are busy.',
    href: HREF,
    email: calendarReconnectLetter(services.env.appUrl, coachLabel(coach?.name ?? null), account),
    about: { what: 'google', calendarId },
  })
}

export const calendarReconnectLetter = (appUrl: string, coach_name: string, account: string): Letter =>
  fillIn(calendarReconnect, { coach_name, account, calendars_url: `${appUrl}${HREF}` })
