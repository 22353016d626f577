import { and, eq, isNotNull, isNull, like, ne, sql } from 'drizzle-orm'
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
import { credentials, profiles, sessions, userRoles, verifications } from './tables.ts'

/** An account while nobody else can change who gets in. */
export interface LockedAccount {
  userId: string
  email: string
  fullName: string
  /** Whoever holds it was seen to read its mailbox. */
  isProven: boolean
  /** Whoever holds it confirmed its address. */
  isConfirmed: boolean
  isSuspended: boolean
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
    isConfirmed: row.emailVerified,
    isSuspended: row.suspendedAt !== null,
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
 * Signs a locked account out in every browser and makes its mailed links worthless. Programs with access tokens, webhooks and calendar
 * addresses are not removed, see {@link endAccess}.
 * @param now milliseconds UTC
 * @returns how many sessions ended
 */
export async function signOutOfAll(tx: Queryable, userId: string, now: number): Promise<number> {
  await renewAccess(tx, userId, now)
  const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })
  return ended.length
}

/** What the end of access took away. */
export interface Ended {
  sessions: number
  /** What worked without signing in, as a letter names it. */
  others: string[]
}

/**
 * Ends everything that shows a locked account or acts for it without a new sign-in: besides {@link renewAccess} its sessions, and
 * what each feature declares in its `own-data.ts`, such as access tokens, webhooks and texts.
 * @param keep the session, and the push address, of the browser that asked, when it stays signed in
 * @param isClaimed somebody else may have opened the account: their connections to other services are removed as well
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
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keep.sessionId ? ne(sessions.id, keep.sessionId) : undefined))
    .returning({ id: sessions.id })
  return { sessions: ended.length, others }
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
 * @throws AppError link_not_good when the account has another address by now, is suspended or closed
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
    const removed = await putOut(services, tx, account)
    if (removed.length > 0) await tellClaimed(services, tx, account, removed)
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
 * Removes everything that the person who opened an account knows or has to enter it. An admin's second factor stays: a mailbox
 * alone never opens an admin's account.
 * @returns what was removed, as a letter names it; empty when nobody had set anything up
 */
export async function putOut(services: Services, tx: Queryable, account: LockedAccount): Promise<string[]> {
  const { userId } = account
  const ended = await endAccess(services, tx, userId, keepNothing, true)
  await spendLinks(tx, userId, linkPurposes, services.clock.now())
  const passwords = await tx
    .delete(credentials)
    .where(eq(credentials.userId, userId))
    .returning({ id: credentials.id })
  const phones = await tx
    .update(profiles)
    .set({ phone: null })
    .where(and(eq(profiles.id, userId), isNotNull(profiles.phone)))
    .returning({ id: profiles.id })
  const hadSecondFactor = !account.isAdmin && (await removeSecondFactor(tx, userId))
  return [
    ...(ended.sessions > 0 ? ['signed-in devices'] : []),
    ...(passwords.length > 0 ? ['the password'] : []),
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
      removed: removed.join(', '),
      reset_page_url: `${services.env.appUrl}/reset-password`,
    }),
  })
}
