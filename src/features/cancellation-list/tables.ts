import { boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import {
  askedDayParts,
  freedTimeStatuses,
  offerStatuses,
  requestStatuses,
  seatRequestStatuses,
} from './cancellation-list.ts'

/** Requests of students for freed times. Dates are in the zone of the place. */
export const cancellationRequests = pgTable('cancellation_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  studentId: uuid('student_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  fromDate: date('from_date', { mode: 'string' }).notNull(),
  toDate: date('to_date', { mode: 'string' }).notNull(),
  dayPart: text('day_part', { enum: askedDayParts }).notNull().default('any'),
  durationMinutes: integer('duration_minutes').notNull(),
  /** Null: all of the coach's places. */
  teachingLocationId: uuid('teaching_location_id'),
  status: text('status', { enum: requestStatuses }).notNull().default('waiting'),
  createdAt: instant('created_at').notNull().default(present),
})

/** The time of a lesson that was canceled or rescheduled. */
export const freedTimes = pgTable('freed_times', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  /** The original booking, which of its times was freed, and its student. */
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

/** An offer of a freed time to one golfer. */
export const freedTimeOffers = pgTable('freed_time_offers', {
  id: uuid('id').primaryKey().defaultRandom(),
  freedTimeId: uuid('freed_time_id').notNull(),
  requestId: uuid('request_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** The hold on the time. */
  bookingId: uuid('booking_id').notNull(),
  status: text('status', { enum: offerStatuses }).notNull().default('open'),
  declinedAt: instant('declined_at'),
  announcedAt: instant('announced_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  endedAt: instant('ended_at'),
})

/** Requests of students for seats in a clinic that has fewer left (decision 0138). */
export const clinicSeatRequests = pgTable('clinic_seat_requests', {
  id: uuid('id').primaryKey().defaultRandom(),
  clinicId: uuid('clinic_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** How many seats the student wants. */
  seats: smallint('seats').notNull(),
  status: text('status', { enum: seatRequestStatuses }).notNull().default('waiting'),
  /** The student was told that there are enough seats, and there still are. */
  hasRoom: boolean('has_room').notNull().default(false),
  toldAt: instant('told_at'),
  createdAt: instant('created_at').notNull().default(present),
})
