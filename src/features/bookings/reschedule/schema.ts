import { z } from 'zod'
import { confirmedSchema } from '#features/availability/own-times/schema.ts'
import { slotListSchema } from '#features/availability/schema.ts'

export const rescheduleSchema = z.object({
  bookingId: z.uuid(),
  /** The new start: an ISO instant with an offset or Z. The length stays. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  /** What the coach knows of a time that is none of the open ones. */
  confirmed: confirmedSchema,
})

/** Times a lesson can be moved to, as a coach's slots are listed. */
export const newTimesSchema = slotListSchema.extend({
  /** The teaching place it stays at; the coach's primary one when left out. */
  locationId: z.uuid().optional(),
  /** Until then a time is sooner than the coach's notice, which the coach confirms; null for students, who are not asked. */
  soonUntil: z.iso.datetime().nullable(),
  /** Why the viewer cannot move the lesson now; null when it can be moved. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
