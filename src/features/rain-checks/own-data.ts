import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const rainChecksOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [sql`delete from rain_checks where student_id = ${id} or instructor_id = ${id}`]
  },

  export: (db, id) =>
    readParts(db, {
      rain_checks: sql`
        select r.lesson_start, r.chance_of_rain, r.is_thunder, r.wind_mph, r.offered_at, r.called_off_at, r.message, r.outcome, r.ended_at
        from rain_checks r where r.student_id = ${id} or r.instructor_id = ${id} order by r.offered_at`,
    }),
}
