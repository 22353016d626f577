import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#platform/errors.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'
import { forgetTrustedDevices } from '../second-factors/removal/commands.ts'

const YEAR_SECONDS = 365 * 86_400

/** Ends one of somebody's own sessions. @throws AppError no_such_session, the same for another person's */
export async function endSession(services: Services, userId: string, sessionId: string): Promise<void> {
  const ended = await services.db.execute(
    sql`delete from sessions where id = ${sessionId}::uuid and user_id = ${userId}::uuid returning id`,
  )
  services.sessions.forget(userId)
  if (ended.rows.length === 0)
    throw new AppError('not_found', 'no_such_session', 'That device is signed out already.')
}

/** Ends all of somebody's sessions but the given one; every device is asked for a second factor again. @returns how many */
export async function endSessions(services: Services, userId: string, keep: string | null): Promise<number> {
  const ended = await services.db.execute(
    sql`delete from sessions where user_id = ${userId}::uuid and id is distinct from ${keep}::uuid returning id`,
  )
  await forgetTrustedDevices(services.db, userId)
  services.sessions.forget(userId)
  return ended.rows.length
}

/**
 * A browser in which somebody signed in before has tries of its own: strangers who guess at the account cannot use them
 * up, so they cannot lock its owner out.
 * @returns the device's number, for counting; null when it does not know this account
 */
export function knownDevice(services: Services, email: string, headers: Headers): string | null {
  const cookie = headers.get('cookie')?.split('; ') ?? []
  const name = `${cookieName(services)}=`
  const value = cookie.find((part) => part.startsWith(name))?.slice(name.length)
  const [account, device] = marks(services).read(value)?.split('~') ?? []
  return account === accountMark(email) && device ? device : null
}

/** Adds the cookie by which {@link knownDevice} knows this browser again. It signs nobody in. */
export function rememberDevice(services: Services, email: string, request: Headers, answer: Headers): void {
  const device = knownDevice(services, email, request) ?? randomBytes(12).toString('base64url')
  const secure = services.env.appUrl.startsWith('https://') ? '; Secure' : ''
  const value = marks(services).sign(`${accountMark(email)}~${device}`)
  answer.append(
    'set-cookie',
    `${cookieName(services)}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
}

const marks = ({ env }: Services) => signedValues(env.SESSION_SECRET, 'known device')
const cookieName = ({ env }: Services) =>
  `${env.appUrl.startsWith('https://') ? '__Host-' : ''}greenside_device`
const accountMark = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)
