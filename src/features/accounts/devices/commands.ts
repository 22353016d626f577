import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { endPushOfEndedSessions } from '#features/notifications/push-subscriptions.ts'
import { signedCookie } from '#platform/cookies.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { endAccess, lockAccount } from '../access.ts'
import type { AccountAccess } from '../access-version.ts'
import { sessions } from '../tables.ts'

/**
 * Ends one of the user's own sessions, and push notifications in its browser.
 * @param ownPushEndpoint of the current browser, which keeps its notifications
 * @throws AppError no_such_session, also for another user's session
 */
export async function endSession(
  services: Services,
  userId: string,
  { sessionId, ownPushEndpoint }: { sessionId: string; ownPushEndpoint?: string | undefined },
): Promise<void> {
  const isEnded = await services.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id })
    if (ended.length === 0) return false
    const others = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date(services.clock.now()))))
    const keep = { sessionIds: others.map(({ id }) => id), endpoint: ownPushEndpoint }
    await endPushOfEndedSessions(tx, userId, keep)
    return true
  })
  services.sessions.forget(userId)
  if (!isEnded) throw new AppError('not_found', 'no_such_session', 'That device is signed out already.')
}

/**
 * Ends all sessions of an account except the given one, and all access without a session, see
 * {@link endAccess}. Trusted devices must enter a second factor again.
 * @returns the number of sessions
 */
export async function endSessions(
  services: Services,
  userId: string,
  keep: { sessionId: string | null; pushEndpoint: string | null },
): Promise<number> {
  const ended = await services.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    return (await endAccess(services, tx, userId, keep)).sessions
  })
  services.sessions.forget(userId)
  return ended
}

/**
 * A browser that was signed in before has its own counter of attempts: strangers who guess passwords cannot
 * exhaust it, so they cannot lock the owner out. It is known until the account's means of access change, for
 * example by a new password.
 * @param access of the account; null if the address has none
 * @returns the device's id, for counting; null if it is not known to this account
 */
export function knownDevice(
  services: Services,
  access: AccountAccess | null,
  headers: Headers,
): string | null {
  const [account, version, device] = deviceCookie(services).read(headers)?.split('~') ?? []
  if (!access || account !== accountMark(access) || version !== String(access.version)) return null
  return device || null
}

/** Whether a browser has ever been known to an account. */
export const bringsDevice = (services: Services, headers: Headers): boolean =>
  deviceCookie(services).read(headers) !== null

/** Sets the cookie by which {@link knownDevice} recognizes this browser. It does not sign anyone in. */
export function rememberDevice(
  services: Services,
  access: AccountAccess,
  request: Headers,
  answer: Headers,
): void {
  const device = knownDevice(services, access, request) ?? randomBytes(12).toString('base64url')
  deviceCookie(services).set(answer, `${accountMark(access)}~${access.version}~${device}`)
}

const deviceCookie = ({ env }: Services) =>
  signedCookie(env, { name: 'greenside_device', purpose: 'known device', seconds: 365 * 86_400 })
const accountMark = ({ userId }: AccountAccess) =>
  createHash('sha256').update(userId).digest('base64url').slice(0, 22)
