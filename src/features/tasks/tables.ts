import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/columns.ts'

/** What of a new coach's first steps follows from nothing else. */
export const coachFirstSteps = pgTable('coach_first_steps', {
  instructorId: uuid('instructor_id').primaryKey(),
  /** When the coach first passed the public page on. */
  sharedAt: instant('shared_at'),
  /** When the list was put away. */
  dismissedAt: instant('dismissed_at'),
})
