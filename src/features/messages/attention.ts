import { eq } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { messageReports as reports } from './tables.ts'

export const reportedMessages: AttentionSource = {
  id: 'reports',
  label: 'Reported messages',
  href: '/?tab=reported-messages',
  read: (db) => countWaiting(db, reports, reports.createdAt, eq(reports.status, 'open')),
}
