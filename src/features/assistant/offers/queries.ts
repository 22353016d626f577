import { sql } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { findSchedule, type Schedule } from '#features/availability/queries.ts'
import type { MessageData } from '#features/messages/message.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

/** Older offers are shown as gone. */
const OFFERS_LOOKED_AT = 20

type Slot = Extract<MessageData, { kind: 'slots' }>['slots'][number]

/** Which of the times offered lately in a conversation could be booked now. @param now milliseconds since 1970, UTC */
export async function listLiveOffers(
  db: Queryable,
  conversationId: string,
  now: number,
): Promise<{ messageId: string; start: string }[]> {
  const found = await db.execute<{ id: string; instructor_id: string; data: { slots: Slot[] } }>(sql`
    select m.id, c.instructor_id, m.data from messages m join conversations c on c.id = m.conversation_id
    where c.id = ${conversationId} and m.message_type = 'ai_response' and m.data ->> 'kind' = 'slots'
    order by m.position desc limit ${OFFERS_LOOKED_AT}`)
  const [first] = found.rows
  if (!first) return []
  const places = new Set(found.rows.flatMap(({ data }) => data.slots.map(({ locationId }) => locationId)))
  const schedules = new Map<string | null, Schedule | null>()
  for (const place of places)
    schedules.set(place, await findSchedule(db, first.instructor_id, { now, locationId: place ?? undefined }))
  return found.rows.flatMap(({ id, data }) =>
    data.slots
      .filter((slot) => isOfferOpen(schedules.get(slot.locationId) ?? null, slot, now))
      .map(({ start }) => ({ messageId: id, start: toIso(Date.parse(start)) })),
  )
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
