import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { instructorSchedules } from '#features/availability/tables.ts'
import type { Transaction } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { CalendarError, type CalendarGrant, type ListedCalendar } from '#ports/calendar/calendar.ts'
import type { Services } from '#ports/services.ts'
import { writeLessonsJob } from '../jobs.ts'
import { readCalendar } from '../reading.ts'
import { calendarSealer } from '../sealing.ts'
import {
  googleAccessEnded,
  googleCalendarSync,
  googleCalendars,
  googleConsents,
  otherCalendars,
} from '../tables.ts'
import { type HasGoogle, queueRevocation, revokeQueuedTokens, sealedGrant } from './access.ts'
import { keepList } from './reading.ts'

type Has = HasGoogle & Pick<Services, 'calendarFiles' | 'rateLimits'>

const TRIES = { points: 20, seconds: 3_600 }
/** Allows enough time to sign in to Google. */
const CONSENT_LASTS = 15 * 60_000

/** The OAuth redirect URI. */
const redirectUriOf = ({ env }: Pick<Services, 'env'>) => `${env.appUrl}/availability`
const hashOf = (state: string) => createHash('sha256').update(`google ${state}`).digest()

/**
 * Starts connecting a coach's Google Calendar.
 * @returns the URL of Google's consent page
 * @throws AppError not_offered
 */
export async function startConnecting(services: Has, coachId: string): Promise<string> {
  const { db, clock, env, calendar: port, rateLimits } = services
  await rateLimits.count('connect-google', coachId, TRIES)
  if (!port) throw new AppError('not_found', 'not_offered', 'Google Calendar can’t be connected here.')
  // Revoke pending tokens before connecting: Google would apply a later revocation to the new access.
  await revokeQueuedTokens(services, coachId)
  const state = `s${randomBytes(32).toString('base64url')}`
  const verifier = randomBytes(32).toString('base64url')
  const stateHash = hashOf(state)
  const [sync] = await db
    .select({ account: googleCalendarSync.account })
    .from(googleCalendarSync)
    .where(eq(googleCalendarSync.instructorId, coachId))
  await db.insert(googleConsents).values({
    stateHash,
    instructorId: coachId,
    verifier: calendarSealer(env).seal(verifier, coachId),
    expiresAt: clock.now() + CONSENT_LASTS,
  })
  return port.consentUrl({
    state,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    redirectUri: redirectUriOf(services),
    ...(sync ? { account: sync.account } : {}),
  })
}

/**
 * Handles the redirect from Google's consent page, once and only for the coach who started it, and reads the
 * calendar.
 * @throws AppError connect_again, too_little_allowed, google_unavailable
 */
export async function finishConnecting(
  services: Has,
  coachId: string,
  answer: { state: string; code: string },
): Promise<void> {
  const { db, clock, env, calendar: port, rateLimits } = services
  await rateLimits.count('finish-google', coachId, TRIES)
  const consent = googleConsents
  const [asked] = await db
    .delete(consent)
    .where(
      and(
        eq(consent.stateHash, hashOf(answer.state)),
        eq(consent.instructorId, coachId),
        gt(consent.expiresAt, clock.now()),
      ),
    )
    .returning({ verifier: consent.verifier })
  const codeVerifier = asked && calendarSealer(env).open(asked.verifier, coachId)
  if (!codeVerifier || !port) throw connectAgain()
  try {
    const grant = await port.exchange({
      code: answer.code,
      codeVerifier,
      redirectUri: redirectUriOf(services),
    })
    if (!grant.mayReadCalendars) {
      await port.revoke(grant.refreshToken)
      throw new AppError(
        'bad_input',
        'too_little_allowed',
        'We were not allowed to see when you are busy. Please connect again and leave the boxes ticked.',
      )
    }
    const found = await port.listCalendars(grant.accessToken)
    const primary = found.find(({ isPrimary }) => isPrimary) ?? found[0]
    if (!primary) throw new CalendarError('unavailable', new Error('an account without calendars'))
    const calendarId = await db.transaction(
      async (tx) =>
        await keepConnection(services, tx as unknown as Transaction, coachId, grant, found, primary),
    )
    await readCalendar(services, calendarId)
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    services.log.info({ err: error, coachId }, 'Google Calendar could not be connected')
    if (error.fault === 'code_refused') throw connectAgain()
    throw new AppError(
      'unavailable',
      'google_unavailable',
      'Google could not be reached. Nothing was changed; please try again in a minute.',
    )
  }
}

