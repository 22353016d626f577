import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { dollars, instant, present } from '#platform/columns.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import { cancellationPolicies, type ImportedReview } from './coach.ts'

export const instructorProfiles = pgTable('instructor_profiles', {
  userId: uuid('user_id').primaryKey(),
  displayName: text('display_name'),
  bio: text('bio'),
  location: text('location'),
  hourlyRate: dollars('hourly_rate').notNull().default(8500),
  specialties: text('specialties').array().notNull().default([]),
  profileImageUrl: text('profile_image_url'),
  launchMonitor: text('launch_monitor'),
  credentials: text('credentials').array().notNull().default([]),
  /** The coach's own choice. Whether students find the coach is `isListed`. */
  isVisible: boolean('is_visible').notNull().default(false),
  /** The coach's account is open: neither suspended nor closed. Written by the database. */
  mayTeach: boolean('may_teach').notNull().default(true),
  /** Visible, and may teach: students find the coach. Written by the database. */
  isListed: boolean('is_listed').notNull().generatedAlwaysAs(sql`is_visible and may_teach`),
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
  /** Sum and count of the reviews of lessons booked here; `rating` is made from them and from imported ones. */
  bookedRatingSum: integer('booked_rating_sum').notNull().default(0),
  bookedRatingCount: integer('booked_rating_count').notNull().default(0),
  cancellationPolicy: text('cancellation_policy', { enum: cancellationPolicies })
    .notNull()
    .default('standard'),
  fundsExitOffers: boolean('funds_exit_offers').notNull().default(false),
  /** An hour of a group lesson, for the whole group; null: not offered. */
  groupRate: dollars('group_rate'),
  /** Players at most. */
  groupSize: smallint('group_size'),
  /** An hour on the course; null: not offered. */
  playingRate: dollars('playing_rate'),
  /** Since when nobody books at once, because a calendar of the coach can't be read; null: not so. */
  instantBookPausedAt: instant('instant_book_paused_at'),
  /** Enabled and not paused; written by the database. */
  instantBookOpen: boolean('instant_book_open')
    .notNull()
    .generatedAlwaysAs(sql`instant_book_enabled and instant_book_paused_at is null`),
  takesDemoBookings: boolean('takes_demo_bookings').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
})

export const teachingLocations = pgTable('instructor_teaching_locations', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  locationName: text('location_name').notNull(),
  address: text('address'),
  city: text('city').notNull(),
  state: char('state', { length: 2 }).notNull(),
  zip: char('zip', { length: 5 }),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  timeZone: text('time_zone').notNull(),
  isPrimary: boolean('is_primary').notNull().default(false),
  createdAt: instant('created_at').notNull().default(present),
  /** The place on a sphere of radius one; written by the database. */
  ux: doublePrecision('ux').generatedAlwaysAs(sql`cos(radians(lat)) * cos(radians(lng))`),
  uy: doublePrecision('uy').generatedAlwaysAs(sql`cos(radians(lat)) * sin(radians(lng))`),
  uz: doublePrecision('uz').generatedAlwaysAs(sql`sin(radians(lat))`),
})

/** What a geocoding service said of a place, and of which address; without `foundBy` somebody is asking. */
export const placeLookups = pgTable('place_lookups', {
  placeId: uuid('place_id').primaryKey(),
  /** A fingerprint of the address. */
  askedFor: text('asked_for').notNull(),
  askedAt: instant('asked_at').notNull(),
  foundBy: text('found_by', { enum: ['address', 'area'] }),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
})

export const credentialVerifications = pgTable('credential_verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  credential: text('credential').notNull(),
  evidence: text('evidence').notNull(),
  kind: text('kind', { enum: ['certificate', 'background'] })
    .notNull()
    .default('certificate'),
  verifiedBy: uuid('verified_by'),
  verifiedAt: instant('verified_at').notNull().default(present),
  expiresOn: date('expires_on'),
  withdrawnAt: instant('withdrawn_at'),
  withdrawnBy: uuid('withdrawn_by'),
  withdrawnReason: text('withdrawn_reason'),
})

export const picturePurposes = ['portrait', 'gallery', 'document'] as const

/** What a coach says about a picture, and the files of those she uploaded; `gallery_images` says what shows and in which order. */
export const coachPictures = pgTable('coach_pictures', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  purpose: text('purpose', { enum: picturePurposes }).notNull(),
  url: text('url').notNull(),
  /** A UUID of the browser's, with which the same file counts once. */
  clientId: uuid('client_id'),
  /** Null for a drawing of ours. */
  storageKey: text('storage_key'),
  files: jsonb('files').$type<StoredFile[]>().notNull().default([]),
  byteSize: bigint('byte_size', { mode: 'number' }).notNull().default(0),
  alt: text('alt').notNull().default(''),
  caption: text('caption').notNull().default(''),
  createdAt: instant('created_at').notNull().default(present),
})

/** Every ZIP code of the United States and the first halves of the Canadian ones; a few lie nowhere. */
export const zipCodes = pgTable('zip_codes', {
  zip: text('zip').primaryKey(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
})
