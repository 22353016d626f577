import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { dayParts, freedTimeStatuses, offerStatuses, requestStatuses } from './cancellation-list.ts'

/** What a student asked to hear of. Dates by the clock of the place. */
export const cancellationRequests = pgTable('cancellation_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  studentId: uuid('student_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  fromDate: date('from_date', { mode: 'string' }).notNull(),
  toDate: date('to_date', { mode: 'string' }).notNull(),
  dayPart: text('day_part', { enum: dayParts }).notNull().default('any'),
  durationMinutes: integer('duration_minutes').notNull(),
  /** Null: all places of the coach's. */
  teachingLocationId: uuid('teaching_location_id'),
  status: text('status', { enum: requestStatuses }).notNull().default('waiting'),
  createdAt: instant('created_at').notNull().default(present),
})

/** The time of a lesson that was cancelled or moved away. */
export const freedTimes = pgTable('freed_times', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  /** The lesson it was of, which of its times, and who had it. */
  bookingId: uuid('booking_id').notNull(),
  changeNumber: integer('change_number').notNull(),
  studentId: uuid('student_id').notNull(),
  teachingLocationId: uuid('teaching_location_id'),
  locationName: text('location_name').notNull(),
  timeZone: text('time_zone').notNull(),
  lessonStart: instant('lesson_start').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  status: text('status', { enum: freedTimeStatuses }).notNull().default('offering'),
  createdAt: instant('created_at').notNull().default(present),
  endedAt: instant('ended_at'),
})

/** One golfer's turn at a freed time. */
export const freedTimeOffers = pgTable('freed_time_offers', {
  id: uuid('id').primaryKey().defaultRandom(),
  freedTimeId: uuid('freed_time_id').notNull(),
  requestId: uuid('request_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** The hold. */
  bookingId: uuid('booking_id').notNull(),
  status: text('status', { enum: offerStatuses }).notNull().default('open'),
  declinedAt: instant('declined_at'),
  announcedAt: instant('announced_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
})
