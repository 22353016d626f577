import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { genderPreferences, quizSteps, quizVariants } from './quiz.ts'

/** Answers to the quiz, a row for each time it was begun. */
export const quizResponses = pgTable('quiz_responses', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  isTest: boolean('is_test').notNull().default(false),
  variant: text('variant', { enum: quizVariants }).notNull(),
  /** The farthest step that was reached. */
  currentStep: text('current_step', { enum: quizSteps }).notNull(),
  completedAt: instant('completed_at'),
  contactEmail: text('contact_email'),
  contactName: text('contact_name'),
  contactPhone: text('contact_phone'),
  recommendedInstructorId: uuid('recommended_instructor_id'),
  recommendedInstructorName: text('recommended_instructor_name'),
  /** Null until the answers were looked at. */
  matchFound: boolean('match_found'),
  noMatchReason: text('no_match_reason'),
  locationCity: text('location_city'),
  locationState: text('location_state'),
  locationRaw: text('location_raw'),
  experienceLevel: text('experience_level'),
  lessonType: text('lesson_type'),
  genderPreference: text('gender_preference', { enum: genderPreferences }),
  budget: text('budget'),
  hasLaunchMonitor: boolean('has_launch_monitor'),
  technologies: text('technologies').array().notNull().default([]),
  goals: text('goals').array().notNull().default([]),
  userId: uuid('user_id'),
  reengagementEmailSent: boolean('reengagement_email_sent').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})
