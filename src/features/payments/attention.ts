import { and, eq, isNotNull, or } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { paymentRefunds as refunds } from './tables.ts'

export const refundsWithErrors: AttentionSource = {
  id: 'refunds',
  label: 'Refunds with errors',
  href: '/?tab=money-findings',
  read: (db) =>
    countWaiting(
      db,
      refunds,
      refunds.requestedAt,
      or(eq(refunds.status, 'failed'), and(eq(refunds.status, 'requested'), isNotNull(refunds.lastError))),
    ),
}
