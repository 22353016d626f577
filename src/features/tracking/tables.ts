import { boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profileEvents, vitalNames, vitalRatings } from './tracking.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const userSessions = pgTable('user_sessions', {
  sessionId: uuid('session_id').primaryKey(),
  userId: uuid('user_id'),
  isAuthenticated: boolean('is_authenticated').notNull().default(false),
  entryPage: text('entry_page').notNull(),
  exitPage: text('exit_page').notNull(),
  pagesVisited: integer('pages_visited').notNull().default(0),
  endedAt: moment('ended_at').notNull(),
  domain: text('domain').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
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
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const instructorImpressions = pgTable('instructor_impressions', {
  sessionId: uuid('session_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  userId: uuid('user_id'),
  searchQuery: text('search_query'),
  searchFilters: jsonb('search_filters').$type<Record<string, string | number | boolean>>().notNull(),
  positionInResults: integer('position_in_results').notNull(),
  clicked: boolean('clicked').notNull().default(false),
  clickedAt: moment('clicked_at'),
  messageClicked: boolean('message_clicked').notNull().default(false),
  messageClickedAt: moment('message_clicked_at'),
  bookClicked: boolean('book_clicked').notNull().default(false),
  bookClickedAt: moment('book_clicked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const instructorProfileEvents = pgTable('instructor_profile_events', {
  id: uuid('id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id').notNull(),
  eventType: text('event_type', { enum: profileEvents }).notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
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
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const webVitals = pgTable('web_vitals', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  name: text('name', { enum: vitalNames }).notNull(),
  value: doublePrecision('value').notNull(),
  rating: text('rating', { enum: vitalRatings }).notNull(),
  pagePath: text('page_path').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
