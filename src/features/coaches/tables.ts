import { boolean, doublePrecision, integer, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { dollarsColumn } from '#platform/money-column.ts'
import type { ImportedReview } from './coach.ts'

export const instructorProfiles = pgTable('instructor_profiles', {
  userId: uuid('user_id').primaryKey(),
  displayName: text('display_name'),
  bio: text('bio'),
  location: text('location'),
  hourlyRate: dollarsColumn('hourly_rate').notNull().default(8500),
  specialties: text('specialties').array().notNull().default([]),
  profileImageUrl: text('profile_image_url'),
  launchMonitor: text('launch_monitor'),
  credentials: text('credentials').array().notNull().default([]),
  isVisible: boolean('is_visible').notNull().default(false),
  instantBookEnabled: boolean('instant_book_enabled').notNull().default(false),
  galleryImages: text('gallery_images').array().notNull().default([]),
  customReviews: jsonb('custom_reviews').$type<ImportedReview[]>().notNull().default([]),
  aiCaddieEnabled: boolean('ai_caddie_enabled').notNull().default(true),
  instantBookCalendarId: uuid('instant_book_calendar_id'),
  minBookingNoticeHours: integer('min_booking_notice_hours').notNull().default(24),
  maxBookingWindowDays: integer('max_booking_window_days').notNull().default(30),
  slotStepMinutes: integer('slot_step_minutes').notNull().default(30),
  bufferMinutes: integer('buffer_minutes').notNull().default(0),
  lessonDurations: integer('lesson_durations').array().notNull().default([60, 90, 120]),
  gender: text('gender', { enum: ['female', 'male'] }),
  facilityTypes: text('facility_types').array().notNull().default([]),
  yearsCoaching: integer('years_coaching'),
  timeZone: text('time_zone').notNull().default('America/New_York'),
  rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
  reviewCount: integer('review_count').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const teachingLocations = pgTable('instructor_teaching_locations', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  locationName: text('location_name').notNull(),
  address: text('address'),
  city: text('city').notNull(),
  state: text('state').notNull(),
  zip: text('zip'),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  timeZone: text('time_zone').notNull(),
  isPrimary: boolean('is_primary').notNull().default(false),
})
