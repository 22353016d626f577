import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { templateChannels } from './template-settings.ts'

/** What admins saved of emails and texts, newest last; what the product brings has no row. */
export const templateVersions = pgTable('template_versions', {
  id: uuid('id').primaryKey().defaultRandom(),
  seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity(),
  channel: text('channel', { enum: templateChannels }).notNull(),
  templateKey: text('template_key').notNull(),
  templateName: text('template_name').notNull(),
  /** Emails only. */
  subject: text('subject'),
  content: text('content').notNull(),
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  savedBy: uuid('saved_by').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
