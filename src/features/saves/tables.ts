import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'

export const instructorSaves = pgTable('instructor_saves', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  notes: text('notes'),
  instructorId: uuid('instructor_id').notNull(),
  contacted: boolean('contacted').notNull().default(false),
  contactedAt: instant('contacted_at'),
  createdAt: instant('created_at').notNull().default(present),
})
