import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

const AT_ONCE = 50

/** A lesson whose event at Google is out of date. */
export interface OutdatedEvent extends Record<string, unknown> {
  booking_id: string
  google_id: string
  /** Of the lesson in calendars. */
  version: number
  is_wanted: boolean
}

/**
 * Confirmed lessons that are not written in their current version, and written events that must be removed. Seats have no events of
 * their own: the dates of clinics have.
 */
export async function listOutdatedEvents(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<OutdatedEvent[]> {
  const version = sql`b.change_number + b.detail_number`
  // Raw: concatenates two lists from different tables.
  const found = await db.execute<OutdatedEvent>(sql`
    select b.id as booking_id, s.target_calendar as google_id, ${version} as version, true as is_wanted
    from google_calendar_sync s join bookings b on b.instructor_id = s.instructor_id
    left join google_lesson_events e on e.booking_id = b.id and e.google_id = s.target_calendar
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and s.target_calendar is not null
      and b.clinic_id is null and b.status = 'confirmed' and b.lesson_end > ${toIso(now)}::timestamptz
      and e.change_number is distinct from ${version}
    union all
    select e.booking_id, e.google_id, ${version}, false
    from google_lesson_events e join google_calendar_sync s using (instructor_id) join bookings b on b.id = e.booking_id
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and (b.status = 'cancelled'
      or (b.clinic_id is not null and b.lesson_end > ${toIso(now)}::timestamptz)
      or (b.status = 'confirmed' and b.lesson_end > ${toIso(now)}::timestamptz and e.google_id is distinct from s.target_calendar))
    order by is_wanted, booking_id limit ${AT_ONCE}`)
  return found.rows
}

/** Whether any event of a coach's lessons or clinics at Google is out of date. */
export async function hasOutdatedEvents(db: Queryable, coachId: string, now: number): Promise<boolean> {
  const lessons = await listOutdatedEvents(db, coachId, now)
  return lessons.length > 0 || (await listOutdatedClinicEvents(db, coachId, now)).length > 0
}

/** A date of a clinic whose event at Google is out of date. */
export interface OutdatedClinicEvent extends Record<string, unknown> {
  clinic_date_id: string
  google_id: string
  /** Of the clinic: its `updated_at`. */
  version: string
  is_wanted: boolean
}

/** Dates of published clinics that are not written in their current version, and written events that must be removed. */
export async function listOutdatedClinicEvents(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<OutdatedClinicEvent[]> {
  const present = sql`${toIso(now)}::timestamptz`
  // Raw: concatenates two lists from different tables.
  const found = await db.execute<OutdatedClinicEvent>(sql`
    select d.id as clinic_date_id, s.target_calendar as google_id, c.updated_at::text as version, true as is_wanted
    from google_calendar_sync s join clinics c on c.instructor_id = s.instructor_id join clinic_dates d on d.clinic_id = c.id
    left join google_clinic_events e on e.clinic_date_id = d.id and e.google_id = s.target_calendar
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and s.target_calendar is not null
      and c.status = 'published' and d.ends_at > ${present} and e.version is distinct from c.updated_at
    union all
    select e.clinic_date_id, e.google_id, c.updated_at::text, false
    from google_clinic_events e join google_calendar_sync s using (instructor_id)
    join clinic_dates d on d.id = e.clinic_date_id join clinics c on c.id = d.clinic_id
    where s.instructor_id = ${coachId}::uuid and s.sync_enabled and (c.status <> 'published'
      or (d.ends_at > ${present} and e.google_id is distinct from s.target_calendar))
    order by is_wanted, clinic_date_id limit ${AT_ONCE}`)
  return found.rows
}
