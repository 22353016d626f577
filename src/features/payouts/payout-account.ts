import { eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { readAccessVersion } from '#features/accounts/access-version.ts'
import type { PaymentEvents } from '#features/checkout/events.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import type { PayeeAccount } from '#ports/payments/payments.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { notifyAccountAsked, notifyAccountLifted, notifyAccountRestricted } from './account-emails.ts'
import { readPayoutAccountJob, releasePayoutsJob, rereadAccountsJob } from './jobs.ts'
import type { PayoutAccountStatus } from './payout.ts'
import { payoutAccounts } from './tables.ts'

/**
 * Creates a coach's payout account, once, and returns the processor's page that collects the required
 * information.
 * @returns `url` null when nothing is missing
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function connectPayoutAccount(
  services: Services,
  coach: Pick<Actor, 'userId' | 'email'>,
): Promise<{ status: PayoutAccountStatus; url: string | null }> {
  const known = await findPayoutAccount(services.db, coach.userId)
  const accountId =
    known?.accountId ??
    (
      await services.payments.createAccount({
        key: await accountKey(services.db, coach.userId),
        email: coach.email,
      })
    ).accountId
  if (!known)
    await services.db
      .insert(payoutAccounts)
      .values({ instructorId: coach.userId, providerAccountId: accountId })
      .onConflictDoNothing({ target: payoutAccounts.instructorId })
  await refreshAccount(services, accountId)
  const account = await findPayoutAccount(services.db, coach.userId)
  const status = account?.status ?? 'pending'
  const isAsked = account?.blockedBy === 'questions' || account?.answerBy
  if (!isAsked) return { status, url: null }
  const settings = `${services.env.appUrl}/payment-settings`
  const link = await services.payments.accountLink({ accountId, returnUrl: settings, refreshUrl: settings })
  return { status, url: link.url }
}

/**
 * One payout account per owner of a Greenside account: a user who claims an account does not get the previous
 * owner's payout account.
 */
async function accountKey(db: Queryable, coachId: string): Promise<string> {
  return `${coachId}:${(await readAccessVersion(db, coachId)) ?? 1}`
}

/** The processor reported that an account may have changed: enqueues a job that reads its state. */
export async function requestAccountRefresh(
  { jobs }: Pick<TransactionServices, 'jobs' | 'answers'>,
  tx: Queryable,
  { accountId }: PaymentEvents['payout_account_changed'],
): Promise<boolean> {
  const [ours] = await tx
    .select({ instructorId: payoutAccounts.instructorId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.providerAccountId, accountId))
  if (!ours) return false
  await jobs.send(tx, readPayoutAccountJob, { accountId })
  return true
}

/**
 * Reads from the processor whether an account can be paid, and stores it. Notifies the coach of a change, and
 * releases pending shares when payouts work again. When responses arrive out of order, the one to the latest
 * request counts.
 * @throws PaymentsUnavailable
 */
export async function refreshAccount(
  services: Services,
  accountId: string,
): Promise<PayoutAccountStatus | null> {
  const askedAt = services.clock.now()
  const found = await services.payments.findAccount(accountId)
  return await services.db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(payoutAccounts)
      .where(eq(payoutAccounts.providerAccountId, accountId))
      .for('update')
    if (!account) return null
    if (account.checkedAt !== null && account.checkedAt > askedAt) return account.status
    // An account that no longer exists at the processor counts as rejected: the coach cannot restore it.
    const state: PayeeAccount = found ?? { canBePaid: false, blockedBy: 'rejected', answerBy: null }
    const status = nextStatus(account.status, state)
    const isNewlyRestricted = status === 'restricted' && account.status !== 'restricted'
    const changed = status !== account.status || state.blockedBy !== account.blockedBy
    await tx
      .update(payoutAccounts)
      .set({
        status,
        blockedBy: state.blockedBy,
        answerBy: state.answerBy,
        checkedAt: askedAt,
        restrictedAt: status === 'restricted' ? (account.restrictedAt ?? askedAt) : null,
        ...(changed ? { updatedAt: askedAt } : {}),
      })
      .where(eq(payoutAccounts.instructorId, account.instructorId))
    const { blockedBy, answerBy } = state
    const about = { coachId: account.instructorId, at: askedAt, blockedBy, answerBy }
    const restrictedFor = status === 'restricted' ? state.blockedBy : null
    if (restrictedFor && (isNewlyRestricted || restrictedFor !== account.blockedBy))
      await notifyAccountRestricted(services, tx, { ...about, blockedBy: restrictedFor })
    if (status === 'active' && account.status === 'restricted') await notifyAccountLifted(services, tx, about)
    if (status === 'active' && account.status !== 'active')
      await services.jobs.send(tx, releasePayoutsJob, {})
    if (status === 'active' && answerBy !== null && answerBy !== account.answerBy)
      await notifyAccountAsked(services, tx, { ...about, answerBy })
    return status
  })
}

