import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'

/** Notes that admins keep about a lesson; its student and coach never see them. */
export const lessonDeskNotes = pgTable('lesson_desk_notes', {
  /** Made by the browser, so that a note sent twice is kept once. */
  id: uuid('id').primaryKey(),
  bookingId: uuid('booking_id').notNull(),
  authorId: uuid('author_id').notNull(),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull(),
})
