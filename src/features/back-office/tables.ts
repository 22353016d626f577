import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

/** Lists as somebody set them up, under a name; for all admins. */
export const savedViews = pgTable('saved_views', {
  id: uuid('id').primaryKey().defaultRandom(),
  list: text('list').notNull(),
  name: text('name').notNull(),
  /** The part of the address after the question mark. */
  view: text('view').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
