import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { endReasons, reviewStatuses } from './video-review.ts'

/** What a coach asks for a review, and how fast it is promised. */
export const videoReviewOffers = pgTable('video_review_offers', {
  instructorId: uuid('instructor_id').primaryKey(),
  priceCents: integer('price_cents').notNull(),
  promisedHours: integer('promised_hours').notNull(),
  isSold: boolean('is_sold').notNull(),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** Reviews from the checkout on; price and promise do not change after the purchase. */
export const videoReviews = pgTable('video_reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  paymentId: uuid('payment_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** One of the student's golfers; null when the student plays. */
  golferId: uuid('golfer_id'),
  status: text('status', { enum: reviewStatuses }).notNull().default('pending'),
  priceCents: integer('price_cents').notNull(),
  promisedHours: integer('promised_hours').notNull(),
  question: text('question').notNull().default(''),
  answer: text('answer').notNull().default(''),
  endReason: text('end_reason', { enum: endReasons }),
  /** What the coach wrote who declined it. */
  endMessage: text('end_message'),
  checkoutExpiresAt: instant('checkout_expires_at').notNull(),
  idempotencyKey: text('idempotency_key'),
  paidAt: instant('paid_at'),
  askedAt: instant('asked_at'),
  dueAt: instant('due_at'),
  remindedAt: instant('reminded_at'),
  answeredAt: instant('answered_at'),
  endedAt: instant('ended_at'),
  createdAt: instant('created_at').notNull().default(present),
})
