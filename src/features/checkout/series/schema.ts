import { z } from 'zod'
import { answersField } from '#features/bookings/intake/schema.ts'
import { bookableTypes } from '#features/bookings/lesson-kinds.ts'
import { noteField } from '#features/bookings/notes/schema.ts'
import { seriesStartsField, seriesWeekSchema } from '#features/bookings/series/schema.ts'
import { LEAST_LESSONS, MOST_LESSONS } from '#features/bookings/series/series.ts'
import { cancellationPolicies } from '#features/coaches/coach.ts'
import { golferField } from '#features/golfers/schema.ts'
import { giftCentsField } from '#features/payments/schema.ts'
import { heldBookingSchema } from '../schema.ts'

/** The weekly lessons to price: the first one and how many weeks. */
export const seriesQuoteRequestSchema = z.object({
  instructorId: z.uuid(),
  /** The teaching place; the coach's primary one when omitted. */
  locationId: z.uuid().optional(),
  /** Start of the first lesson: an ISO instant with an offset or Z. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  weeks: z.int().min(LEAST_LESSONS).max(MOST_LESSONS),
  durationMinutes: z.int().min(15).max(480),
  /** A private lesson when omitted. */
  lessonType: z.enum(bookableTypes).optional(),
  /** The student's own package that has paid for the lessons, which may be of a length that the coach does not offer otherwise. */
  packageId: z.uuid().optional(),
})
export type SeriesQuoteRequest = z.infer<typeof seriesQuoteRequestSchema>

/** The weeks, which of them can be booked, and the price. */
export const seriesQuoteSchema = z.object({
  /** IANA name of the zone of the place; all weeks have the same wall-clock time there. */
  zone: z.string(),
  durationMinutes: z.int(),
  weeks: z.array(seriesWeekSchema),
  /** How many of the weeks are free. */
  lessons: z.int(),
  /** The price of each lesson, 0 for lessons of a package. Discounts are for single lessons. */
  priceCents: z.int(),
  /** The price of the free weeks together. */
  totalCents: z.int(),
  policy: z.enum(cancellationPolicies),
})
export type SeriesQuote = z.infer<typeof seriesQuoteSchema>

export const bookSeriesSchema = z.object({
  instructorId: z.uuid(),
  locationId: z.uuid().optional(),
  starts: seriesStartsField,
  durationMinutes: z.int().min(15).max(480),
  /** A private lesson when omitted. */
  lessonType: z.enum(bookableTypes).optional(),
  /** The price of each lesson shown to the student; when it has changed, nothing is held. */
  expectedPriceCents: z.int().min(0).max(10_000_000).optional(),
  expectedPolicy: z.enum(cancellationPolicies).optional(),
  /** Generated per attempt; retrying with the same key returns the same lessons. */
  idempotencyKey: z.string().min(8).max(80).optional(),
  /** For the coach, at most 500 characters; stored with each lesson. */
  note: noteField.optional(),
  /** Answers to the coach's questions; stored with each lesson. */
  answers: answersField.optional(),
  /** The part of the price of all lessons to take from the student's gift cards, in cents, as for a single lesson. */
  giftCents: giftCentsField.optional(),
  /** Who plays, as for a single lesson. */
  golferId: golferField.optional(),
})
export type BookSeriesInput = z.infer<typeof bookSeriesSchema>

export const heldSeriesSchema = heldBookingSchema.extend({
  /** All lessons, in the order of their times; `bookingId` is the first. */
  bookingIds: z.array(z.uuid()),
})