/**
 * An account is `pending` until it can be paid for the first time; after that, one that cannot be paid is
 * restricted, or rejected for good.
 */
function nextStatus(before: PayoutAccountStatus, state: PayeeAccount): PayoutAccountStatus {
  if (state.canBePaid) return 'active'
  return before === 'pending' && state.blockedBy !== 'rejected' ? 'pending' : 'restricted'
}

/**
 * Reads a list of accounts from the processor; accounts that cannot be read now wait for the next run.
 * @returns how many were read
 */
const refreshEach = (services: Services, name: string, accountIds: readonly string[]): Promise<number> =>
  doEach(services, {
    name,
    items: accountIds,
    idOf: (accountId) => accountId,
    work: (accountId) => refreshAccount(services, accountId),
  })

/** Reads the accounts of coaches who may have completed the processor's form meanwhile. */
export async function refreshWaitingAccounts(services: Services): Promise<void> {
  await refreshEach(services, `${releasePayoutsJob.name}/accounts`, await listWaitingAccounts(services.db))
}

/** The maximum number of accounts per run: 24 runs a day cover as many as Stripe returns in minutes. */
const MOST_AT_ONCE = 1_000

/**
 * Reads every account once a day, in case an event was lost.
 * @returns how many were read
 */
export async function rereadAccounts(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .select({ accountId: payoutAccounts.providerAccountId })
    .from(payoutAccounts)
    .where(or(isNull(payoutAccounts.checkedAt), lte(payoutAccounts.checkedAt, clock.now() - DAY)))
    .orderBy(sql`${payoutAccounts.checkedAt} nulls first`)
    .limit(MOST_AT_ONCE)
  return await refreshEach(
    services,
    rereadAccountsJob.name,
    due.map(({ accountId }) => accountId),
  )
}

export interface PayoutAccount {
  instructorId: string
  accountId: string
  status: PayoutAccountStatus
  blockedBy: PayeeAccount['blockedBy']
  /** Stripe's deadline for required information; milliseconds since 1970, UTC. */
  answerBy: number | null
}

/** Finds a coach's payout account; null when there is none. */
export async function findPayoutAccount(db: Queryable, instructorId: string): Promise<PayoutAccount | null> {
  const [account] = await db
    .select({
      instructorId: payoutAccounts.instructorId,
      accountId: payoutAccounts.providerAccountId,
      status: payoutAccounts.status,
      blockedBy: payoutAccounts.blockedBy,
      answerBy: payoutAccounts.answerBy,
    })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.instructorId, instructorId))
  return account ?? null
}

/** Lists accounts that cannot be paid yet, or not at the moment; those read longest ago first. */
async function listWaitingAccounts(db: Queryable): Promise<string[]> {
  const waiting = await db
    .select({ accountId: payoutAccounts.providerAccountId })
    .from(payoutAccounts)
    .where(inArray(payoutAccounts.status, ['pending', 'restricted']))
    .orderBy(sql`${payoutAccounts.checkedAt} nulls first`)
    .limit(200)
  return waiting.map(({ accountId }) => accountId)
}
