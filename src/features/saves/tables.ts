import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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

/** What a quiz taker had answered, where they had. Dollars an hour for the budget. */
export interface MatchPreferences {
  city?: string
  state?: string
  skillLevel?: string
  ageRange?: string
  primaryGoal?: string
  budget?: { low: number; high: number }
}

/** Quiz takers who saved the coach found for them. */
export const matchSaves = pgTable('match_saves', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  matchedInstructorId: uuid('matched_instructor_id').notNull(),
  preferences: jsonb('preferences').$type<MatchPreferences>().notNull().default({}),
  notified: boolean('notified').notNull().default(false),
  notifiedAt: instant('notified_at'),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})
