import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { outcomes } from './rain-check.ts'

/** What was offered because of the weather: once for each time of a lesson. */
export const rainChecks = pgTable('rain_checks', {
  id: uuid('id').primaryKey().defaultRandom(),
  bookingId: uuid('booking_id').notNull(),
  /** The time of the lesson that it is about. */
  lessonStart: instant('lesson_start').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  studentId: uuid('student_id').notNull(),
  /** The forecast that led to it; null when the coach called the lesson off without one. */
  chanceOfRain: smallint('chance_of_rain'),
  isThunder: boolean('is_thunder'),
  windMph: smallint('wind_mph'),
  offeredAt: instant('offered_at').notNull().default(present),
  calledOffAt: instant('called_off_at'),
  /** What the coach wrote to the students. */
  message: text('message'),
  /** Null while the student can choose. */
  outcome: text('outcome', { enum: outcomes }),
  endedAt: instant('ended_at'),
})
