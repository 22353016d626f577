import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const lessonReviews = pgTable('lesson_reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  rating: smallint('rating').notNull(),
  comment: text('comment'),
  createdAt: instant('created_at').notNull().default(present),
  /** Null while the review is hidden from everyone but its author. */
  publishedAt: instant('published_at'),
  reply: text('reply'),
  repliedAt: instant('replied_at'),
  /** The lesson was paid here; otherwise the rating does not count. */
  paidHere: boolean('paid_here').notNull().default(true),
  /** Hashes of the network and the browser it was sent from; null when unknown. */
  network: text('network'),
  device: text('device'),
})

/** What several recent reviewers of a coach share, found by a job; see `patterns.ts`. */
export const reviewPatterns = pgTable('review_patterns', {
  id: uuid('id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  what: text('what', { enum: ['card', 'browser', 'network'] }).notNull(),
  reviewers: integer('reviewers').notNull(),
  /** The first of these reviews. */
  since: instant('since').notNull(),
})

/** The coach's private notes to students after a lesson. */
export const lessonNotes = pgTable('lesson_notes', {
  bookingId: uuid('booking_id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
