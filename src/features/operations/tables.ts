import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** How a vendor answered last, over all processes. */
export const vendorHealth = pgTable('vendor_health', {
  vendor: text('vendor').primaryKey(),
  lastSuccessAt: instant('last_success_at'),
  lastFailureAt: instant('last_failure_at'),
  /** Of the last failure, without secrets; it stays after a success. */
  lastError: text('last_error'),
  /** These three were the version before's; the next migration of this table takes them away. */
  state: text('state').notNull().default('closed'),
  failures: integer('failures').notNull().default(0),
  changedAt: instant('changed_at').notNull().default(present),
})

/** Calls of a vendor by the hour. */
export const vendorCalls = pgTable(
  'vendor_calls',
  {
    vendor: text('vendor').notNull(),
    hour: instant('hour').notNull(),
    calls: integer('calls').notNull(),
    failures: integer('failures').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.hour] })],
)

/** Processes that leave a vendor alone at the moment; each says again that it does. */
export const vendorCircuits = pgTable(
  'vendor_circuits',
  {
    vendor: text('vendor').notNull(),
    processId: uuid('process_id').notNull(),
    openedAt: instant('opened_at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.processId] })],
)
