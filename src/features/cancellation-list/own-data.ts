import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const cancellationListOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from freed_time_offers where student_id = ${id}`,
      sql`delete from freed_times where student_id = ${id} or instructor_id = ${id}`,
      sql`delete from clinic_seat_requests where student_id = ${id}
        or clinic_id in (select c.id from clinics c where c.instructor_id = ${id})`,
      sql`delete from cancellation_requests where student_id = ${id} or instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      times_you_wait_for: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, r.from_date, r.to_date, r.day_part, r.duration_minutes,
          r.status, r.created_at
        from cancellation_requests r join instructor_profiles c on c.user_id = r.instructor_id
        where r.student_id = ${id} order by r.created_at`,
      seats_you_wait_for: sql`
        select coalesce(p.display_name, 'Golf Instructor') as coach, c.title as clinic, r.seats, r.status, r.told_at, r.created_at
        from clinic_seat_requests r join clinics c on c.id = r.clinic_id
        join instructor_profiles p on p.user_id = c.instructor_id
        where r.student_id = ${id} order by r.created_at`,
      times_offered_to_you: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, t.lesson_start, o.status, o.announced_at, o.expires_at
        from freed_time_offers o join freed_times t on t.id = o.freed_time_id
        join instructor_profiles c on c.user_id = t.instructor_id where o.student_id = ${id} order by o.announced_at`,
    }),
}
