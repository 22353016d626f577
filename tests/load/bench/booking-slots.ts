import { listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { HOUR } from '#platform/duration.ts'
import type { Services } from '#ports/services.ts'
import type { OpenSlot } from '#tests/load/support/slots.ts'

const COACHES = 1500

/** Open hours of many coaches, far enough apart for any buffer, in an order that sends neighbours to different coaches. */
export async function collectSlots(services: Services, wanted: number): Promise<OpenSlot[]> {
  const { rows } = await services.db.$client.query<{ id: string }>(
    `select user_id as id from instructor_profiles
     where is_visible and instant_book_enabled and 60 = any (lesson_durations)
     order by md5(user_id::text) limit ${COACHES}`,
  )
  const now = services.clock.now()
  const found: OpenSlot[] = []
  for (const { id } of rows) {
    const schedule = await findSchedule(services.db, id, { now })
    if (!schedule) continue
    let free = 0
    const days = listSlots(schedule.rules, {
      from: date(now, 1),
      to: date(now, 25),
      durationMinutes: 60,
      now,
    })
    for (const slot of days.flatMap((day) => day.slots)) {
      // The hour after the notice: a slot must not leave the window while the bench runs.
      if (slot.start < free || slot.start < now + (schedule.rules.noticeHours + 1) * HOUR) continue
      free = slot.end + 2 * HOUR
      found.push({ instructorId: id, start: new Date(slot.start).toISOString(), durationMinutes: 60 })
    }
    if (found.length >= wanted * 2) break
  }
  return found.toSorted((a, b) => a.start.localeCompare(b.start)).slice(0, wanted)
}

const date = (now: number, days: number) => new Date(now + days * 24 * HOUR).toISOString().slice(0, 10)
