import { inArray } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { paymentDisputes as disputes } from './tables.ts'

export const disputesToSettle: AttentionSource = {
  id: 'disputes',
  label: 'Disputes to settle',
  href: '/?tab=disputes',
  read: (db) =>
    countWaiting(db, disputes, disputes.createdAt, inArray(disputes.status, ['pending', 'investigating'])),
}
