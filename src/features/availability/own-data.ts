import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const availabilityOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from student_calendar_access where student_id = ${id} or instructor_id = ${id}`,
      sql`delete from instructor_availability where instructor_id = ${id}`,
      sql`delete from instructor_blocked_dates where instructor_id = ${id}`,
      sql`delete from availability_calendars where instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      coaches_you_may_book: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, a.granted_at from student_calendar_access a
        join instructor_profiles c on c.user_id = a.instructor_id where a.student_id = ${id} order by a.granted_at`,
      weekly_hours: sql`
        select day_of_week, start_time, end_time, is_available from instructor_availability where instructor_id = ${id}
        order by day_of_week, start_time`,
      days_off: sql`
        select blocked_date, start_time, end_time, reason from instructor_blocked_dates where instructor_id = ${id}
        order by blocked_date, start_time`,
    }),
}
