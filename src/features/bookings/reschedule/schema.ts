import { z } from 'zod'
import { confirmedSchema } from '#features/availability/own-times/schema.ts'
import { slotListSchema } from '#features/availability/schema.ts'
import { adminReason } from '../admin-reason.ts'

export const rescheduleSchema = z.object({
  bookingId: z.uuid(),
  /** The new start: an ISO instant with an offset or Z. The length stays. */
  start: z.iso.datetime({ offset: true, message: 'Invalid time format' }),
  /** What the coach knows of a time that is none of the open ones. */
  confirmed: confirmedSchema,
  /** Another teaching place of the coach. Left out, the lesson keeps its place. */
  locationId: z.uuid().optional(),
  /** Why an admin moves it: required of admins, kept in the audit log, not shown to student and coach. */
  reason: adminReason.optional(),
})

export const newTimesRequestSchema = rescheduleSchema.pick({ bookingId: true, locationId: true })

/** Times a lesson can be moved to, as a coach's slots are listed. */
export const newTimesSchema = slotListSchema.extend({
  /** The teaching place of these times; missing when the lesson's place was removed. */
  locationId: z.uuid().optional(),
  /** The coach no longer teaches where the lesson is. The coach can still choose a time there, the student cannot. */
  isPlaceGone: z.boolean(),
  /** Other teaching places of the coach, to be named as `locationId`. */
  otherPlaces: z.array(z.object({ id: z.uuid(), name: z.string(), city: z.string() })),
  /** Until then a time is sooner than the coach's notice, which the coach confirms; null for students, who are not asked. */
  soonUntil: z.iso.datetime().nullable(),
  /** Why the viewer cannot move the lesson now; null when it can be moved. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
