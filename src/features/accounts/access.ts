import { and, eq, isNull, like, ne, sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { liftSuppression } from '#features/notifications/suppressions.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { type Access, readAccessVersion } from './access-version.ts'
import { accountClaimed, accountNewsKind } from './letters.ts'
import { linkNotGood, spendLinks } from './links/commands.ts'
import { linkPurposes } from './links/link.ts'
import { removeSecondFactor } from './second-factors/removal.ts'
import { endStandingAccess } from './standing-access.ts'
import { credentials, profiles, sessions, userRoles, verifications } from './tables.ts'

/** An account while nobody else can change who gets in. */
export interface LockedAccount {
  userId: string
  email: string
  fullName: string
  /** Whoever holds it was seen to read its mailbox. */
  isProven: boolean
  isAdmin: boolean
}

/**
 * Locks an account in a transaction that changes who gets in. Sessions refer to this row: one that is being opened at this
 * moment is either ended by what follows, or waits and then finds another access version.
 * @returns null when it is closed
 */
export async function lockAccount(tx: Queryable, userId: string): Promise<LockedAccount | null> {
  const [row] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
    .for('update')
  if (!row) return null
  const adminRoles = await tx
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin')))
  return {
    userId,
    email: row.email,
    fullName: row.fullName,
    isProven: row.mailboxProvenAt !== null,
    isAdmin: row.userType === 'admin' || adminRoles.length > 0,
  }
}

/**
 * Makes worthless what was given out to get in with: mailed links, half-finished sign-ins, and the marks of browsers that
 * are known or spared a code. Of a locked account.
 * @param now milliseconds UTC
 */
export async function renewAccess(tx: Queryable, userId: string, now: number): Promise<void> {
  await tx
    .update(profiles)
    .set({ accessVersion: sql`${profiles.accessVersion} + 1` })
    .where(eq(profiles.id, userId))
  await spendLinks(tx, userId, ['password-reset', 'magic-link', 'email-change'], now)
  // The sign-in library's: pending second factors and trusted devices.
  await tx.delete(verifications).where(eq(verifications.value, userId))
}

/**
 * Ends everything by which somebody sees or enters an account without signing in anew: besides {@link renewAccess} sessions,
 * the private calendar address, notifications in browsers and texts. Of a locked account.
 * @param keep the session, and the push address, of the browser that asked, when it stays signed in
 * @returns how many sessions ended
 */
export async function endAccess(
  tx: Queryable,
  userId: string,
  keep: { sessionId: string | null; pushEndpoint: string | null },
  now: number,
): Promise<number> {
  await renewAccess(tx, userId, now)
  for (const statement of endStandingAccess(userId, keep.pushEndpoint, now)) await tx.execute(statement)
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep.sessionId ? ne(sessions.id, keep.sessionId) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

/**
 * Signs somebody in, and takes it back when who can get in changed while that went on: what was checked, such as the password
 * of a moment ago, is no longer so.
 * @param access as it was before anything was checked; null for an address that nobody had
 * @throws AppError sign_in_again
 */
export async function steadyAccess<T extends { headers: Headers }>(
  services: Services,
  access: Access | null,
  signIn: () => Promise<T>,
): Promise<T> {
  const signedIn = await signIn()
  if (!access || (await readAccessVersion(services.db, access.userId)) === access.version) return signedIn
  await services.sessions.discard(signedIn.headers)
  await services.db
    .delete(verifications)
    .where(and(eq(verifications.value, access.userId), like(verifications.identifier, '2fa-%')))
  throw new AppError(
    'not_signed_in',
    'sign_in_again',
    'Your account was changed a moment ago. Please sign in again.',
  )
}

/** For {@link endAccess}: no browser stays. */
export const keepNothing = { sessionId: null, pushEndpoint: null }

/**
 * Notes that somebody used a link mailed to the account's address. The first time, and where they hold nothing else of the
 * account, whoever opened it may have been somebody else: everything that one set up goes, and the letter says so.
 * @param isHolder they have the account's session or password as well
 * @returns whether somebody else may have been put out
 * @throws AppError link_not_good when the account has another address by now, or is closed
 */
export async function proveEmailAddress(
  services: Services,
  tx: Queryable,
  link: { userId: string; email: string },
  isHolder: boolean,
): Promise<{ hasPutOut: boolean }> {
  const now = services.clock.now()
  const account = await lockAccount(tx, link.userId)
  if (account?.email.toLowerCase() !== link.email.toLowerCase()) throw linkNotGood()
  const hasPutOut = !account.isProven && !isHolder
  if (hasPutOut) {
    await putOut(tx, account, now)
    await tellClaimed(services, tx, account)
  }
  if (!account.isProven) await spendLinks(tx, link.userId, linkPurposes, now)
  const firstProof = sql`coalesce(${profiles.mailboxProvenAt}, ${toIso(now)}::timestamptz)`
  await tx
    .update(profiles)
    .set({ emailVerified: true, mailboxProvenAt: firstProof })
    .where(eq(profiles.id, link.userId))
  // A letter has just arrived there, whatever came back before.
  await liftSuppression(tx, link.email, now)
  return { hasPutOut }
}

/**
 * Puts whoever opened an account out of it: nothing they know or have opens it any more. An admin's second factor stays: a
 * mailbox alone never opens an admin's account.
 */
export async function putOut(tx: Queryable, account: LockedAccount, now: number): Promise<void> {
  const { userId } = account
  await endAccess(tx, userId, keepNothing, now)
  await spendLinks(tx, userId, linkPurposes, now)
  await tx.delete(credentials).where(eq(credentials.userId, userId))
  await tx.update(profiles).set({ phone: null }).where(eq(profiles.id, userId))
  if (!account.isAdmin) await removeSecondFactor(tx, userId)
}

async function tellClaimed(services: Services, tx: Queryable, account: LockedAccount) {
  await sendLetter(services, tx, {
    key: `account-claimed:${account.userId}`,
    kind: accountNewsKind,
    userId: account.userId,
    toEmail: account.email,
    letter: fillIn(accountClaimed, { reset_page_url: `${services.env.appUrl}/reset-password` }),
  })
}