async function keepConnection(
  services: Has,
  tx: Transaction,
  coachId: string,
  grant: CalendarGrant,
  found: readonly ListedCalendar[],
  primary: ListedCalendar,
): Promise<string> {
  const { clock, jobs } = services
  const sync = googleCalendarSync
  await tx
    .select({ id: instructorSchedules.instructorId })
    .from(instructorSchedules)
    .where(eq(instructorSchedules.instructorId, coachId))
    .for('no key update')
  const account = primary.id.slice(0, 320)
  const access = {
    ...sealedGrant(services, coachId, grant),
    account,
    syncEnabled: true,
    mayWrite: grant.mayWriteEvents,
    connectedAt: clock.now(),
  }
  const [known] = await tx.select().from(sync).where(eq(sync.instructorId, coachId)).for('update')
  const calendarId = known?.calendarId ?? randomUUID()
  const isSame = known?.account === account
  if (known) {
    if (known.refreshToken && !isSame) await queueRevocation(tx, coachId, known.refreshToken)
    await tx
      .update(sync)
      .set({
        ...access,
        version: sql`${sync.version} + 1`,
        writeFailure: null,
        ...(isSame && grant.mayWriteEvents ? {} : { targetCalendar: null }),
      })
      .where(eq(sync.instructorId, coachId))
    if (!isSame) await tx.delete(googleCalendars).where(eq(googleCalendars.instructorId, coachId))
    // Forces a full read.
    await tx.update(otherCalendars).set({ writtenOutAt: null }).where(eq(otherCalendars.id, calendarId))
  } else {
    await tx
      .insert(otherCalendars)
      .values({ id: calendarId, instructorId: coachId, kind: 'google', name: 'Google Calendar' })
    await tx.insert(sync).values({ instructorId: coachId, calendarId, ...access })
  }
  // Google would apply the revocation of an older access to the same account to the new one.
  if (!known || isSame) await tx.delete(googleAccessEnded).where(eq(googleAccessEnded.coachId, coachId))
  await keepList(tx, coachId, found)
  if (!isSame)
    await tx
      .update(googleCalendars)
      .set({ countsBusy: true })
      .where(and(eq(googleCalendars.instructorId, coachId), eq(googleCalendars.googleId, primary.id)))
  await jobs.send(tx, writeLessonsJob, { coachId })
  return calendarId
}

/**
 * Saves which calendars count as busy and which one lessons are written to, and reads them.
 * @throws AppError not_connected, changed_elsewhere, no_such_calendar
 */
export async function chooseCalendars(
  services: Has,
  coachId: string,
  wish: { busy: string[]; target: string | null; version: number },
): Promise<void> {
  await services.rateLimits.count('choose-google', coachId, { points: 60, seconds: 3_600 })
  const [sync, list] = [googleCalendarSync, googleCalendars]
  const calendarId = await services.db.transaction(async (tx) => {
    const [known] = await tx.select().from(sync).where(eq(sync.instructorId, coachId)).for('update')
    if (!known) throw new AppError('not_found', 'not_connected', 'Google Calendar is not connected.')
    if (known.version !== wish.version)
      throw new AppError(
        'conflict',
        'changed_elsewhere',
        'Your calendars were changed meanwhile, perhaps in another tab. Please look at them and choose again.',
      )
    const there = await tx.select().from(list).where(eq(list.instructorId, coachId))
    const ids = new Map(there.map((one) => [one.googleId, one]))
    if (!wish.busy.every((id) => ids.has(id))) throw noSuchCalendar()
    if (wish.target !== null && (!known.mayWrite || !ids.get(wish.target)?.isOwned)) throw noSuchCalendar()
    await tx.update(list).set({ countsBusy: false }).where(eq(list.instructorId, coachId))
    if (wish.busy.length > 0)
      await tx
        .update(list)
        .set({ countsBusy: true })
        .where(and(eq(list.instructorId, coachId), inArray(list.googleId, wish.busy)))
    await tx
      .update(sync)
      .set({ targetCalendar: wish.target, writeFailure: null, version: known.version + 1 })
      .where(eq(sync.instructorId, coachId))
    await tx.update(otherCalendars).set({ writtenOutAt: null }).where(eq(otherCalendars.id, known.calendarId))
    await services.jobs.send(tx as unknown as Transaction, writeLessonsJob, { coachId })
    return known.calendarId
  })
  await readCalendar(services, calendarId)
}

const connectAgain = () =>
  new AppError(
    'conflict',
    'connect_again',
    'The connection timed out or was started in another window. Please connect again.',
  )

const noSuchCalendar = () =>
  new AppError('bad_input', 'no_such_calendar', 'One of these calendars is no longer in your Google account.')
