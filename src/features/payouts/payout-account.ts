import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

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
    await services.db.execute(sql`
      insert into payout_accounts (instructor_id, provider_account_id) values (${coach.userId}, ${accountId})
      on conflict (instructor_id) do nothing`)
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
  await services.db.execute(sql`
    update payout_accounts set status = ${status}, updated_at = current_instant()
    where instructor_id = ${account.instructorId} and status <> ${status}`)
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
  const found = await db.execute<{ provider_account_id: string; status: PayoutAccount['status'] }>(
    sql`select provider_account_id, status from payout_accounts where instructor_id = ${instructorId}`,
  )
  const row = found.rows[0]
  return row ? { instructorId, accountId: row.provider_account_id, status: row.status } : null
}

/** Accounts that cannot be paid yet, longest not looked at first. */
export async function listPendingAccounts(
  db: Queryable,
): Promise<{ instructorId: string; accountId: string }[]> {
  const found = await db.execute<{ instructor_id: string; provider_account_id: string }>(sql`
    select instructor_id, provider_account_id from payout_accounts where status = 'pending'
    order by updated_at limit 200`)
  return found.rows.map((row) => ({ instructorId: row.instructor_id, accountId: row.provider_account_id }))
}
