import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { instant, present } from '#platform/columns.ts'
import { disputeReasons } from './dispute.ts'

/**
 * Problems reported by students with lessons, and chargebacks, also of payments without a lesson or a coach (decision 0135). Names and addresses are those at the time of the report, or when an invited student accepted since.
 */
export const paymentDisputes = pgTable('payment_disputes', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id'),
  paymentId: uuid('payment_id').notNull(),
  studentId: uuid('student_id').notNull(),
  instructorId: uuid('instructor_id'),
  source: text('source', { enum: ['student', 'card_network'] })
    .notNull()
    .default('student'),
  providerDisputeId: text('provider_dispute_id'),
  status: text('status', { enum: disputeStatuses }).notNull().default('pending'),
  adminNotes: text('admin_notes'),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: instant('resolved_at'),
  /** What was bought. */
  lessonTitle: text('lesson_title').notNull(),
  disputeReason: text('dispute_reason', { enum: disputeReasons }).notNull(),
  /** Cents. */
  paymentAmount: integer('payment_amount').notNull(),
  studentName: text('student_name').notNull(),
  studentEmail: text('student_email').notNull(),
  instructorName: text('instructor_name'),
  instructorEmail: text('instructor_email'),
  disputeDetails: text('dispute_details'),
  /** The coach's answer, for admins. */
  coachAnswer: text('coach_answer'),
  coachAnsweredAt: instant('coach_answered_at'),
  /** The number of saves by admins and banks. */
  version: integer('version').notNull().default(0),
  /** The bank's decision, independent of the status an admin sets. */
  bankOutcome: text('bank_outcome', { enum: ['won', 'lost'] }),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** Every save of a dispute; append-only. */
export const disputeChanges = pgTable('dispute_changes', {
  id: uuid('id').primaryKey(),
  disputeId: uuid('dispute_id').notNull(),
  /** The first save is 1. */
  version: integer('version').notNull(),
  /** Null: decided by the payer's bank. */
  changedBy: uuid('changed_by'),
  fromStatus: text('from_status', { enum: disputeStatuses }).notNull(),
  toStatus: text('to_status', { enum: disputeStatuses }).notNull(),
  notes: text('notes'),
  /** The explanation sent to both sides. */
  explanation: text('explanation'),
  refundCents: integer('refund_cents').notNull().default(0),
  createdAt: instant('created_at').notNull().default(present),
})
