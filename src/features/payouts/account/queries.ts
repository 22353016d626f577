import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

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
