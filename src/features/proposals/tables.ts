import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { lessonTypes } from '#features/bookings/booking.ts'
import { dollars, instant, present } from '#platform/columns.ts'
import { type ProposedDate, proposalStatuses } from './proposal.ts'

/** One or several lessons that a coach offers to a student, with a choice of times. */
export const lessonProposals = pgTable('lesson_proposals', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  status: text('status', { enum: proposalStatuses }).notNull().default('pending'),
  proposedDates: jsonb('proposed_dates').$type<ProposedDate[]>().notNull().default([]),
  /** For all lessons together. */
  priceAmount: dollars('price_amount').notNull(),
  lessonTitle: text('lesson_title').notNull(),
  lessonType: text('lesson_type', { enum: lessonTypes }).notNull().default('individual'),
  durationMinutes: integer('duration_minutes').notNull().default(60),
  teachingLocationId: uuid('teaching_location_id'),
  timeZone: text('time_zone').notNull().default('America/New_York'),
  lessonsTotal: integer('lessons_total').notNull().default(1),
  packageValidDays: integer('package_valid_days'),
  note: text('note'),
  changeRequest: text('change_request'),
  expiresAt: instant('expires_at').notNull(),
  /** Increases with every change of the terms; accepting requires the version the student saw. */
  version: integer('version').notNull().default(1),
  acceptedStart: instant('accepted_start'),
  acceptedAt: instant('accepted_at'),
  remindedAt: instant('reminded_at'),
  lessonCompleted: boolean('lesson_completed').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})
