import { boolean, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'

const words = customType<{ data: string[] }>({ dataType: () => 'text[]' })

/** A coach's calendar elsewhere, with its read status. */
export const otherCalendars = pgTable('other_calendars', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  kind: text('kind', { enum: ['address', 'google'] }).notNull(),
  name: text('name').notNull(),
  /** Encrypted, because a private URL grants access to the calendar. */
  address: bytes('address'),
  addressHash: bytes('address_hash'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  lastTriedAt: instant('last_tried_at'),
  lastReadAt: instant('last_read_at'),
  /** When the whole file was last read and its recurring entries were expanded. */
  writtenOutAt: instant('written_out_at'),
  nextTryAt: instant('next_try_at').notNull().default(present),
  failure: text('failure'),
  failures: integer('failures').notNull().default(0),
  /** The beginning of the current series of failures; null when the last read succeeded. */
  failingSince: instant('failing_since'),
  unreadable: integer('unreadable').notNull().default(0),
  unknownZones: words('unknown_zones').notNull().default([]),
  createdAt: instant('created_at').notNull().default(present),
})

/** A coach's access to Google Calendar, and the calendar lessons are written to. */
export const googleCalendarSync = pgTable('google_calendar_sync', {
  instructorId: uuid('instructor_id').primaryKey(),
  /** False after access to Google was lost. */
  syncEnabled: boolean('sync_enabled').notNull().default(true),
  calendarId: uuid('calendar_id').notNull(),
  /** The account's email address. */
  account: text('account').notNull(),
  refreshToken: bytes('refresh_token'),
  accessToken: bytes('access_token'),
  accessEndsAt: instant('access_ends_at'),
  mayWrite: boolean('may_write').notNull().default(false),
  targetCalendar: text('target_calendar'),
  writeFailure: text('write_failure'),
  /** Increases with every change of the choices and every new connection. */
  version: integer('version').notNull().default(1),
  /** The expiry of the lease held by the worker that writes lessons. */
  writingUntil: instant('writing_until'),
  connectedAt: instant('connected_at').notNull().default(present),
})

/** The calendars of a Google account, and which of them count as busy. */
export const googleCalendars = pgTable('google_calendars', {
  instructorId: uuid('instructor_id').notNull(),
  googleId: text('google_id').notNull(),
  name: text('name').notNull(),
  isPrimary: boolean('is_primary').notNull(),
  isOwned: boolean('is_owned').notNull(),
  countsBusy: boolean('counts_busy').notNull().default(false),
})

/** A lesson that was written to a Google calendar, or is being written. */
export const googleLessonEvents = pgTable('google_lesson_events', {
  bookingId: uuid('booking_id').notNull(),
  googleId: text('google_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** The times of the event before the change in progress. */
  wasStartsAt: instant('was_starts_at'),
  wasEndsAt: instant('was_ends_at'),
  /** The written version of the lesson, the sum of its numbers; null while there is none. */
  changeNumber: integer('change_number'),
})

/** A date of a clinic that was written to a Google calendar, or is being written. Dates of published clinics do not move. */
export const googleClinicEvents = pgTable('google_clinic_events', {
  clinicDateId: uuid('clinic_date_id').notNull(),
  googleId: text('google_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** The written version of the clinic, its `updated_at`; null while there is none. */
  version: instant('version'),
})

/** OAuth requests in progress. */
export const googleConsents = pgTable('google_consents', {
  stateHash: bytes('state_hash').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  verifier: bytes('verifier').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Tokens to be revoked at Google. */
export const googleAccessEnded = pgTable('google_access_ended', {
  id: uuid('id').primaryKey().defaultRandom(),
  coachId: uuid('coach_id').notNull(),
  refreshToken: bytes('refresh_token').notNull(),
  endedAt: instant('ended_at').notNull().default(present),
})
