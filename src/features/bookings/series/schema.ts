import { z } from 'zod'
import { weekStates } from '#features/availability/weekly-times.ts'
import { writtenText } from '#platform/written-text.ts'
import { freedTimeChoices, MESSAGE_LENGTH } from '../cancellation/schema.ts'
import { LEAST_LESSONS, MOST_LESSONS } from './series.ts'

/** A lesson's place in the series it was booked with. */
export const seriesPlaceSchema = z.object({ id: z.uuid(), position: z.int(), lessons: z.int() })

/** The starts of the lessons to book: ISO instants, at the same weekday and wall-clock time. */
export const seriesStartsField = z
  .array(z.iso.datetime({ offset: true, message: 'Invalid time format' }))
  .min(LEAST_LESSONS, `Choose at least ${LEAST_LESSONS} weeks`)
  .max(MOST_LESSONS, `Choose at most ${MOST_LESSONS} weeks`)

export const seriesWeekSchema = z.object({
  /** `yyyy-MM-dd` at the place. */
  date: z.iso.date(),
  /** Null when the date has no such time. */
  start: z.iso.datetime().nullable(),
  state: z.enum(weekStates),
})
export type SeriesWeek = z.infer<typeof seriesWeekSchema>

/** What canceling all lessons that are still to come would give back. */
export const restOfSeriesSchema = z.object({
  lessons: z.array(
    z.object({
      bookingId: z.uuid(),
      start: z.iso.datetime(),
      durationMinutes: z.int(),
      zone: z.string(),
      position: z.int(),
      paidCents: z.int(),
      refundCents: z.int(),
      /** The part of the refund that goes back to gift cards, at once. */
      giftRefundCents: z.int(),
      /** It goes back to its package; no money is refunded. */
      returnsCredit: z.boolean(),
      /** Why this lesson cannot be canceled and is left out of the sum; null when it can. */
      refusal: z.string().nullable(),
    }),
  ),
  /** The sum of the refunds. */
  refundCents: z.int(),
  giftRefundCents: z.int(),
  /** How many lessons go back to their package. */
  creditsBack: z.int(),
})
export type RestOfSeries = z.infer<typeof restOfSeriesSchema>

export const cancelRestSchema = z.object({
  /** A lesson of the series. */
  bookingId: z.uuid(),
  /** The lessons shown in the preview, the sum, and how many go back to their package. When one of them differs now, nothing is canceled. */
  bookingIds: z.array(z.uuid()).min(1).max(MOST_LESSONS),
  expectedRefundCents: z.int().min(0),
  expectedCreditsBack: z.int().min(0).optional(),
  /** Shown to the other side. */
  message: writtenText()
    .trim()
    .max(MESSAGE_LENGTH, `Message must be less than ${MESSAGE_LENGTH} characters`)
    .optional(),
  /** For coaches only. */
  freedTime: z.enum(freedTimeChoices).optional(),
})
export type CancelRestInput = z.infer<typeof cancelRestSchema>
