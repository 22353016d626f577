import { boolean, char, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { refundReasons, refundStatuses } from './refund.ts'
import type { PriceLine } from './schema.ts'

/** A purchase: what is paid for at once, with its checkout and its charge (decision 0124). Its payments are what it sells. */
export const orders = pgTable('orders', {
  id: uuid('id').primaryKey().defaultRandom(),
  studentId: uuid('student_id').notNull(),
  stripeSessionId: text('stripe_session_id'),
  stripePaymentIntentId: text('stripe_payment_intent_id'),
  /** The processor's identifier of the card that paid with an exit offer; null for every other order. */
  cardFingerprint: text('card_fingerprint'),
  checkoutUrl: text('checkout_url'),
  /** The checkout offers the student's saved cards, so that only the student gets its address. */
  offersCards: boolean('offers_cards').notNull().default(false),
  /** The version of the terms of service that applies to it, by its date. */
  termsVersion: date('terms_version'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** What is paid for one thing that an order sells. */
export const payments = pgTable('payments', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The database creates an order for a payment that is written without one. */
  orderId: uuid('order_id').notNull(),
  /** What it is for, as in `app/sale-kinds.ts`; only a lesson has a booking (decision 0135). */
  kind: text('kind').notNull().default('lesson'),
  bookingId: uuid('booking_id'),
  /** The coach who earns a part of it; null when it is no coach's. */
  instructorId: uuid('instructor_id'),
  studentId: uuid('student_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  /** The part of it that gift cards pay (decision 0136); the rest is charged at the processor. */
  giftCents: integer('gift_cents').notNull().default(0),
  /** What came off the coach's price before it was paid, and who earns less because of it. */
  discountCents: integer('discount_cents').notNull().default(0),
  discountFundedBy: text('discount_funded_by', { enum: ['platform', 'coach', 'shared'] }),
  /** What made the amount of the list price, as the student read it; a discount is one of them. */
  priceLines: jsonb('price_lines').$type<PriceLine[]>().notNull().default([]),
  refundedCents: integer('refunded_cents').notNull().default(0),
  /** What of it went back before refunds were known one by one. */
  refundedUnnamedCents: integer('refunded_unnamed_cents').notNull().default(0),
  /**
   * The refunded amount that letters announced, apart from letters about a cancellation. A letter about a refund that came
   * back lowers it, below zero when the refund had been announced by a letter about a cancellation.
   */
  refundToldCents: integer('refund_told_cents').notNull().default(0),
  currency: char('currency', { length: 3 }).notNull().default('usd'),
  paymentStatus: text('payment_status', {
    enum: ['pending', 'completed', 'failed', 'refunded', 'partially_refunded'],
  })
    .notNull()
    .default('pending'),
  paymentMethod: text('payment_method'),
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
  /** The lesson that it is for; null for a payment without one. */
  bookingId: uuid('booking_id'),
  businessKey: text('business_key').notNull(),
  amountCents: integer('amount_cents').notNull(),
  reason: text('reason', {
    enum: refundReasons,
  }).notNull(),
  status: text('status', { enum: refundStatuses }).notNull().default('requested'),
  /** How often it came back; a part of the key it is asked for with. */
  attempts: integer('attempts').notNull().default(0),
  /** When it is sent again; null for at once. */
  retryAt: instant('retry_at'),
  providerRefundId: text('provider_refund_id'),
  lastError: text('last_error'),
  requestedAt: instant('requested_at').notNull(),
  sentAt: instant('sent_at'),
})

/** Every refund as the processor has it. What is written here only ever gets more true, so that its events come in any order. */
export const processorRefunds = pgTable('processor_refunds', {
  id: text('id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  /** What of ours it was made for; null for one made on the processor's own pages. */
  requestId: uuid('request_id'),
  amountCents: integer('amount_cents').notNull(),
  isSent: boolean('is_sent').notNull().default(false),
  endedAs: text('ended_as', { enum: ['failed', 'canceled'] }),
  /** The processor's word for why. */
  failure: text('failure'),
  firstHeardAt: instant('first_heard_at').notNull(),
  endedAt: instant('ended_at'),
})

/** What comparing the books with the processor's could not settle; a person looks, and says what came of it. */
export const paymentFindings = pgTable('payment_findings', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The first booking of the order; null when it has none, then its first payment is named. */
  bookingId: uuid('booking_id'),
  paymentId: uuid('payment_id'),
  /** Paid in our books, unknown to the processor. */
  kind: text('kind', { enum: ['paid_only_here'] }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  settledAt: instant('settled_at'),
  settledBy: uuid('settled_by'),
  note: text('note'),
})

/** The customer that an account has at the payment processor, which keeps the account's cards (decision 0130). */
export const paymentCustomers = pgTable('payment_customers', {
  /** Also the key with which the customer is created. */
  id: uuid('id').primaryKey().defaultRandom(),
  /** Null once the customer has ended. */
  userId: uuid('user_id'),
  /** Null until the processor has created it. */
  customerId: text('customer_id'),
  /** The address that the processor has. */
  email: text('email'),
  createdAt: instant('created_at').notNull().default(present),
  /** The row is deleted once the processor has deleted the customer. */
  endedAt: instant('ended_at'),
})
