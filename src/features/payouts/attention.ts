import { and, eq, exists, inArray, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { present } from '#platform/columns.ts'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { payoutAccounts as accounts, payouts } from './tables.ts'

export const payoutsWithErrors: AttentionSource = {
  id: 'payouts',
  label: 'Payouts with errors',
  href: '/?tab=money-findings',
  read: (db) =>
    countWaiting(db, payouts, payouts.dueAt, and(isNotNull(payouts.lastError), isNull(payouts.sentAt))),
}

/** Shares that are due to suspended coaches. */
export const payoutsOfSuspended: AttentionSource = {
  id: 'suspended-payouts',
  label: 'Payouts held for suspended coaches',
  href: '/?tab=money-findings',
  read: (db) => {
    const suspended = db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, payouts.instructorId), isNotNull(profiles.suspendedAt)))
    return countWaiting(
      db,
      payouts,
      payouts.dueAt,
      and(eq(payouts.status, 'held'), lte(payouts.dueAt, present), exists(suspended)),
    )
  },
}

/** Coaches with money to come and no account that it can be sent to. */
export const accountsNotReady: AttentionSource = {
  id: 'restricted',
  label: 'Coaches whose bank account is not ready',
  href: '/?tab=money-findings&kind=account_not_ready',
  read: (db) => {
    const unsent = db
      .select({ id: payouts.id })
      .from(payouts)
      .where(
        and(eq(payouts.instructorId, accounts.instructorId), inArray(payouts.status, ['held', 'sending'])),
      )
    return countWaiting(db, accounts, accounts.updatedAt, and(ne(accounts.status, 'active'), exists(unsent)))
  },
}
