import { integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, present } from '#platform/columns.ts'
import { clinicLevels } from './clinic.ts'

/** Clinics and camps: sessions of a coach with seats that students buy one by one (decision 0114). */
export const clinics = pgTable('clinics', {
  id: uuid('id').primaryKey().defaultRandom(),
  instructorId: uuid('instructor_id').notNull(),
  status: text('status', { enum: ['draft', 'published', 'cancelled'] })
    .notNull()
    .default('draft'),
  title: text('title').notNull(),
  description: text('description').notNull(),
  teachingLocationId: uuid('teaching_location_id'),
  locationName: text('location_name').notNull(),
  locationAddress: text('location_address'),
  timeZone: text('time_zone').notNull(),
  /** A seat, for all dates together. */
  priceCents: integer('price_cents').notNull(),
  seats: smallint('seats').notNull(),
  minimum: smallint('minimum').notNull(),
  /** When the clinic is cancelled unless the minimum is reached; null without a minimum. */
  decideAt: instant('decide_at'),
  /** Set once the minimum was reached in time. */
  decidedAt: instant('decided_at'),
  youngest: smallint('youngest'),
  oldest: smallint('oldest'),
  level: text('level', { enum: clinicLevels }).notNull().default('everyone'),
  publishedAt: instant('published_at'),
  cancelledAt: instant('cancelled_at'),
  cancelledBecause: text('cancelled_because', { enum: ['coach', 'minimum', 'account'] }),
  createdAt: instant('created_at').notNull().default(present),
  updatedAt: instant('updated_at').notNull().default(present),
})

/** The dates of a clinic; a camp has several. */
export const clinicDates = pgTable('clinic_dates', {
  id: uuid('id').primaryKey().defaultRandom(),
  clinicId: uuid('clinic_id').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})
