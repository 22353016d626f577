import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { accountBlocks, payoutAccountStatuses, payoutStatuses } from './payout.ts'

/** Where a coach's share is sent. */
export const payoutAccounts = pgTable('payout_accounts', {
  instructorId: uuid('instructor_id').primaryKey(),
  providerAccountId: text('provider_account_id').notNull(),
  status: text('status', { enum: payoutAccountStatuses }).notNull().default('pending'),
  /** Why it can't be paid; null while it can. */
  blockedBy: text('blocked_by', { enum: accountBlocks }),
  /** By when its owner must answer something. */
  answerBy: instant('answer_by'),
  /** When the processor was asked the last time; null before the first. */
  checkedAt: instant('checked_at'),
  restrictedAt: instant('restricted_at'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

export const payouts = pgTable('payouts', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The lesson that it is for; null for a share of something without one. */
  bookingId: uuid('booking_id'),
  /** The payment without a lesson that it is for. */
  paymentId: uuid('payment_id'),
  instructorId: uuid('instructor_id').notNull(),
  /** Set for the share of an ended package's lessons that were never taken. */
  packageId: uuid('package_id'),
  dueAt: instant('due_at').notNull(),
  status: text('status', { enum: payoutStatuses }).notNull().default('held'),
  amountCents: integer('amount_cents'),
  providerAccountId: text('provider_account_id'),
  providerTransferId: text('provider_transfer_id'),
  /** How often the processor refused it; a part of what it is asked with. */
  attempts: integer('attempts').notNull().default(0),
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
