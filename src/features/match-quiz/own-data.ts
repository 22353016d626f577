import { sql } from 'drizzle-orm'
import { byOwnAddress, isTheirs, type OwnData, readParts } from '#platform/own-data.ts'

export const matchQuizOwnData: OwnData = {
  erase: (leaver) => [
    sql`delete from quiz_responses where ${isTheirs(leaver, sql`user_id`, sql`contact_email`)}`,
    sql`update quiz_responses set recommended_instructor_id = null, recommended_instructor_name = null
      where recommended_instructor_id = ${leaver.userId}::uuid`,
  ],

  export: (db, id) =>
    readParts(db, {
      match_quiz: sql`
        select q.contact_name, q.contact_email, q.contact_phone, q.location_raw, q.location_city, q.location_state,
          q.experience_level, q.goals, q.lesson_type, q.gender_preference, q.has_launch_monitor, q.technologies, q.budget,
          q.recommended_instructor_name, q.match_found, q.no_match_reason, q.completed_at, q.created_at
        from quiz_responses q
        where q.user_id = ${id} or ${byOwnAddress(sql`q.user_id`, sql`q.contact_email`, id)} order by q.created_at`,
    }),
}
