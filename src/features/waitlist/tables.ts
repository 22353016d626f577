import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SkillLevel } from './waitlist.ts'

export const cityWaitlist = pgTable('city_waitlist', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  preferences: jsonb('preferences')
    .$type<{ skillLevel?: SkillLevel; maxBudget?: number }>()
    .notNull()
    .default({}),
  status: text('status', { enum: ['pending', 'notified'] })
    .notNull()
    .default('pending'),
  notifiedAt: timestamp('notified_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
