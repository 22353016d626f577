import { priceLesson } from '#features/bookings/booking.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import type { Queryable } from '#platform/db.ts'
import { findDraft } from './queries.ts'
import { type AssistantProposalDraft, storedDraftSchema } from './schema.ts'
import { isOfferOpen } from './slot-offers.ts'

/**
 * What the assistant noted for the coach to propose, with the price as it is now and without times that were taken since.
 * @param now milliseconds since 1970, UTC
 * @returns null when there is nothing, or the coach answered already
 */
export async function findOpenDraft(
  db: Queryable,
  { conversationId, coachId, now }: { conversationId: string; coachId: string; now: number },
): Promise<AssistantProposalDraft | null> {
  const found = await findDraft(db, conversationId)
  if (!found || found.instructorId !== coachId) return null
  const noted = storedDraftSchema.safeParse(found.draft)
  if (!noted.success) return null
  const { durationMinutes, lessons, locationId, starts } = noted.data
  const schedule = await findSchedule(db, coachId, { now, locationId: locationId ?? undefined })
  if (!schedule?.durations.includes(durationMinutes)) return null
  return {
    ...noted.data,
    messageId: found.messageId,
    studentId: found.studentId,
    locationId: schedule.location.id,
    starts: starts.filter((start) => isOfferOpen(schedule, { start, durationMinutes }, now)),
    priceCents: priceLesson(schedule.hourlyRateCents, durationMinutes) * lessons,
    zone: schedule.rules.zone,
  }
}
