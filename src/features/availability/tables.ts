import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import type { WeekParity } from './weekly-hours.ts'

const nextAct = sql<number>`nextval('availability_acts')`

/** Weekly hours in local time at the teaching place; times are `HH:MM:SS`, the day may end at `24:00:00`. */
export const instructorAvailability = pgTable('instructor_availability', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  /** 0 is Sunday. */
  dayOfWeek: smallint('day_of_week').notNull(),
  startTime: time('start_time').notNull(),
  endTime: time('end_time').notNull(),
  isAvailable: boolean('is_available').notNull().default(true),
  /**
   * The calendar these hours belong to; instant booking uses the chosen calendar or, when none is chosen, all
   * hours.
   */
  calendarTypeId: uuid('calendar_type_id'),
  /** 0 or 1: only every other week, see `weekParity`. */
  weekParity: smallint('week_parity').$type<WeekParity>(),
})

export const availabilityCalendars = pgTable('availability_calendars', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  name: text('name').notNull(),
  teachingLocationId: uuid('teaching_location_id'),
})

/** Places where only the hours of their own calendars count, not hours without a place. */
export const placesWithOwnHours = pgTable('places_with_own_hours', {
  placeId: uuid('place_id').primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
})

/** Without times the whole date is blocked. */
export const instructorBlockedDates = pgTable('instructor_blocked_dates', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  blockedDate: date('blocked_date', { mode: 'string' }).notNull(),
  startTime: time('start_time'),
  endTime: time('end_time'),
  reason: text('reason'),
  /** Shared by all rows of one operation; where a block and an opening overlap, the later operation wins. */
  act: bigint('act', { mode: 'number' }).notNull().default(nextAct),
})

/** One-off times outside the weekly hours; without a place they apply to all places. */
export const instructorOpenings = pgTable('instructor_openings', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  openingDate: date('opening_date', { mode: 'string' }).notNull(),
  startTime: time('start_time').notNull(),
  endTime: time('end_time').notNull(),
  teachingLocationId: uuid('teaching_location_id'),
  note: text('note'),
  act: bigint('act', { mode: 'number' }).notNull().default(nextAct),
})

/** A row for every pair of a coach's places, created and estimated by the database; see migration 0063. */
export const coachDrives = pgTable(
  'coach_drives',
  {
    instructorId: uuid('instructor_id').notNull(),
    placeA: uuid('place_a').notNull(),
    placeB: uuid('place_b').notNull(),
    estimatedMinutes: integer('estimated_minutes'),
    routedMinutes: integer('routed_minutes'),
    routedAt: instant('routed_at'),
    ownMinutes: integer('own_minutes'),
    /** The effective value. */
    minutes: integer('minutes')
      .notNull()
      .generatedAlwaysAs(sql`least(4320, coalesce(own_minutes, routed_minutes, estimated_minutes, 0))`),
  },
  (table) => [primaryKey({ columns: [table.placeA, table.placeB] })],
)

/** Busy times from a coach's other calendars. */
export const instructorBusyTimes = pgTable('instructor_busy_times', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  calendarId: uuid('calendar_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  /** The entry's title, visible only to the coach. */
  title: text('title'),
})

/** The row a booking locks; the version increases with every change of the rules a booking depends on. */
export const instructorSchedules = pgTable('instructor_schedules', {
  instructorId: uuid('instructor_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
})

export const studentCalendarAccess = pgTable(
  'student_calendar_access',
  {
    studentId: uuid('student_id').notNull(),
    instructorId: uuid('instructor_id').notNull(),
    grantedAt: instant('granted_at').notNull().default(present),
  },
  (table) => [primaryKey({ columns: [table.studentId, table.instructorId] })],
)
