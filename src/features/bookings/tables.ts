import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { dollarsColumn } from '#platform/money-column.ts'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'

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
  teachingLocationId: uuid('teaching_location_id'),
  locationName: text('location_name').notNull(),
  locationAddress: text('location_address'),
  idempotencyKey: text('idempotency_key'),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
