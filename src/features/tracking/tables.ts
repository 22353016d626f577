import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { profileEvents, vitalNames, vitalRatings } from './tracking.ts'

export const userSessions = pgTable('user_sessions', {
  sessionId: uuid('session_id').primaryKey(),
  userId: uuid('user_id'),
  isAuthenticated: boolean('is_authenticated').notNull().default(false),
  entryPage: text('entry_page').notNull(),
  exitPage: text('exit_page').notNull(),
  pagesVisited: integer('pages_visited').notNull().default(0),
  endedAt: instant('ended_at').notNull(),
  domain: text('domain').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})

export const pageViews = pgTable('page_views', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id').notNull(),
  pagePath: text('page_path').notNull(),
  referrer: text('referrer'),
  domain: text('domain').notNull(),
  durationSeconds: integer('duration_seconds'),
  exitPath: text('exit_path'),
  createdAt: instant('created_at').notNull().default(present),
})

export const instructorImpressions = pgTable('instructor_impressions', {
  sessionId: uuid('session_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  userId: uuid('user_id'),
  searchQuery: text('search_query'),
  searchFilters: jsonb('search_filters').$type<Record<string, string | number | boolean>>().notNull(),
  positionInResults: integer('position_in_results').notNull(),
  clicked: boolean('clicked').notNull().default(false),
  clickedAt: instant('clicked_at'),
  messageClicked: boolean('message_clicked').notNull().default(false),
  messageClickedAt: instant('message_clicked_at'),
  bookClicked: boolean('book_clicked').notNull().default(false),
  bookClickedAt: instant('book_clicked_at'),
  createdAt: instant('created_at').notNull().default(present),
})

export const instructorProfileEvents = pgTable('instructor_profile_events', {
  id: uuid('id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id').notNull(),
  eventType: text('event_type', { enum: profileEvents }).notNull(),
  createdAt: instant('created_at').notNull().default(present),
})

export const searchHistory = pgTable('search_history', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  userId: uuid('user_id'),
  searchQuery: text('search_query').notNull(),
  searchType: text('search_type').notNull().default('zip_code'),
  searchLocation: text('search_location'),
  resultsCount: integer('results_count').notNull(),
  isTest: boolean('is_test').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
})

export const webVitals = pgTable('web_vitals', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  name: text('name', { enum: vitalNames }).notNull(),
  value: doublePrecision('value').notNull(),
  rating: text('rating', { enum: vitalRatings }).notNull(),
  pagePath: text('page_path').notNull(),
  createdAt: instant('created_at').notNull().default(present),
})
