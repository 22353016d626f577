import { z } from 'zod'
import { LONGEST_LESSON, QUARTER, SHORTEST_LESSON, timeWarnings } from './own-time.ts'

/** A length that a coach agrees on with a student, in minutes. */
export const ownLengthSchema = z
  .int()
  .min(SHORTEST_LESSON)
  .max(LONGEST_LESSON)
  .multipleOf(QUARTER, 'Lengths are whole quarters of an hour')

/** What a coach has been warned of, and confirms. */
export const confirmedSchema = z.array(z.enum(timeWarnings)).max(timeWarnings.length).default([])

/** A time of a coach's own choice, as the clock at the place shows it. */
export const ownTimeSchema = z.object({
  date: z.iso.date({ message: 'Choose a date' }),
  time: z.string().regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, 'Choose a time at a quarter of an hour'),
  durationMinutes: z.coerce.number<number | string>().pipe(ownLengthSchema),
  /** A teaching place; the primary one when left out. */
  locationId: z.uuid().optional(),
  /** A lesson that is about to be moved does not stand in its own way. */
  bookingId: z.uuid().optional(),
})

export const lookedAtTimeSchema = z.object({
  start: z.iso.datetime(),
  zone: z.string(),
  isFree: z.boolean(),
  warnings: z.array(z.enum(timeWarnings)),
})

export type LookedAtTime = z.infer<typeof lookedAtTimeSchema>
