import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

const AT_ONCE = 50

/** A lesson whose event at Google is out of date. */
export interface OutdatedEvent extends Record<string, unknown> {
  booking_id: string
  google_id: string
  change_number: number
  is_wanted: boolean
}

/**
 * Confirmed lessons that are not written in their current version, and written events that must be removed.
 */
export async function listOutdatedEvents(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<OutdatedEvent[]> {
  // Raw: concatenates two lists from different tables.
  const found = await db.execute<OutdatedEvent>(sql`
    select b.id as booking_id, s.target_calendar as google_id, b.change_number, true as is_wanted
    from google_calendar_sync s join bookings b on b.instructor_id = s.instructor_id
    left join google_lesson_events e on e.booking_id = b.id and e.google_id = s.target_calendar
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and s.target_calendar is not null
      and b.status = 'confirmed' and b.lesson_end > ${toIso(now)}::timestamptz
      and e.change_number is distinct from b.change_number
    union all
    select e.booking_id, e.google_id, b.change_number, false
    from google_lesson_events e join google_calendar_sync s using (instructor_id) join bookings b on b.id = e.booking_id
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and (b.status = 'cancelled'
      or (b.status = 'confirmed' and b.lesson_end > ${toIso(now)}::timestamptz and e.google_id is distinct from s.target_calendar))
    order by is_wanted, booking_id limit ${AT_ONCE}`)
  return found.rows
}
