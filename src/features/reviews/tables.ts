import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const lessonReviews = pgTable('lesson_reviews', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  rating: smallint('rating').notNull(),
  comment: text('comment'),
  createdAt: instant('created_at').notNull().default(present),
  /** Null while nobody but its author may read it. */
  publishedAt: instant('published_at'),
  reply: text('reply'),
  repliedAt: instant('replied_at'),
  /** The lesson was paid here: only then the rating counts. */
  paidHere: boolean('paid_here').notNull().default(true),
  /** Fingerprints of the network and the browser it was sent from; null where they are not known. */
  network: text('network'),
  device: text('device'),
})

/** What a coach writes to the student after a lesson. */
export const lessonNotes = pgTable('lesson_notes', {
  bookingId: uuid('booking_id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
