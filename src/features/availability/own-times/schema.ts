import { z } from 'zod'
import { LONGEST_LESSON, QUARTER, SHORTEST_LESSON, timeWarnings } from './own-time.ts'

/** A lesson length agreed between coach and student, in minutes. */
export const ownLengthSchema = z
  .int()
  .min(SHORTEST_LESSON)
  .max(LONGEST_LESSON)
  .multipleOf(QUARTER, 'Lengths are whole quarters of an hour')

/** The warnings that the coach confirms. */
export const confirmedSchema = z.array(z.enum(timeWarnings)).max(timeWarnings.length).default([])

/** A time chosen by a coach, as local time at the place. */
export const ownTimeSchema = z.object({
  date: z.iso.date({ message: 'Choose a date' }),
  time: z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Choose a time at a quarter of an hour'),
  durationMinutes: z.coerce.number<number | string>().pipe(ownLengthSchema),
  /** A teaching place; the primary one when omitted. */
  locationId: z.uuid().optional(),
  /** A lesson that is being moved is not counted as occupied. */
  bookingId: z.uuid().optional(),
})

export const lookedAtTimeSchema = z.object({
  start: z.iso.datetime(),
  zone: z.string(),
  isFree: z.boolean(),
  warnings: z.array(z.enum(timeWarnings)),
})

export type LookedAtTime = z.infer<typeof lookedAtTimeSchema>
