import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { ledgerAccounts, ledgerKinds } from './ledger.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Something that moved money, once; its lines sum to nothing and nothing is ever changed. */
export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid('id').primaryKey().defaultRandom(),
  businessKey: text('business_key').notNull(),
  kind: text('kind', { enum: ledgerKinds }).notNull(),
  bookingId: uuid('booking_id').notNull(),
  occurredAt: moment('occurred_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    transactionId: uuid('transaction_id').notNull(),
    account: text('account', { enum: ledgerAccounts }).notNull(),
    amountCents: integer('amount_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.account] })],
)
