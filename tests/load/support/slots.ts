import type pg from 'pg'

/** A lesson that can be booked now. */
export interface OpenSlot {
  instructorId: string
  /** ISO instant. */
  start: string
  durationMinutes: number
}

/** Lists open hours that can be booked instantly, as offered by the product, without overlaps for one coach. */
export async function listOpenSlots(pool: pg.Pool, url: string, wanted: number): Promise<OpenSlot[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select user_id as id from instructor_profiles c where is_visible and instant_book_enabled and 60 = any (lesson_durations)
       and exists (select from instructor_availability a where a.instructor_id = c.user_id) order by user_id`,
  )
  const found: OpenSlot[] = []
  for (const { id } of rows) {
    found.push(...(await listSlotsOf(url, id)))
    if (found.length >= wanted) return found.slice(0, wanted)
  }
  throw new Error(`only ${found.length} open times, ${wanted} wanted`)
}

/** The same for one coach: all open hours that the product offers. */
export async function listSlotsOf(url: string, instructorId: string): Promise<OpenSlot[]> {
  const answer = await fetch(`${url}/api/coaches/${instructorId}/slots?durationMinutes=60`)
  if (!answer.ok) throw new Error(`slots of ${instructorId}: ${answer.status}`)
  const list = (await answer.json()) as { days: { slots: { start: string; end: string }[] }[] }
  const found: OpenSlot[] = []
  let busyUntil = ''
  for (const slot of list.days.flatMap((day) => day.slots)) {
    // Leaves a gap of an hour, so that a booked lesson and the coach's buffer do not remove the next slot.
    if (slot.start < busyUntil) continue
    busyUntil = new Date(Date.parse(slot.end) + 7_200_000).toISOString()
    found.push({ instructorId, start: slot.start, durationMinutes: 60 })
  }
  return found
}
