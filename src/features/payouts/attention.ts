import { and, eq, exists, isNotNull, isNull, ne } from 'drizzle-orm'
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

/** Coaches with money to come and no account that it can be sent to. */
export const accountsNotReady: AttentionSource = {
  id: 'restricted',
  label: 'Coaches whose bank account is not ready',
  href: '/admin/users?role=coach',
  read: (db) => {
    const unsent = db
      .select({ id: payouts.id })
      .from(payouts)
      .where(and(eq(payouts.instructorId, accounts.instructorId), isNull(payouts.sentAt)))
    return countWaiting(db, accounts, accounts.updatedAt, and(ne(accounts.status, 'active'), exists(unsent)))
  },
}
