import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from './columns.ts'

/** Changes by admins, and what they viewed and did while impersonating a user. */
export const auditLog = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  actorId: uuid('actor_id').notNull(),
  subjectId: uuid('subject_id'),
  action: text('action', { enum: ['call', 'listen', 'file', 'change'] }).notNull(),
  target: text('target').notNull(),
  ids: jsonb('ids').$type<Record<string, string>>().notNull().default({}),
  requestId: text('request_id'),
  createdAt: instant('created_at').notNull(),
  before: jsonb('before').$type<object>(),
  after: jsonb('after').$type<object>(),
  reason: text('reason'),
})

/** Stored files that are no longer referenced by a row, and since when. */
export const strayFiles = pgTable('stray_files', {
  storageKey: text('storage_key').primaryKey(),
  since: instant('since').notNull().default(present),
})

/** Items that a job failed to process in its last run. */
export const failedItems = pgTable('failed_items', {
  id: uuid('id').primaryKey().defaultRandom(),
  job: text('job').notNull(),
  item: text('item').notNull(),
  error: text('error').notNull(),
  times: integer('times').notNull().default(1),
  firstFailedAt: instant('first_failed_at').notNull(),
  lastFailedAt: instant('last_failed_at').notNull(),
})

/** Settings that admins can change at runtime. */
export const platformConfig = pgTable('platform_config', {
  configKey: text('config_key').primaryKey(),
  configValue: text('config_value').notNull(),
  updatedAt: instant('updated_at').notNull().default(present),
})
