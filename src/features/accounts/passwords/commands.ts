import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { endAccess, keepNothing, lockAccount, proveEmailAddress, renewAccess } from '../access.ts'
import { accountNewsKind, alsoEndedText, passwordChanged } from '../letters.ts'
import { requestLink, takeLink } from '../links/commands.ts'
import { credentials, profiles } from '../tables.ts'
import type { changePasswordSchema, resetPasswordSchema } from './schema.ts'

const REQUESTS_PER_ADDRESS = { points: 20, seconds: 60 * 60 }
const USES_PER_ADDRESS = { points: 60, seconds: 15 * 60 }
const OWN_TRIES = { points: 10, seconds: 15 * 60 }

/**
 * Emails a link to reset the password if the address has an account; the response does not reveal whether it
 * does.
 * @throws AppError too_many_requests
 */
export async function requestPasswordReset(services: Services, email: string, from: { ip: string }) {
  await services.rateLimits.count('ask-for-link', from.ip, REQUESTS_PER_ADDRESS)
  await requestLink(services, services.db, { purpose: 'password-reset', email: email.toLowerCase() })
}

/**
 * Sets a new password with an emailed link, ends all sessions and other access, and signs this browser in,
 * after the second factor if one is enabled.
 * @throws AppError link_not_good, too_many_requests
 */
export async function resetPassword(
  services: Services,
  input: z.output<typeof resetPasswordSchema>,
  from: { headers: Headers; ip: string },
) {
  await services.rateLimits.count('use-link', from.ip, USES_PER_ADDRESS)
  // Hashing is slow, so it runs before the transaction to avoid holding locks.
  const hash = await services.passwords.hashPassword(input.password)
  const viewerId = await services.sessions.findUserId(from.headers)
  const now = services.clock.now()
  const userId = await services.db.transaction(async (tx) => {
    const link = await takeLink(tx, { purpose: 'password-reset', token: input.token }, now)
    const { hasPutOut } = await proveEmailAddress(services, tx, link, link.userId === viewerId)
    const others = hasPutOut ? [] : (await endAccess(services, tx, link.userId, keepNothing)).others
    await setPassword(tx, link.userId, hash)
    await tellPasswordChanged(services, tx, link.userId, others)
    return link.userId
  })
  services.sessions.forget(userId)
  return await services.sessions.open(userId, from.headers)
}

/**
 * Changes the password and invalidates everything issued for signing in. This browser stays signed in with a
 * new cookie.
 * @param input.endOthers also ends every other session and all access without a session
 * @returns headers with the cookie
 * @throws AppError wrong_password, no_password, too_many_requests
 */
export async function changePassword(
  services: Services,
  userId: string,
  input: z.output<typeof changePasswordSchema>,
  from: { headers: Headers },
): Promise<Headers> {
  const before = await confirmPassword(services, userId, input.currentPassword)
  const hash = await services.passwords.hashPassword(input.newPassword)
  const sessionId = await services.sessions.findSessionId(from.headers)
  await services.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    // If another change was completed in the meantime, the current password no longer matches.
    if (!(await replacePassword(tx, userId, hash, before))) throw wrongPassword()
    const keep = { sessionId, pushEndpoint: input.ownPushEndpoint ?? null }
    const ended = input.endOthers ? (await endAccess(services, tx, userId, keep)).others : null
    if (!ended) await renewAccess(tx, userId, services.clock.now())
    await tellPasswordChanged(services, tx, userId, ended)
  })
  services.sessions.forget(userId)
  return await services.sessions.renewToken(from.headers)
}

/**
 * Confirms the password before a sensitive action.
 * @returns the password hash
 * @throws AppError wrong_password, no_password, too_many_requests
 */
export async function confirmPassword(services: Services, userId: string, password: string): Promise<string> {
  await services.rateLimits.count('own-password', userId, OWN_TRIES)
  const [found] = await services.db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(ownPassword(userId))
  const hash = found?.hash
  if (!hash)
    throw new AppError(
      'not_allowed',
      'no_password',
      'Your account has no password yet. Choose one first: we will email you a link.',
    )
  if (!(await services.passwords.verifyPassword({ hash, password }))) throw wrongPassword()
  return hash
}

/** Excludes credentials of other sign-in methods of the same person. */
const ownPassword = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'))

const wrongPassword = () => new AppError('not_allowed', 'wrong_password', 'That password is not correct.')

/** @param before the current hash; any if omitted. @returns false if the hash does not match */
async function replacePassword(tx: Queryable, userId: string, hash: string, before?: string) {
  const changed = await tx
    .update(credentials)
    .set({ password: hash, updatedAt: present })
    .where(and(ownPassword(userId), eq(credentials.password, before ?? credentials.password)))
    .returning({ id: credentials.id })
  return changed.length > 0
}

async function setPassword(tx: Queryable, userId: string, hash: string) {
  if (await replacePassword(tx, userId, hash)) return
  await tx.insert(credentials).values({ accountId: userId, providerId: 'credential', userId, password: hash })
}

/** @param ended access that ended in addition to the sessions of other devices; null if those are kept */
async function tellPasswordChanged(
  services: Services,
  tx: Queryable,
  userId: string,
  ended: readonly string[] | null,
) {
  const [owner] = await tx
    .select({ fullName: profiles.fullName })
    .from(profiles)
    .where(eq(profiles.id, userId))
  await sendLetter(services, tx, {
    key: `password-changed:${randomUUID()}`,
    kind: accountNewsKind,
    userId,
    letter: fillIn(passwordChanged, {
      full_name: owner?.fullName ?? '',
      also_ended: ended
        ? alsoEndedText('Your other devices were signed out.', ended)
        : 'Your devices stay signed in.',
      changed_at: formatMoment(services.clock.now(), await readOwnZone(services, tx, userId)),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
