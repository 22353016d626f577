import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { ledgerAccounts, ledgerKinds } from './ledger.ts'

/** Something that moved money, once; its lines sum to nothing and nothing is ever changed. */
export const ledgerTransactions = pgTable('ledger_transactions', {
  id: uuid('id').primaryKey().defaultRandom(),
  businessKey: text('business_key').notNull(),
  kind: text('kind', { enum: ledgerKinds }).notNull(),
  /** The lesson whose money moved; null when it was that of a payment for something else. */
  bookingId: uuid('booking_id'),
  paymentId: uuid('payment_id'),
  occurredAt: instant('occurred_at').notNull(),
  createdAt: instant('created_at').notNull().default(present),
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
