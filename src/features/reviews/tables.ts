import { pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const lessonReviews = pgTable('lesson_reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  rating: smallint('rating').notNull(),
  comment: text('comment'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Null while nobody but its author may read it. */
  publishedAt: moment('published_at'),
  reply: text('reply'),
  repliedAt: moment('replied_at'),
})

/** What a coach writes to the student after a lesson. */
export const lessonNotes = pgTable('lesson_notes', {
  bookingId: uuid('booking_id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  note: text('note').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
