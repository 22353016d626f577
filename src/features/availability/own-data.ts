import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const availabilityOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`delete from student_calendar_access where student_id = ${id} or instructor_id = ${id}`,
      sql`delete from instructor_availability where instructor_id = ${id}`,
      sql`delete from instructor_blocked_dates where instructor_id = ${id}`,
      sql`delete from instructor_busy_times where instructor_id = ${id}`,
      sql`delete from instructor_openings where instructor_id = ${id}`,
      sql`delete from coach_drives where instructor_id = ${id}`,
      sql`delete from availability_calendars where instructor_id = ${id}`,
      sql`delete from places_with_own_hours where instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      coaches_you_may_book: sql`
        select coalesce(c.display_name, 'Golf Instructor') as coach, a.granted_at from student_calendar_access a
        join instructor_profiles c on c.user_id = a.instructor_id where a.student_id = ${id} order by a.granted_at`,
      weekly_hours: sql`
        select a.day_of_week, a.start_time, a.end_time, a.is_available, a.week_parity, c.name as calendar
        from instructor_availability a left join availability_calendars c on c.id = a.calendar_type_id
        where a.instructor_id = ${id} order by day_of_week, start_time`,
      places_with_own_hours: sql`
        select l.location_name as place from places_with_own_hours o
        join instructor_teaching_locations l on l.id = o.place_id where o.instructor_id = ${id} order by 1`,
      days_off: sql`
        select blocked_date, start_time, end_time, reason from instructor_blocked_dates where instructor_id = ${id}
        order by blocked_date, start_time`,
      drives: sql`
        select a.location_name as one_place, b.location_name as other_place, d.minutes from coach_drives d
        join instructor_teaching_locations a on a.id = d.place_a join instructor_teaching_locations b on b.id = d.place_b
        where d.instructor_id = ${id} order by 1, 2`,
      extra_hours: sql`
        select opening_date, start_time, end_time, note from instructor_openings where instructor_id = ${id}
        order by opening_date, start_time`,
    }),
}
