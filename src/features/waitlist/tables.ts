import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
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
  /** The same as the status, under the specification's name. */
  notified: boolean('notified').generatedAlwaysAs(sql`status = 'notified'`),
  notifiedAt: instant('notified_at'),
  createdAt: instant('created_at').notNull().default(present),
})
