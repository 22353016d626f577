import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { payoutStatuses } from './payout.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Where a coach's share is sent. */
export const payoutAccounts = pgTable('payout_accounts', {
  instructorId: uuid('instructor_id').primaryKey(),
  providerAccountId: text('provider_account_id').notNull(),
  status: text('status', { enum: ['pending', 'active'] })
    .notNull()
    .default('pending'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const payouts = pgTable('payouts', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  /** Set for the share of an ended package's lessons that were never taken. */
  packageId: uuid('package_id'),
  dueAt: moment('due_at').notNull(),
  status: text('status', { enum: payoutStatuses }).notNull().default('held'),
  amountCents: integer('amount_cents'),
  providerAccountId: text('provider_account_id'),
  providerTransferId: text('provider_transfer_id'),
  lastError: text('last_error'),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const payoutReversals = pgTable('payout_reversals', {
  id: uuid('id').primaryKey().defaultRandom(),
  payoutId: uuid('payout_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  status: text('status', { enum: ['sending', 'sent'] })
    .notNull()
    .default('sending'),
  providerReversalId: text('provider_reversal_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
  sentAt: moment('sent_at'),
})
