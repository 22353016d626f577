import { sql } from 'drizzle-orm'
import { AHEAD_HOURS } from '#features/rain-checks/rain-check.ts'
import type { Queryable } from '#platform/db.ts'

/**
 * Brings a storm over the place of a user's next lesson within 48 hours, for the whole day of the lesson. Only a demo has such weather.
 * @param now milliseconds since 1970, UTC
 * @returns false when there is no such lesson
 */
export async function brewStorm(db: Queryable, userId: string, now: number): Promise<boolean> {
  const made = await db.execute(sql`
    insert into local_vendor.weather (lat, lng, begins_at, ends_at, chance_of_rain, is_thunder, wind_mph)
    select l.lat, l.lng, day at time zone b.time_zone, (day + interval '1 day') at time zone b.time_zone, 90, true, 28
    from bookings b join instructor_teaching_locations l on l.id = b.teaching_location_id
    cross join lateral (select date_trunc('day', b.lesson_date at time zone b.time_zone) as day) d
    where ${userId}::uuid in (b.student_id, b.instructor_id) and b.status = 'confirmed' and b.clinic_id is null
      and l.is_outdoor and l.lat is not null and l.lng is not null
      and b.lesson_date > ${new Date(now)} and b.lesson_date <= ${new Date(now)}::timestamptz + make_interval(hours => ${AHEAD_HOURS})
    order by b.lesson_date, b.id limit 1 returning id`)
  return made.rows.length > 0
}
