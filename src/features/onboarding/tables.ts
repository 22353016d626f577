import { jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Draft } from './schema.ts'

export const coachDrafts = pgTable('coach_drafts', {
  userId: uuid('user_id').primaryKey(),
  draft: jsonb('draft').$type<Draft>().notNull().default({}),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
