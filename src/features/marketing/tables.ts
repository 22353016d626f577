import { integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'

/** Each time people were brought to the marketing tool. */
export const crmSyncs = pgTable('crm_syncs', {
  id: uuid('id').primaryKey().defaultRandom(),
  startedAt: instant('started_at').notNull(),
  /** Null while it runs, and for good when the process died with it. */
  finishedAt: instant('finished_at'),
  synced: integer('synced').notNull().default(0),
  failed: integer('failed').notNull().default(0),
})
