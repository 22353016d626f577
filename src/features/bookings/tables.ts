import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { cancellationPolicies, rainRules } from '#features/coaches/coach.ts'
import { bytes, dollars, instant, present } from '#platform/columns.ts'
import { bookingStatuses, cancelReasons, lessonTypes, paymentStatuses } from './booking.ts'
import { DEFAULT_POLICY } from './cancellation/cancellation.ts'
import type { SeatDate } from './lesson-times.ts'

export const bookings = pgTable('bookings', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** Who plays, one of the student's golfers; null when the student plays. */
  golferId: uuid('golfer_id'),
  lessonDate: instant('lesson_date').notNull(),
  lessonEnd: instant('lesson_end').notNull(),
  durationMinutes: integer('duration_minutes').notNull(),
  /** Kept free after the lesson, according to the coach's setting at the time of booking. */
  bufferMinutes: integer('buffer_minutes').notNull().default(0),
  timeZone: text('time_zone').notNull(),
  priceAmount: dollars('price_amount').notNull(),
  lessonTitle: text('lesson_title').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull().default('individual'),
  status: text('status', { enum: bookingStatuses }).notNull().default('pending'),
  paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('pending'),
  lessonCompleted: boolean('lesson_completed').notNull().default(false),
  holdExpiresAt: instant('hold_expires_at'),
  cancelledAt: instant('cancelled_at'),
  cancelReason: text('cancel_reason', { enum: cancelReasons }),
  /** The cancelling party's message, shown to the other side. */
  cancelMessage: text('cancel_message'),
  teachingLocationId: uuid('teaching_location_id'),
  locationName: text('location_name').notNull(),
  locationAddress: text('location_address'),
  idempotencyKey: text('idempotency_key'),
  /** The coach's cancellation policy at the time of booking. */
  cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies })
    .notNull()
    .default(DEFAULT_POLICY),
  refundCeilingPercent: smallint('refund_ceiling_percent').notNull().default(100),
  movedByCoach: boolean('moved_by_coach').notNull().default(false),
  /** The coach's weather rule at the time of booking; `off` at an indoor place. */
  rainCheck: text('rain_check', { enum: rainRules }).notNull().default('off'),
  /** Since when the weather lets the student move or cancel without a fee; null when it does not. */
  weatherSince: instant('weather_since'),
  /** When the coach called the lesson off because of the weather; it waits for the student's choice. */
  calledOffAt: instant('called_off_at'),
  noShow: boolean('no_show').notNull().default(false),
  completedAt: instant('completed_at'),
  /** Increases when the lesson is moved or cancelled: what was written about it before is outdated. */
  changeNumber: integer('change_number').notNull().default(0),
  /** Increases when something else changes that calendars show: who plays, the student's note, that it is called off. */
  detailNumber: integer('detail_number').notNull().default(0),
  isDemo: boolean('is_demo').notNull().default(false),
  /** The clinic that the booking is a seat in (decision 0114). */
  clinicId: uuid('clinic_id'),
  /** The dates of its clinic, ascending; null for a lesson. */
  seatDates: jsonb('seat_dates').$type<readonly SeatDate[]>(),
  proposalId: uuid('proposal_id'),
  /** The package the lesson was taken from. */
  packageId: uuid('package_id'),
  /** The accepted version of the proposal. */
  proposalVersion: integer('proposal_version'),
  /** Created by a demo account with a demo coach: displayed as paid, without any money involved. */
  isDemoBooking: boolean('is_demonstration').notNull().default(false),
  /** Entered by the coach; while unpaid it does not count toward the student's holds. */
  enteredByCoach: boolean('entered_by_coach').notNull().default(false),
  /**
   * The coach offered the time to the student: not listed among the student's lessons until they start to
   * pay.
   */
  isOffered: boolean('is_offered').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** A coach's occupied time; triggers write it with each booking (decision 0123). */
export const occupancies = pgTable('occupancies', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  instructorId: uuid('instructor_id').notNull(),
  kind: text('kind', { enum: ['lesson'] }).notNull(),
  /** Of a lesson. */
  bookingId: uuid('booking_id'),
  /** Of a date of a clinic, which occupies its coach's time like a lesson. */
  clinicDateId: uuid('clinic_date_id'),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  bufferMinutes: integer('buffer_minutes').notNull(),
  teachingLocationId: uuid('teaching_location_id'),
  /** When a hold expires; null for a lesson that is confirmed. */
  heldUntil: instant('held_until'),
})

/** Lessons that were booked together, weekly at the same time of day (decision 0133). */
export const seriesLessons = pgTable('series_lessons', {
  bookingId: uuid('booking_id').primaryKey(),
  seriesId: uuid('series_id').notNull(),
  position: smallint('position').notNull(),
  /** How many lessons were booked together. */
  lessons: smallint('lessons').notNull(),
})

/** What the student wants the coach to know about a lesson. */
export const bookingNotes = pgTable('booking_notes', {
  bookingId: uuid('booking_id').primaryKey(),
  note: text('note').notNull(),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** What a coach asks every student who books. */
export const intakeQuestions = pgTable('intake_questions', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  position: smallint('position').notNull(),
  question: text('question').notNull(),
  isRequired: boolean('is_required').notNull(),
})

/** What the student answered, with the question as it was then. */
export const intakeAnswers = pgTable('intake_answers', {
  bookingId: uuid('booking_id').notNull(),
  position: smallint('position').notNull(),
  /** Null once the coach has removed the question. */
  questionId: uuid('question_id'),
  question: text('question').notNull(),
  answer: text('answer').notNull(),
})

export const lessonMoves = pgTable('lesson_moves', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  movedBy: uuid('moved_by').notNull(),
  movedAs: text('moved_as', { enum: ['student', 'coach', 'admin'] }).notNull(),
  fromStart: instant('from_start').notNull(),
  toStart: instant('to_start').notNull(),
  movedAt: instant('moved_at').notNull(),
})

/** The secret calendar URL of a user; only its hash is stored. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id').primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** The revenue of the lessons of each day in New York, added up by a job (decision 0156). */
export const revenueDays = pgTable('revenue_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  lessons: integer('lessons').notNull(),
  grossCents: bigint('gross_cents', { mode: 'number' }).notNull(),
  refundsCents: bigint('refunds_cents', { mode: 'number' }).notNull(),
  shareCents: bigint('share_cents', { mode: 'number' }).notNull(),
})

/** Days, or the days of lessons, whose revenue changed since it was added up; written by triggers. */
export const revenueChanges = pgTable('revenue_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  day: date('day', { mode: 'string' }),
  bookingId: uuid('booking_id'),
})
