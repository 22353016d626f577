import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Actor } from '#platform/actor.ts'
import type { ActedOn, ListAct } from '#platform/admin-list.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { signOutOfAll, waitForAccountChanges } from '../access.ts'
import type { PromisesOfSuspended } from '../events.ts'
import { accountNewsKind, accountSuspended, suspensionLifted } from '../letters.ts'
import { profiles, userRoles } from '../tables.ts'

const noAdmin = sql`not exists (select 1 from ${userRoles} r where r.user_id = ${profiles.id} and r.role = 'admin')
  and ${profiles.userType} <> 'admin'`

/** The admin and the reason. */
interface By {
  actor: Actor
  reason: string | null
}

/**
 * Suspends open accounts, leaving out admins. Sessions are deleted, so lifting the suspension does not
 * restore them. The accounts can neither book nor be booked (see `profiles.is_open`). Holds end, open
 * proposals are withdrawn, and payouts are paused.
 * @param promises how upcoming lessons and unused credits are handled: `keep` leaves them, `cancel` refunds
 *   them in full, including the ones an earlier suspension had kept
 * @returns the suspended accounts, and those whose kept lessons or credits were canceled
 */
async function suspend(
  services: TransactionServices,
  tx: Queryable,
  { ids, promises, by }: { ids: string[]; promises: PromisesOfSuspended; by: By },
): Promise<ActedOn[]> {
  const at = services.clock.now()
  await waitForAccountChanges(tx)
  // Waits for commands that lock a lesson of these people: an update alone does not conflict with their lock of the account.
  await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(inArray(profiles.id, ids))
    .orderBy(profiles.id)
    .for('update')
  const kept = promises === 'cancel' ? await cancelKept(services, tx, { ids, by, at }) : []
  const changed = await tx
    .update(profiles)
    .set({ suspendedAt: new Date(at) })
    .where(and(inArray(profiles.id, ids), profiles.isOpen, noAdmin))
    .returning({ id: profiles.id, fullName: profiles.fullName })
  for (const { id: userId, fullName } of changed) {
    await signOutOfAll(tx, userId, at)
    await publish(services, tx, 'account_suspended', {
      userId,
      adminId: by.actor.userId,
      reason: by.reason ?? '',
      promises,
      at,
    })
    await notifySuspended(services, tx, { userId, fullName, promises, at })
  }
  const suspended = changed.map(({ id }) => ({
    id,
    subjectId: id,
    before: { state: 'open' },
    after: { state: 'suspended', lessons: promises === 'cancel' ? 'cancelled' : 'kept' },
  }))
  return [...kept, ...suspended]
}

/**
 * Cancels and refunds what the suspensions of locked accounts had kept. Accounts of which nothing was kept are
 * left out, so repeating it changes nothing and sends nothing.
 * @returns the accounts of which something was canceled
 */
async function cancelKept(
  services: TransactionServices,
  tx: Queryable,
  { ids, by, at }: { ids: string[]; by: By; at: number },
): Promise<ActedOn[]> {
  const suspended = await tx
    .select({ id: profiles.id, fullName: profiles.fullName })
    .from(profiles)
    .where(
      and(inArray(profiles.id, ids), isNotNull(profiles.suspendedAt), isNull(profiles.closedAt), noAdmin),
    )
    .orderBy(profiles.id)
  const acted: ActedOn[] = []
  for (const { id: userId, fullName } of suspended) {
    const isAnyCancelled = await publish(services, tx, 'account_suspended', {
      userId,
      adminId: by.actor.userId,
      reason: by.reason ?? '',
      promises: 'cancel',
      at,
    })
    if (!isAnyCancelled) continue
    await notifySuspended(services, tx, { userId, fullName, promises: 'cancel', at })
    acted.push({
      id: userId,
      subjectId: userId,
      before: { state: 'suspended', lessons: 'kept' },
      after: { state: 'suspended', lessons: 'cancelled' },
    })
  }
  return acted
}

const notifySuspended = (
  services: TransactionServices,
  tx: Queryable,
  {
    userId,
    fullName,
    promises,
    at,
  }: { userId: string; fullName: string; promises: PromisesOfSuspended; at: number },
) =>
  sendLetter(services, tx, {
    key: `account-suspended:${userId}:${at}`,
    kind: accountNewsKind,
    userId,
    letter: fillIn(accountSuspended, { full_name: fullName, promises: promisesText[promises] }),
  })

/** The paragraph of the email about lessons and video reviews. */
export const promisesText: Record<PromisesOfSuspended, string> = {
  keep: 'Lessons you have booked stay booked for now. We will write to you if that changes. Video reviews that were not answered are refunded in full.',
  cancel:
    'Lessons that were still to come are cancelled, and what students paid for them, for unused lessons of packages and for video reviews that were not answered is refunded in full.',
}

/** Lifts the suspension of accounts. Paused payouts are sent. */
async function lift(services: TransactionServices, tx: Queryable, ids: string[]): Promise<ActedOn[]> {
  const at = services.clock.now()
  await waitForAccountChanges(tx)
  const changed = await tx
    .select({ id: profiles.id, fullName: profiles.fullName, suspendedAt: profiles.suspendedAt })
    .from(profiles)
    .where(and(inArray(profiles.id, ids), isNotNull(profiles.suspendedAt), isNull(profiles.closedAt)))
    .orderBy(profiles.id)
    .for('update')
  for (const { id: userId, fullName, suspendedAt } of changed) {
    await tx.update(profiles).set({ suspendedAt: null }).where(eq(profiles.id, userId))
    await publish(services, tx, 'suspension_lifted', { userId, since: suspendedAt?.getTime() ?? at, at })
    await sendLetter(services, tx, {
      key: `suspension-lifted:${userId}:${at}`,
      kind: accountNewsKind,
      userId,
      letter: fillIn(suspensionLifted, { full_name: fullName, login_url: `${services.env.appUrl}/login` }),
    })
  }
  return changed.map(({ id }) => ({
    id,
    subjectId: id,
    before: { state: 'suspended' },
    after: { state: 'open' },
  }))
}

/** The bulk actions of the user list, also used on the page of a single user. */
export const suspensionActs: Record<
  'suspend' | 'suspend-and-refund' | 'lift',
  ListAct<TransactionServices>
> = {
  suspend: {
    label: 'Suspend',
    tone: 'danger',
    needsReason: true,
    confirm:
      'They are signed out and cannot be booked. Upcoming lessons and unused credits are kept, and the lessons are listed under Needs attention. Admins are skipped.',
    done: 'Accounts suspended',
    undo: 'lift',
    run: (services, tx, ids, by) => suspend(services, tx, { ids, promises: 'keep', by }),
  },
  'suspend-and-refund': {
    label: 'Suspend, cancel and refund all',
    tone: 'danger',
    needsReason: true,
    confirm:
      'They are signed out and cannot be booked. All upcoming lessons are cancelled and unused credits ended, also those of accounts that are already suspended. Students get a full refund and an email. This can’t be undone. Admins are skipped.',
    done: 'Accounts suspended, lessons cancelled and refunded',
    run: (services, tx, ids, by) => suspend(services, tx, { ids, promises: 'cancel', by }),
  },
  lift: {
    label: 'Lift suspension',
    done: 'Suspensions lifted',
    run: (services, tx, ids) => lift(services, tx, ids),
  },
}
