import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { instant, present } from '#platform/columns.ts'
import { disputeReasons } from './dispute.ts'

/** Problems that students reported and payments that banks dispute, in one list. Names and addresses are those of that day. */
export const paymentDisputes = pgTable('payment_disputes', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  paymentId: uuid('payment_id').notNull(),
  studentId: uuid('student_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  source: text('source', { enum: ['student', 'card_network'] })
    .notNull()
    .default('student'),
  providerDisputeId: text('provider_dispute_id'),
  status: text('status', { enum: disputeStatuses }).notNull().default('pending'),
  adminNotes: text('admin_notes'),
  resolvedBy: uuid('resolved_by'),
  resolvedAt: instant('resolved_at'),
  lessonTitle: text('lesson_title').notNull(),
  disputeReason: text('dispute_reason', { enum: disputeReasons }).notNull(),
  /** Cents. */
  paymentAmount: integer('payment_amount').notNull(),
  studentName: text('student_name').notNull(),
  studentEmail: text('student_email').notNull(),
  instructorName: text('instructor_name').notNull(),
  instructorEmail: text('instructor_email').notNull(),
  disputeDetails: text('dispute_details'),
  /** The coach's side; Greenside reads it. */
  coachAnswer: text('coach_answer'),
  coachAnsweredAt: instant('coach_answered_at'),
  /** Counts the saves of admins and banks. */
  version: integer('version').notNull().default(0),
  /** What the payer's bank decided, whatever status an admin sets. */
  bankOutcome: text('bank_outcome', { enum: ['won', 'lost'] }),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** Every save of a dispute, added to and never changed. */
export const disputeChanges = pgTable('dispute_changes', {
  id: uuid('id').primaryKey(),
  disputeId: uuid('dispute_id').notNull(),
  /** The first save is 1. */
  version: integer('version').notNull(),
  /** Null: the payer's bank decided. */
  changedBy: uuid('changed_by'),
  fromStatus: text('from_status', { enum: disputeStatuses }).notNull(),
  toStatus: text('to_status', { enum: disputeStatuses }).notNull(),
  notes: text('notes'),
  /** What both sides were told. */
  explanation: text('explanation'),
  refundCents: integer('refund_cents').notNull().default(0),
  createdAt: instant('created_at').notNull().default(present),
})
