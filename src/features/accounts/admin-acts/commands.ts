import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { readOwnZone } from '#features/notifications/quiet-hours-setting.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import {
  type Ended,
  endAccess,
  keepNothing,
  type LockedAccount,
  lockAccount,
  waitForAccountChanges,
} from '../access.ts'
import { closeOf } from '../account-deletion/commands.ts'
import { accountChanges, accountNewsKind, alsoEndedText, signedOutByAdmin } from '../letters.ts'
import { removeSecondFactor } from '../second-factors/removal.ts'
import { passkeys, profiles, userRoles } from '../tables.ts'

/** The admin and the audit log. */
interface By {
  actor: Actor
  audit: Audit
}

const nobody = () => new AppError('not_found', 'no_such_person', 'There is no such account.')

/** Requires another admin: admins cannot change their own privileges or security settings. */
function refuseOneself({ actor }: By, userId: string) {
  if (actor.userId === userId)
    throw new AppError('not_allowed', 'another_admin', 'Another admin has to do this for you.')
}

/** Ends all access to a locked account, see {@link endAccess}, and tells the owner by email what was changed and what ended. */
async function endAccessAndTell(
  services: Services,
  tx: Queryable,
  { userId, fullName }: LockedAccount,
  change: keyof typeof accountChanges,
): Promise<Ended> {
  const ended = await endAccess(services, tx, userId, keepNothing)
  await sendLetter(services, tx, {
    key: `${signedOutByAdmin.key}:${randomUUID()}`,
    kind: accountNewsKind,
    userId,
    letter: fillIn(signedOutByAdmin, {
      full_name: fullName,
      account_change: accountChanges[change],
      changed_at: formatMoment(services.clock.now(), await readOwnZone(services, tx, userId)),
      also_ended: alsoEndedText('Your devices were signed out.', ended.others),
      login_url: `${services.env.appUrl}/login`,
    }),
  })
  return ended
}

/**
 * Grants or revokes the admin role, and ends all access so that it takes effect immediately. The person gets an email.
 * Only an account with a confirmed address can become an admin, because anyone can sign up with another
 * person's address. A coach cannot: admins do not teach, and the coach's lessons would have no coach.
 * @throws AppError no_such_person, another_admin, address_not_confirmed, admins_do_not_teach
 */
export async function setAdmin(
  services: Services,
  by: By,
  { userId, isAdmin }: { userId: string; isAdmin: boolean },
): Promise<void> {
  refuseOneself(by, userId)
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw nobody()
    if (isAdmin && !account.isConfirmed)
      throw new AppError(
        'conflict',
        'address_not_confirmed',
        `${account.fullName} has not confirmed ${account.email} yet. Ask them to use the link in the welcome email first.`,
      )
    if (isAdmin && account.isCoach)
      throw new AppError(
        'conflict',
        'admins_do_not_teach',
        `${account.fullName} is a coach, and admins cannot teach. Use another account for the admin role.`,
      )
    if (isAdmin) {
      // Raw: the database accepts a new admin only in a transaction with this setting.
      await tx.execute(sql`select set_config('greenside.admin_by_hand', 'yes', true)`)
      await tx.insert(userRoles).values({ userId, role: 'admin' }).onConflictDoNothing()
    } else {
      await tx.delete(userRoles).where(and(eq(userRoles.userId, userId), eq(userRoles.role, 'admin')))
      await tx
        .update(profiles)
        .set({ userType: 'student' })
        .where(and(eq(profiles.id, userId), eq(profiles.userType, 'admin')))
    }
    const { others } = await endAccessAndTell(services, tx, account, isAdmin ? 'adminAdded' : 'adminRemoved')
    await by.audit.record(tx, {
      subjectId: userId,
      before: { isAdmin: account.isAdmin },
      after: { isAdmin, alsoEnded: others },
    })
  })
  services.sessions.forget(userId)
}

/**
 * Removes a lost second factor, and the passkeys of the lost device, and ends all access. The person gets an email.
 * @throws AppError no_such_person, another_admin, no_second_factor
 */
export async function removeLostSecondFactor(services: Services, by: By, userId: string): Promise<void> {
  refuseOneself(by, userId)
  await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw nobody()
    const [found] = await tx
      .select({ isOn: profiles.twoFactorEnabled })
      .from(profiles)
      .where(eq(profiles.id, userId))
    const lost = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
    if (!found?.isOn && lost.length === 0)
      throw new AppError('conflict', 'no_second_factor', 'This account has no second step to take away.')
    await removeSecondFactor(tx, userId)
    const { others } = await endAccessAndTell(services, tx, account, 'secondFactorRemoved')
    await by.audit.record(tx, {
      subjectId: userId,
      before: { secondFactor: found?.isOn ?? false, passkeys: lost.length },
      after: { secondFactor: false, passkeys: 0, alsoEnded: others },
    })
  })
  services.sessions.forget(userId)
}

/**
 * Ends every session of an account and all access without a session. The person gets an email.
 * @returns the number of sessions
 * @throws AppError no_such_person
 */
export async function signOutEverywhere(services: Services, by: By, userId: string): Promise<number> {
  const ended = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account) throw nobody()
    const { sessions, others } = await endAccessAndTell(services, tx, account, 'signedOut')
    await by.audit.record(tx, {
      subjectId: userId,
      before: { sessions },
      after: { sessions: 0, alsoEnded: others },
    })
    return sessions
  })
  services.sessions.forget(userId)
  return ended
}

/**
 * Deletes an account at the owner's request, with the same effect as deleting it themselves.
 * @param input.refundCents the refund to cards as displayed
 * @throws AppError no_such_person, admins_stay, lessons_coming, payouts_owed, problem_open, closing_changed
 */
export async function closeForPerson(
  services: Services,
  by: By,
  { userId, refundCents }: { userId: string; refundCents: Cents },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await waitForAccountChanges(tx)
    const account = await lockAccount(tx, userId)
    if (!account) throw nobody()
    if (account.isAdmin) throw new AppError('conflict', 'admins_stay', 'Take the admin role away first.')
    await closeOf(services, tx, userId, { expectedRefundCents: refundCents, reader: 'admin' })
    await by.audit.record(tx, {
      subjectId: userId,
      before: { account: 'open' },
      after: { account: 'closed', refundCents },
    })
  })
  services.sessions.forget(userId)
}

/** Exports all data about a person, to be handed to them. @throws AppError no_such_person */
export async function exportForPerson(services: Services, by: By, userId: string): Promise<File> {
  const [person] = await services.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
  if (!person) throw nobody()
  const exportedAt = toIso(services.clock.now())
  await by.audit.record(services.db, { subjectId: userId, after: { exported: true } })
  const data = { exported_at: exportedAt, ...(await services.ownData.export(services.db, userId)) }
  return new File([JSON.stringify(data, null, 2)], `data-${exportedAt.slice(0, 10)}.json`, {
    type: 'application/json; charset=utf-8',
  })
}
