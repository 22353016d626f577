import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'

/** Records of impersonations: who, whom, why, and when. */
export const impersonations = pgTable('impersonations', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id'),
  adminId: uuid('admin_id').notNull(),
  subjectId: uuid('subject_id').notNull(),
  reason: text('reason').notNull(),
  startedAt: instant('started_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** When the admin enabled changes; before that, every write is rejected. */
  actsSince: instant('acts_since'),
  endedAt: instant('ended_at'),
})
