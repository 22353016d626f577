import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { doEach, tryEach } from '#platform/each-item.ts'
import { CalendarError, type CalendarGrant, type CalendarPort } from '#ports/calendar/calendar.ts'
import type { Services } from '#ports/services.ts'
import { notifyAccessEnded } from '../emails.ts'
import { readCalendarsJob } from '../jobs.ts'
import { calendarSealer } from '../sealing.ts'
import { googleAccessEnded, googleCalendarSync, googleConsents } from '../tables.ts'

/**
 * A coach's OAuth tokens for Google Calendar: stored encrypted, refreshed when they expire, and revoked when
 * disconnecting.
 */

export type HasGoogle = Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'jobs' | 'calendar' | 'answers'>
type Sync = typeof googleCalendarSync.$inferSelect

/** An access token that expires within this margin is refreshed before use. */
const MARGIN = 60_000
const GIVE_UP_AFTER = 7 * 86_400_000
const AT_ONCE = 100

/**
 * The encrypted columns of a grant.
 * @param coachId the owner; the encrypted tokens cannot be decrypted for another coach
 */
export function sealedGrant(
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  coachId: string,
  grant: Pick<CalendarGrant, 'accessToken' | 'lastsMs'> & { refreshToken?: string },
) {
  const sealer = calendarSealer(env)
  return {
    accessToken: sealer.seal(grant.accessToken, coachId),
    accessEndsAt: clock.now() + grant.lastsMs,
    ...(grant.refreshToken ? { refreshToken: sealer.seal(grant.refreshToken, coachId) } : {}),
  }
}

/**
 * Calls Google with a coach's access token, refreshing it when it has expired. When the access was revoked,
 * disconnects the account and notifies the coach.
 * @throws CalendarError
 */
export async function asCoach<T>(
  services: HasGoogle,
  coachId: string,
  ask: (port: CalendarPort, accessToken: string) => Promise<T>,
): Promise<T> {
  const { db, clock, env, calendar: port } = services
  const [sync] = await db
    .select()
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.instructorId, coachId))
  if (!sync?.syncEnabled) throw new CalendarError('access_ended')
  if (!port) throw new CalendarError('unavailable', new Error('no client is configured'))
  const isGood = sync.accessEndsAt !== null && sync.accessEndsAt > clock.now() + MARGIN
  const known = isGood && sync.accessToken && calendarSealer(env).open(sync.accessToken, coachId)
  try {
    if (known) return await ask(port, known)
  } catch (error) {
    if (!(error instanceof CalendarError) || error.fault !== 'token_refused') throw error
  }
  const renewed = await renew(services, port, sync)
  try {
    return await ask(port, renewed)
  } catch (error) {
    if (!(error instanceof CalendarError) || error.fault !== 'token_refused') throw error
    await endAccess(services, sync)
    throw new CalendarError('access_ended', error)
  }
}

async function renew(services: HasGoogle, port: CalendarPort, sync: Sync): Promise<string> {
  const { db, env } = services
  const refreshToken = sync.refreshToken && calendarSealer(env).open(sync.refreshToken, sync.instructorId)
  try {
    // The encryption key no longer exists.
    if (!refreshToken) throw new CalendarError('access_ended')
    const access = await port.refresh(refreshToken)
    await db
      .update(googleCalendarSync)
      .set(sealedGrant(services, sync.instructorId, access))
      .where(isStill(sync))
    return access.accessToken
  } catch (error) {
    if (error instanceof CalendarError && error.fault === 'access_ended') await endAccess(services, sync)
    throw error
  }
}

/** Google rejects our access: stops all requests until the coach connects again, and notifies the coach. */
async function endAccess(services: HasGoogle, sync: Sync): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ended = await tx
      .update(googleCalendarSync)
      .set({ syncEnabled: false, refreshToken: null, accessToken: null, accessEndsAt: null })
      .where(and(isStill(sync), eq(googleCalendarSync.syncEnabled, true)))
      .returning({ coachId: googleCalendarSync.instructorId })
    if (ended.length > 0) await notifyAccessEnded(services, tx, sync)
  })
}

/** Unless the coach has connected again in the meantime. */
const isStill = ({ instructorId, connectedAt, calendarId }: Sync) =>
  and(
    eq(googleCalendarSync.instructorId, instructorId),
    eq(googleCalendarSync.calendarId, calendarId),
    eq(googleCalendarSync.connectedAt, connectedAt),
  )

/** Queues a token for revocation at Google. */
export async function queueRevocation(tx: Queryable, coachId: string, refreshToken: Buffer): Promise<void> {
  await tx.insert(googleAccessEnded).values({ id: randomUUID(), coachId, refreshToken })
}

/**
 * Revokes the queued tokens at Google; failures are retried later and do not affect other tokens.
 * @param coachId all coaches when omitted
 */
export async function revokeQueuedTokens(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'log' | 'calendar'>,
  coachId?: string,
): Promise<void> {
  const { db, clock, env, log, calendar: port } = services
  const ended = googleAccessEnded
  await db.delete(googleConsents).where(lt(googleConsents.expiresAt, clock.now()))
  if (!port) return
  const rows = await db
    .select()
    .from(ended)
    .where(coachId ? eq(ended.coachId, coachId) : undefined)
    .orderBy(ended.endedAt)
    .limit(AT_ONCE)
  const giveBack = async (row: (typeof rows)[number]) => {
    try {
      const refreshToken = calendarSealer(env).open(row.refreshToken, row.coachId)
      if (refreshToken) await port.revoke(refreshToken)
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      if (row.endedAt > clock.now() - GIVE_UP_AFTER) {
        log.info({ coachId: row.coachId }, 'Google could not be told that access has ended')
        return false
      }
    }
    return await db.delete(ended).where(eq(ended.id, row.id))
  }
  // The run over all coaches records failures.
  if (coachId) await tryEach(rows, giveBack)
  else
    await doEach(services, {
      name: `${readCalendarsJob.name}/give-back-access`,
      items: rows,
      idOf: ({ id }) => id,
      work: giveBack,
    })
}
