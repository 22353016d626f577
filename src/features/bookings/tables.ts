import { boolean, customType, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { dollarsColumn } from '#platform/money-column.ts'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'
import { DEFAULT_POLICY } from './cancellation/cancellation.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bookings = pgTable('bookings', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  lessonDate: moment('lesson_date').notNull(),
  lessonEnd: moment('lesson_end').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  /** Kept free after the lesson, as the coach wanted when it was booked. */
  bufferMinutes: integer('buffer_minutes').notNull().default(0),
  timeZone: text('time_zone').notNull(),
  priceAmount: dollarsColumn('price_amount').notNull(),
  lessonTitle: text('lesson_title').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull().default('individual'),
  status: text('status', { enum: bookingStatuses }).notNull().default('pending'),
  paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('pending'),
  lessonCompleted: boolean('lesson_completed').notNull().default(false),
  holdExpiresAt: moment('hold_expires_at'),
  cancelledAt: moment('cancelled_at'),
  cancelReason: text('cancel_reason', { enum: cancelReasons }),
  /** Why, in the words of whoever cancelled; the other side reads them. */
  cancelMessage: text('cancel_message'),
  teachingLocationId: uuid('teaching_location_id'),
  locationName: text('location_name').notNull(),
  locationAddress: text('location_address'),
  idempotencyKey: text('idempotency_key'),
  /** The coach's terms as they were when the lesson was booked. */
  cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies })
    .notNull()
    .default(DEFAULT_POLICY),
  refundCeilingPercent: smallint('refund_ceiling_percent').notNull().default(100),
  movedByCoach: boolean('moved_by_coach').notNull().default(false),
  noShow: boolean('no_show').notNull().default(false),
  completedAt: moment('completed_at'),
  changeNumber: integer('change_number').notNull().default(0),
  isDemo: boolean('is_demo').notNull().default(false),
  proposalId: uuid('proposal_id'),
  /** The package the lesson was taken from. */
  packageId: uuid('package_id'),
  /** The version of the proposal that was accepted. */
  proposalVersion: integer('proposal_version'),
  /** Made by a demo account with a demo coach: looks paid, and no money ever moved. */
  isDemonstration: boolean('is_demonstration').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const lessonMoves = pgTable('lesson_moves', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  movedBy: uuid('moved_by').notNull(),
  movedAs: text('moved_as', { enum: ['student', 'coach', 'admin'] }).notNull(),
  fromStart: moment('from_start').notNull(),
  toStart: moment('to_start').notNull(),
  movedAt: moment('moved_at').notNull(),
})

/** The secret address of somebody's calendar; only its hash is kept. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id').primaryKey(),
  tokenHash: customType<{ data: Buffer }>({ dataType: () => 'bytea' })('token_hash').notNull(),
  createdAt: moment('created_at').notNull(),
})
