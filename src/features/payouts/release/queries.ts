import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { PayoutStatus } from '../payout.ts'

/** A coach's share with what decides whether it may go, locked for the length of a transaction. */
export interface HeldShare {
  id: string
  status: PayoutStatus
  /** Milliseconds since 1970, UTC. */
  dueAt: number
  amountCents: Cents | null
  /** Where it goes: as written down for a share being sent, else the coach's active account. */
  accountId: string | null
  hasOpenProblem: boolean
}

export async function lockShare(tx: Queryable, bookingId: string): Promise<HeldShare | null> {
  const found = await tx.execute<{
    id: string
    status: PayoutStatus
    due: string
    amount_cents: number | null
    account_id: string | null
    has_open_problem: boolean
  }>(sql`
    select o.id, o.status, extract(epoch from o.due_at) * 1000 as due, o.amount_cents,
      coalesce(o.provider_account_id, (select a.provider_account_id from payout_accounts a
        where a.instructor_id = o.instructor_id and a.status = 'active')) as account_id,
      exists (select from payment_disputes d where d.booking_id = o.booking_id
        and d.status in ('pending', 'investigating')) as has_open_problem
    from payouts o where o.booking_id = ${bookingId} for update of o`)
  const row = found.rows[0]
  if (!row) return null
  return {
    id: row.id,
    status: row.status,
    dueAt: Math.round(Number(row.due)),
    amountCents: row.amount_cents,
    accountId: row.account_id,
    hasOpenProblem: row.has_open_problem,
  }
}

/** Bookings whose shares can go now, oldest first. @param now milliseconds since 1970, UTC */
export async function listDueShares(db: Queryable, now: number): Promise<string[]> {
  const found = await db.execute<{ booking_id: string }>(sql`
    select o.booking_id from payouts o
    where o.status = 'sending' or (o.status = 'held' and o.due_at <= ${new Date(now)}
      and exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active')
      and not exists (select from payment_disputes d where d.booking_id = o.booking_id
        and d.status in ('pending', 'investigating')))
    order by o.due_at limit 500`)
  return found.rows.map((row) => row.booking_id)
}
