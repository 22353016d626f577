import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { payoutStatuses } from './payout.ts'

/** Where a coach's share is sent. */
export const payoutAccounts = pgTable('payout_accounts', {
  instructorId: uuid('instructor_id').primaryKey(),
  providerAccountId: text('provider_account_id').notNull(),
  status: text('status', { enum: ['pending', 'active'] })
    .notNull()
    .default('pending'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const payouts = pgTable('payouts', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  /** Set for the share of an ended package's lessons that were never taken. */
  packageId: uuid('package_id'),
  dueAt: instant('due_at').notNull(),
  status: text('status', { enum: payoutStatuses }).notNull().default('held'),
  amountCents: integer('amount_cents'),
  providerAccountId: text('provider_account_id'),
  providerTransferId: text('provider_transfer_id'),
  lastError: text('last_error'),
  sentAt: instant('sent_at'),
  createdAt: instant('created_at').notNull().default(present),
})

export const payoutReversals = pgTable('payout_reversals', {
  id: uuid('id').primaryKey().defaultRandom(),
  payoutId: uuid('payout_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  status: text('status', { enum: ['sending', 'sent'] })
    .notNull()
    .default('sending'),
  providerReversalId: text('provider_reversal_id'),
  createdAt: instant('created_at').notNull().default(present),
  sentAt: instant('sent_at'),
})
