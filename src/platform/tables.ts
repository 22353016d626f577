import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from './columns.ts'

/** What admins changed, and what they did and saw while they acted as somebody else. */
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

/** Files in the store that no row names any more, and since when. */
export const strayFiles = pgTable('stray_files', {
  storageKey: text('storage_key').primaryKey(),
  since: instant('since').notNull().default(present),
})

/** Items that a job could not do the last time it tried. */
export const failedItems = pgTable('failed_items', {
  id: uuid('id').primaryKey().defaultRandom(),
  job: text('job').notNull(),
  item: text('item').notNull(),
  error: text('error').notNull(),
  times: integer('times').notNull().default(1),
  firstFailedAt: instant('first_failed_at').notNull(),
  lastFailedAt: instant('last_failed_at').notNull(),
})

/** Settings that admins change while the product runs. */
export const platformConfig = pgTable('platform_config', {
  configKey: text('config_key').primaryKey(),
  configValue: text('config_value').notNull(),
  updatedAt: instant('updated_at').notNull().default(present),
})
