import { and, eq, or } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { conversations, messages } from '#features/messages/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

/**
 * Which of the times that a message offers could be booked now.
 * @param reader one of the two people of its conversation
 * @param now milliseconds since 1970, UTC
 * @returns null for everybody else, and for messages that offer nothing
 */
export async function findLiveOffers(
  db: Queryable,
  { messageId, reader, now }: { messageId: string; reader: string; now: number },
): Promise<string[] | null> {
  const [message] = await db
    .select({ instructorId: conversations.instructorId, data: messages.data })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.id, messageId),
        eq(messages.messageType, 'ai_response'),
        or(eq(conversations.instructorId, reader), eq(conversations.studentId, reader)),
      ),
    )
  if (message?.data?.kind !== 'slots') return null
  const open: string[] = []
  const schedules = new Map<string | null, Schedule | null>()
  for (const slot of message.data.slots) {
    const { locationId } = slot
    if (!schedules.has(locationId))
      schedules.set(
        locationId,
        await findSchedule(db, message.instructorId, { now, locationId: locationId ?? undefined }),
      )
    if (isOfferOpen(schedules.get(locationId) ?? null, slot, now)) open.push(toIso(Date.parse(slot.start)))
  }
  return open
}

/** True when the server would take a booking of exactly this. @param now milliseconds since 1970, UTC */
export function isOfferOpen(
  schedule: Schedule | null,
  slot: { start: string; durationMinutes: number },
  now: number,
): boolean {
  if (!schedule?.isListed || !schedule.durations.includes(slot.durationMinutes)) return false
  return isSlotOpen(schedule.rules, Date.parse(slot.start), slot.durationMinutes, now)
}
