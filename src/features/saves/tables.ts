import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const instructorSaves = pgTable('instructor_saves', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  phone: text('phone'),
  notes: text('notes'),
  instructorId: uuid('instructor_id').notNull(),
  contacted: boolean('contacted').notNull().default(false),
  contactedAt: timestamp('contacted_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
