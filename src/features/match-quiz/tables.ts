import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { genderPreferences, type QuizAnswers, quizSteps, quizVariants } from './quiz.ts'

/** Answers to the quiz, one row per round. */
export const quizResponses = pgTable('quiz_responses', {
  id: uuid('id').primaryKey().defaultRandom(),
  sessionId: uuid('session_id').notNull(),
  /**
   * The visit in which the round began (`user_sessions`); null if it is not counted. The quiz has its own
   * session because a round can be resumed in later visits.
   */
  visitId: uuid('visit_id'),
  isTest: boolean('is_test').notNull().default(false),
  variant: text('variant', { enum: quizVariants }).notNull(),
  /** The farthest step reached. */
  currentStep: text('current_step', { enum: quizSteps }).notNull(),
  completedAt: instant('completed_at'),
  contactEmail: text('contact_email'),
  contactName: text('contact_name'),
  contactPhone: text('contact_phone'),
  recommendedInstructorId: uuid('recommended_instructor_id'),
  recommendedInstructorName: text('recommended_instructor_name'),
  /** Null until a recommendation has been computed. */
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
  /**
   * The original round, if this is a copy made by opening an emailed link in another browser. Copies are
   * excluded from statistics.
   */
  copiedFrom: uuid('copied_from'),
  reengagementEmailSent: boolean('reengagement_email_sent').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** The saved answers of a round. */
export const quizDrafts = pgTable('quiz_drafts', {
  responseId: uuid('response_id').primaryKey(),
  answers: jsonb('answers').$type<QuizAnswers>().notNull().default({}),
  consentedAt: instant('consented_at'),
  consentWording: text('consent_wording'),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** A coach in a result, with the components of the score. */
export interface RankedCoach {
  instructorId: string
  score: number
  parts: Record<string, number | null>
}

/** The recommendation and the version of the weights used for it. */
export const quizResults = pgTable('quiz_results', {
  responseId: uuid('response_id').primaryKey(),
  weightsVersion: integer('weights_version').notNull(),
  radiusMiles: integer('radius_miles').notNull(),
  isShuffled: boolean('is_shuffled').notNull(),
  ranked: jsonb('ranked').$type<RankedCoach[]>().notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
