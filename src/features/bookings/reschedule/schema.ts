import { z } from 'zod'
import { slotListSchema } from '#features/availability/schema.ts'

export const rescheduleSchema = z.object({
  bookingId: z.uuid(),
  /** The new start: an ISO instant with an offset or Z. The length stays. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
})

/** Times a lesson can be moved to, as a coach's slots are listed. */
export const newTimesSchema = slotListSchema.extend({
  /** Why the asker cannot move the lesson now; null when it can be moved. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
