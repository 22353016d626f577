import { and, eq, isNotNull, isNull, like, ne, sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { endPushOfEndedSessions } from '#features/notifications/push-subscriptions.ts'
import { liftSuppression } from '#features/notifications/suppressions.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import { listOf } from '#platform/words.ts'
import type { Services } from '#ports/services.ts'
import { type AccountAccess, readAccessVersion } from './access-version.ts'
import { accountClaimed, accountNewsKind } from './letters.ts'
import { linkNotGood, spendLinks } from './links/commands.ts'
import { linkPurposes } from './links/link.ts'
import { removeSecondFactor } from './second-factors/removal.ts'
import { credentials, passkeys, profiles, sessions, userRoles, verifications } from './tables.ts'

/** An account whose row is locked, so that its means of access cannot change concurrently. */
export interface LockedAccount {
  userId: string
  email: string
  fullName: string
  /** The account holder has proved access to the mailbox. */
  isProven: boolean
  /** The account holder has confirmed the email address. */
  isConfirmed: boolean
  isSuspended: boolean
  isAdmin: boolean
  /** Also when the account has the admin role. */
  isCoach: boolean
}

/**
 * Makes the commands that suspend, restore or close accounts run one after another, until the end of the transaction. Each locks its account
 * and then refers to the accounts of other people, whom it notifies: two of them at once, of a coach and a student, would be a deadlock.
 * Must be called before an account is locked.
 */
export async function waitForAccountChanges(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('account-changes', 0))`)
}

/**
 * Locks an account in a transaction that changes its means of access. Sessions reference this row: a session
 * created concurrently is either ended by this transaction, or waits for it and then finds a different access
 * version.
 * @returns null if the account is closed
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
    isConfirmed: row.emailVerified,
    isSuspended: row.suspendedAt !== null,
    isAdmin: row.userType === 'admin' || adminRoles.length > 0,
    isCoach: row.userType === 'instructor',
  }
}

/**
 * Invalidates everything issued for signing in: emailed links, pending second factors, and the cookies of
 * known and trusted browsers. The account must be locked.
 * @param now milliseconds UTC
 */
export async function renewAccess(tx: Queryable, userId: string, now: number): Promise<void> {
  await tx
    .update(profiles)
    .set({ accessVersion: sql`${profiles.accessVersion} + 1` })
    .where(eq(profiles.id, userId))
  await spendLinks(tx, userId, ['password-reset', 'magic-link', 'email-change'], now)
  // The table of the auth library: pending second factors and trusted devices.
  await tx.delete(verifications).where(eq(verifications.value, userId))
}

/**
 * Signs a locked account out in every browser, ends push notifications there, and invalidates its emailed links. Access tokens, webhooks and
 * calendar feeds are kept, see {@link endAccess}.
 * @param now milliseconds UTC
 * @param keepSessionId the session of the current browser if it stays signed in
 * @param keepEndpoint the push endpoint of that browser if it is known
 * @returns the number of sessions ended
 */
export async function signOutOfAll(
  tx: Queryable,
  userId: string,
  now: number,
  keepSessionId: string | null = null,
  keepEndpoint?: string | undefined,
): Promise<number> {
  await renewAccess(tx, userId, now)
  const sessionIds = keepSessionId ? [keepSessionId] : []
  await endPushOfEndedSessions(tx, userId, { sessionIds, endpoint: keepEndpoint })
  return await deleteSessions(tx, userId, keepSessionId)
}

async function deleteSessions(tx: Queryable, userId: string, keepId: string | null): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keepId ? ne(sessions.id, keepId) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}

/** What `endAccess` removed. */
export interface Ended {
  sessions: number
  /** Access without a session, described for use in an email. */
  others: string[]
}

/**
 * Ends all access to a locked account that does not require a new sign-in: in addition to
 * {@link renewAccess}, its sessions and everything that features declare in their `own-data.ts`, such as
 * access tokens, webhooks and texts.
 * @param keep the session and push endpoint of the current browser if it stays signed in
 * @param isClaimed another person may have created the account: connections to external services are removed
 *   as well
 */
export async function endAccess(
  services: Pick<Services, 'clock' | 'ownData'>,
  tx: Queryable,
  userId: string,
  keep: { sessionId: string | null; pushEndpoint: string | null },
  isClaimed = false,
): Promise<Ended> {
  const now = services.clock.now()
  await renewAccess(tx, userId, now)
  const end = { userId, keepPush: keep.pushEndpoint, isClaimed, now }
  const others = await services.ownData.endAccess(tx, end)
  return { sessions: await deleteSessions(tx, userId, keep.sessionId), others }
}

/**
 * Signs a user in, and undoes it if the account's means of access changed in the meantime, because what was
 * checked, such as the password, may no longer be valid.
 * @param access the state before the checks; null if the address has no account
 * @throws AppError sign_in_again
 */
export async function signInIfUnchanged<T extends { headers: Headers }>(
  services: Services,
  access: AccountAccess | null,
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

/** For {@link endAccess}: all browsers are signed out. */
export const keepNothing = { sessionId: null, pushEndpoint: null }

/**
 * Records that a link emailed to the account's address was used. If this is the first proof of the mailbox
 * and the user has neither a session nor the password, another person may have created the account:
 * everything that person set up is removed, and an email says so.
 * @param isHolder the user also has the account's session or password
 * @returns whether another person's access may have been removed
 * @throws AppError link_not_good if the account's address has changed, or if it is suspended or closed
 */
export async function proveEmailAddress(
  services: Services,
  tx: Queryable,
  link: { userId: string; email: string },
  isHolder: boolean,
): Promise<{ hasPutOut: boolean }> {
  const now = services.clock.now()
  const account = await lockAccount(tx, link.userId)
  if (!account || account.isSuspended || account.email.toLowerCase() !== link.email.toLowerCase())
    throw linkNotGood()
  const hasPutOut = !account.isProven && !isHolder
  if (hasPutOut) {
    const removed = await revokeAllAccess(services, tx, account)
    if (removed.length > 0) await tellClaimed(services, tx, account, removed)
  }
  if (!account.isProven) await spendLinks(tx, link.userId, linkPurposes, now)
  const firstProof = sql`coalesce(${profiles.mailboxProvenAt}, ${toIso(now)}::timestamptz)`
  await tx
    .update(profiles)
    .set({ emailVerified: true, mailboxProvenAt: firstProof })
    .where(eq(profiles.id, link.userId))
  // The link proves that emails arrive, so a suppression after earlier bounces is lifted.
  await liftSuppression(tx, link.email, now)
  return { hasPutOut }
}

/**
 * Removes every credential and session that the creator of an account has. An admin's second factor and passkeys
 * are kept: access to the mailbox alone must never open an admin account.
 * @returns what was removed, described for use in an email; empty if there was nothing
 */
export async function revokeAllAccess(
  services: Services,
  tx: Queryable,
  account: LockedAccount,
): Promise<string[]> {
  const { userId } = account
  const ended = await endAccess(services, tx, userId, keepNothing, true)
  await spendLinks(tx, userId, linkPurposes, services.clock.now())
  const removed = await tx
    .delete(credentials)
    .where(eq(credentials.userId, userId))
    .returning({ providerId: credentials.providerId })
  const hadPassword = removed.some(({ providerId }) => providerId === 'credential')
  const removedPasskeys = account.isAdmin
    ? []
    : await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  const phones = await tx
    .update(profiles)
    .set({ phone: null })
    .where(and(eq(profiles.id, userId), isNotNull(profiles.phone)))
    .returning({ id: profiles.id })
  const hadSecondFactor = !account.isAdmin && (await removeSecondFactor(tx, userId))
  return [
    ...(ended.sessions > 0 ? ['signed-in devices'] : []),
    ...(hadPassword ? ['the password'] : []),
    ...(removed.length > (hadPassword ? 1 : 0) ? ['connected accounts of other services'] : []),
    ...(removedPasskeys.length > 0 ? ['passkeys'] : []),
    ...(phones.length > 0 ? ['the phone number'] : []),
    ...(hadSecondFactor ? ['two-step sign-in'] : []),
    ...ended.others,
  ]
}

async function tellClaimed(services: Services, tx: Queryable, account: LockedAccount, removed: string[]) {
  await sendLetter(services, tx, {
    key: `account-claimed:${account.userId}`,
    kind: accountNewsKind,
    userId: account.userId,
    toEmail: account.email,
    letter: fillIn(accountClaimed, {
      removed: listOf(removed),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
