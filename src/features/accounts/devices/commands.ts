import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { readCookie } from '#platform/auth-cookies.ts'
import { AppError } from '#platform/errors.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'
import { endAccess, lockAccount } from '../access.ts'
import type { Access } from '../access-version.ts'
import { sessions } from '../tables.ts'

const YEAR_SECONDS = 365 * 86_400

/** Ends one of somebody's own sessions. @throws AppError no_such_session, the same for another person's */
export async function endSession(services: Services, userId: string, sessionId: string): Promise<void> {
  const ended = await services.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  services.sessions.forget(userId)
  if (ended.length === 0)
    throw new AppError('not_found', 'no_such_session', 'That device is signed out already.')
}

/**
 * Ends all sessions of an account except the given one, and every access without a session, see {@link endAccess}. Every device is
 * asked for a second factor again.
 * @returns how many sessions
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
 * A browser in which somebody signed in before has tries of its own: strangers who guess at the account cannot use them
 * up, so they cannot lock its owner out. It is known until who can get in changes, such as by a new password.
 * @param access the account's; null when nobody has the address
 * @returns the device's number, for counting; null when it does not know this account
 */
export function knownDevice(services: Services, access: Access | null, headers: Headers): string | null {
  const [account, version, device] = readDevice(services, headers)?.split('~') ?? []
  if (!access || account !== accountMark(access) || version !== String(access.version)) return null
  return device || null
}

/** Whether a browser was known to some account once. */
export const bringsDevice = (services: Services, headers: Headers): boolean =>
  readDevice(services, headers) !== null

const readDevice = (services: Services, headers: Headers) =>
  marks(services).read(readCookie(headers.get('cookie'), cookieName(services)))

/** Adds the cookie by which {@link knownDevice} knows this browser again. It signs nobody in. */
export function rememberDevice(services: Services, access: Access, request: Headers, answer: Headers): void {
  const device = knownDevice(services, access, request) ?? randomBytes(12).toString('base64url')
  const secure = services.env.appUrl.startsWith('https://') ? '; Secure' : ''
  const value = marks(services).sign(`${accountMark(access)}~${access.version}~${device}`)
  answer.append(
    'set-cookie',
    `${cookieName(services)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

const marks = ({ env }: Services) => signedValues(env.SESSION_SECRET, 'known device')
const cookieName = ({ env }: Services) =>
  `${env.appUrl.startsWith('https://') ? '__Host-' : ''}greenside_device`
const accountMark = ({ userId }: Access) =>
  createHash('sha256').update(userId).digest('base64url').slice(0, 22)
