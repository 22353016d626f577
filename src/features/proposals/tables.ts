import { boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { dollarsColumn } from '#platform/money-column.ts'

export const lessonProposals = pgTable('lesson_proposals', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  status: text('status', {
    enum: [
      'pending',
      'changes_requested',
      'accepted',
      'scheduled',
      'completed',
      'declined',
      'expired',
      'cancelled',
    ],
  })
    .notNull()
    .default('pending'),
  proposedDates: jsonb('proposed_dates').$type<{ datetime: string }[]>().notNull().default([]),
  priceAmount: dollarsColumn('price_amount').notNull(),
  lessonTitle: text('lesson_title').notNull(),
  lessonCompleted: boolean('lesson_completed').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
