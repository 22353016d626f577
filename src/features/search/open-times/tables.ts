import { bigint, bit, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { RING_BITS } from './ring.ts'

/** When a coach can be booked at a place, as computed by the slot engine; see `ring.ts`. */
export const openStarts = pgTable('open_starts', {
  instructorId: uuid('instructor_id').notNull(),
  /** Null for a coach without teaching places. */
  placeId: uuid('place_id'),
  /** The first computed date in the place's zone, in days since 1970-01-01. */
  builtDay: integer('built_day').notNull(),
  zone: text('zone').notNull(),
  noticeHours: integer('notice_hours').notNull(),
  windowDays: integer('window_days').notNull(),
  starts: bit('starts', { dimensions: RING_BITS }).notNull(),
  /** The position of the place, as in `teachingLocations`. */
  lat: doublePrecision('lat'),
  lng: doublePrecision('lng'),
  ux: doublePrecision('ux'),
  uy: doublePrecision('uy'),
  uz: doublePrecision('uz'),
})

/** Coaches whose rows must be computed again, written by triggers of the schedules and occupied times. */
export const openStartChanges = pgTable('open_start_changes', {
  id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  instructorId: uuid('instructor_id').notNull(),
})
