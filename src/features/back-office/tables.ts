import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** Saved views of the lists, shared by all admins. */
export const savedViews = pgTable('saved_views', {
  id: uuid('id').primaryKey().defaultRandom(),
  list: text('list').notNull(),
  name: text('name').notNull(),
  /** The query string of the URL, without the question mark. */
  view: text('view').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
