import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'

/** Who acted as whom, why, and how long. */
export const impersonations = pgTable('impersonations', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id'),
  adminId: uuid('admin_id').notNull(),
  subjectId: uuid('subject_id').notNull(),
  reason: text('reason').notNull(),
  startedAt: instant('started_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** When the admin chose to act; before that every write is refused. */
  actsSince: instant('acts_since'),
  endedAt: instant('ended_at'),
})
