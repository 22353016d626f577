import { sql } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { findSchedule, type Schedule } from '#features/availability/queries.ts'
import type { MessageData } from '#features/messages/message.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

type Slot = Extract<MessageData, { kind: 'slots' }>['slots'][number]

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
  const found = await db.execute<{ instructor_id: string; data: { slots: Slot[] } }>(sql`
    select c.instructor_id, m.data from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId} and ${reader} in (c.instructor_id, c.student_id)
      and m.message_type = 'ai_response' and m.data ->> 'kind' = 'slots'`)
  const [message] = found.rows
  if (!message) return null
  const open: string[] = []
  const schedules = new Map<string | null, Schedule | null>()
  for (const slot of message.data.slots) {
    const { locationId } = slot
    if (!schedules.has(locationId))
      schedules.set(
        locationId,
        await findSchedule(db, message.instructor_id, { now, locationId: locationId ?? undefined }),
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
  if (!schedule?.isVisible || !schedule.durations.includes(slot.durationMinutes)) return false
  return isSlotOpen(schedule.rules, Date.parse(slot.start), slot.durationMinutes, now)
}
