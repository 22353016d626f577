import { isNull } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { trialInterests as trials } from './tables.ts'

export const trialRequests: AttentionSource = {
  id: 'trials',
  label: 'Trial requests',
  href: '/?tab=trial-requests&contacted=no',
  read: (db) => countWaiting(db, trials, trials.createdAt, isNull(trials.contactedAt)),
}
