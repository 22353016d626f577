import { boolean, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, present } from '#platform/columns.ts'

const words = customType<{ data: string[] }>({ dataType: () => 'text[]' })

/** A calendar that a coach keeps elsewhere, and how reading it goes. */
export const otherCalendars = pgTable('other_calendars', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  kind: text('kind', { enum: ['address', 'google'] }).notNull(),
  name: text('name').notNull(),
  /** Encrypted: who knows a private address reads the calendar. */
  address: bytes('address'),
  addressHash: bytes('address_hash'),
  etag: text('etag'),
  lastModified: text('last_modified'),
  lastTriedAt: instant('last_tried_at'),
  lastReadAt: instant('last_read_at'),
  /** When the whole file was last read: entries that repeat are written out for so long ahead. */
  writtenOutAt: instant('written_out_at'),
  nextTryAt: instant('next_try_at').notNull().default(present),
  failure: text('failure'),
  failures: integer('failures').notNull().default(0),
  /** Since when there was no good reading; null while all is well. */
  failingSince: instant('failing_since'),
  unreadable: integer('unreadable').notNull().default(0),
  unknownZones: words('unknown_zones').notNull().default([]),
  createdAt: instant('created_at').notNull().default(present),
})

/** A coach's access to Google Calendar, and which calendar lessons are written to. */
export const googleCalendarSync = pgTable('google_calendar_sync', {
  instructorId: uuid('instructor_id').primaryKey(),
  /** False once Google no longer lets us in. */
  syncEnabled: boolean('sync_enabled').notNull().default(true),
  calendarId: uuid('calendar_id').notNull(),
  /** The account's address. */
  account: text('account').notNull(),
  refreshToken: bytes('refresh_token'),
  accessToken: bytes('access_token'),
  accessEndsAt: instant('access_ends_at'),
  mayWrite: boolean('may_write').notNull().default(false),
  targetCalendar: text('target_calendar'),
  writeFailure: text('write_failure'),
  /** Rises with every choice and every new access. */
  version: integer('version').notNull().default(1),
  /** Somebody writes lessons until then, and nobody else meanwhile. */
  writingUntil: instant('writing_until'),
  connectedAt: instant('connected_at').notNull().default(present),
})

/** What is in the list of a Google account, and what of it keeps the coach busy. */
export const googleCalendars = pgTable('google_calendars', {
  instructorId: uuid('instructor_id').notNull(),
  googleId: text('google_id').notNull(),
  name: text('name').notNull(),
  isPrimary: boolean('is_primary').notNull(),
  isOwned: boolean('is_owned').notNull(),
  countsBusy: boolean('counts_busy').notNull().default(false),
})

/** A lesson that was written to a calendar at Google, or is about to be. */
export const googleLessonEvents = pgTable('google_lesson_events', {
  bookingId: uuid('booking_id').notNull(),
  googleId: text('google_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** Where the event was until the change that is under way. */
  wasStartsAt: instant('was_starts_at'),
  wasEndsAt: instant('was_ends_at'),
  /** Which change of the lesson is written; null while none is. */
  changeNumber: integer('change_number'),
})

/** A coach who is at Google right now to allow us in. */
export const googleConsents = pgTable('google_consents', {
  stateHash: bytes('state_hash').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
  verifier: bytes('verifier').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Access that Google is still to hear the end of. */
export const googleAccessEnded = pgTable('google_access_ended', {
  id: uuid('id').primaryKey().defaultRandom(),
  coachId: uuid('coach_id').notNull(),
  refreshToken: bytes('refresh_token').notNull(),
  endedAt: instant('ended_at').notNull().default(present),
})
