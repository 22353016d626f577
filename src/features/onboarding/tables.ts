import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import type { CoachDraft } from './schema.ts'

export const coachDrafts = pgTable('coach_drafts', {
  userId: uuid('user_id').primaryKey(),
  draft: jsonb('draft').$type<CoachDraft>().notNull().default({}),
  updatedAt: instant('updated_at').notNull().default(present),
})
