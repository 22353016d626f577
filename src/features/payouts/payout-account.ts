import { and, eq, ne } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { payoutAccounts } from './tables.ts'

/**
 * Opens the account a coach is paid to, once, and gives the page on which the processor asks what it must know.
 * @returns `url` null when nothing more is asked
 * @throws PaymentRefused, PaymentsUnavailable
 */
export async function connectPayoutAccount(
  services: Services,
  coach: Pick<Actor, 'userId' | 'email'>,
): Promise<{ status: PayoutAccount['status']; url: string | null }> {
  const known = await findPayoutAccount(services.db, coach.userId)
  const accountId =
    known?.accountId ??
    (await services.payments.createAccount({ key: coach.userId, email: coach.email })).accountId
  if (!known)
    await services.db
      .insert(payoutAccounts)
      .values({ instructorId: coach.userId, providerAccountId: accountId })
      .onConflictDoNothing({ target: payoutAccounts.instructorId })
  if (await refreshAccount(services, { instructorId: coach.userId, accountId }))
    return { status: 'active', url: null }
  const settings = `${services.env.appUrl}/payment-settings`
  const link = await services.payments.accountLink({ accountId, returnUrl: settings, refreshUrl: settings })
  return { status: 'pending', url: link.url }
}

/** Asks the processor whether an account can be paid by now, and remembers it. */
async function refreshAccount(
  services: Services,
  account: { instructorId: string; accountId: string },
): Promise<boolean> {
  const found = await services.payments.findAccount(account.accountId)
  const status = found?.canBePaid ? 'active' : 'pending'
  await services.db
    .update(payoutAccounts)
    .set({ status, updatedAt: present })
    .where(and(eq(payoutAccounts.instructorId, account.instructorId), ne(payoutAccounts.status, status)))
  return status === 'active'
}

/** Coaches who were still answering the processor's questions may be done; one that cannot be asked now waits. */
export async function refreshPendingAccounts(services: Services): Promise<void> {
  for (const account of await listPendingAccounts(services.db)) {
    try {
      await refreshAccount(services, account)
    } catch (error) {
      services.log.warn(
        { err: error, instructorId: account.instructorId },
        'a payout account could not be read now',
      )
    }
  }
}

export interface PayoutAccount {
  instructorId: string
  accountId: string
  /** `pending` until the processor has all it must know. */
  status: 'pending' | 'active'
}

/** The account a coach is paid to; null before there is one. */
export async function findPayoutAccount(db: Queryable, instructorId: string): Promise<PayoutAccount | null> {
  const [account] = await db
    .select({
      instructorId: payoutAccounts.instructorId,
      accountId: payoutAccounts.providerAccountId,
      status: payoutAccounts.status,
    })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.instructorId, instructorId))
  return account ?? null
}

/** Accounts that cannot be paid yet, longest not looked at first. */
export async function listPendingAccounts(
  db: Queryable,
): Promise<{ instructorId: string; accountId: string }[]> {
  return await db
    .select({ instructorId: payoutAccounts.instructorId, accountId: payoutAccounts.providerAccountId })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.status, 'pending'))
    .orderBy(payoutAccounts.updatedAt)
    .limit(200)
}
