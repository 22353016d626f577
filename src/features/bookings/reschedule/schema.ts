import { z } from 'zod'
import { confirmedSchema } from '#features/availability/own-times/schema.ts'
import { slotListSchema } from '#features/availability/schema.ts'
import { adminReason } from '../admin-reason.ts'

export const rescheduleSchema = z.object({
  bookingId: z.uuid(),
  /** The new start: an ISO instant with an offset or Z. The length stays the same. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  /** The coach's confirmations for a time that is not open. */
  confirmed: confirmedSchema,
  /** Another teaching place of the coach. When omitted, the lesson keeps its place. */
  locationId: z.uuid().optional(),
  /** An admin's reason: required of admins, recorded in the audit log, not shown to student and coach. */
  reason: adminReason.optional(),
})

export const newTimesRequestSchema = rescheduleSchema.pick({ bookingId: true, locationId: true })

/** Times a lesson can be moved to, in the format of a coach's slots. */
export const newTimesSchema = slotListSchema.extend({
  /** The teaching place of these times; missing when the lesson's place was removed. */
  locationId: z.uuid().optional(),
  /**
   * The coach no longer teaches at the lesson's place. The coach can still choose a time there; the student
   * cannot.
   */
  isPlaceGone: z.boolean(),
  /** Other teaching places of the coach, for `locationId`. */
  otherPlaces: z.array(z.object({ id: z.uuid(), name: z.string(), city: z.string() })),
  /**
   * Times before this instant violate the coach's booking notice and need the coach's confirmation; null for
   * students.
   */
  soonUntil: z.iso.datetime().nullable(),
  /** Why the viewer cannot move the lesson now; null when it can be moved. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
