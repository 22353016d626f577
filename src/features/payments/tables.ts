import { char, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { refundReasons } from './refund.ts'

export const payments = pgTable('payments', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  /** What came off the coach's price before it was paid, and who earns less because of it. */
  discountCents: integer('discount_cents').notNull().default(0),
  discountFundedBy: text('discount_funded_by', { enum: ['platform', 'coach', 'shared'] }),
  refundedCents: integer('refunded_cents').notNull().default(0),
  currency: char('currency', { length: 3 }).notNull().default('usd'),
  paymentStatus: text('payment_status', {
    enum: ['pending', 'completed', 'failed', 'refunded', 'partially_refunded'],
  })
    .notNull()
    .default('pending'),
  paymentMethod: text('payment_method'),
  stripeSessionId: text('stripe_session_id'),
  stripePaymentIntentId: text('stripe_payment_intent_id'),
  /** The processor's word for the card that paid with an exit offer; null for every other payment. */
  cardFingerprint: text('card_fingerprint'),
  checkoutUrl: text('checkout_url'),
  proposalId: uuid('proposal_id'),
  paidAt: instant('paid_at'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** Every event the processor sent, once; the key makes its webhook idempotent. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  sessionId: text('session_id'),
  outcome: text('outcome'),
  receivedAt: instant('received_at').notNull().default(present),
})

/** What is owed back, each for one reason and once. */
export const paymentRefunds = pgTable('payment_refunds', {
  id: uuid('id').primaryKey().defaultRandom(),
  paymentId: uuid('payment_id').notNull(),
  bookingId: uuid('booking_id').notNull(),
  businessKey: text('business_key').notNull(),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason', {
    enum: refundReasons,
  }).notNull(),
  status: text('status', { enum: ['requested', 'sent'] })
    .notNull()
    .default('requested'),
  providerRefundId: text('provider_refund_id'),
  lastError: text('last_error'),
  requestedAt: instant('requested_at').notNull(),
  sentAt: instant('sent_at'),
})

/** What comparing the books with the processor's could not settle; a person looks, and says what came of it. */
export const paymentFindings = pgTable('payment_findings', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  /** Paid in our books, unknown to the processor. */
  kind: text('kind', { enum: ['paid_only_here'] }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  settledAt: instant('settled_at'),
  settledBy: uuid('settled_by'),
  note: text('note'),
})
