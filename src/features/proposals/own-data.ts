import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { whatEndsOfPackages, whyStayForPackages } from './packages/closing.ts'

export const proposalsOwnData: OwnData = {
  whyStay: whyStayForPackages,
  whatEnds: whatEndsOfPackages,

  things: (id) => sql`
    select id from lesson_proposals where student_id = ${id} or instructor_id = ${id}
    union all select id from lesson_packages where student_id = ${id} or instructor_id = ${id}`,

  export: (db, id) =>
    readParts(db, {
      proposals: sql`
        select id, case when student_id = ${id} then 'student' else 'coach' end as you_were, status, lesson_title, lesson_type,
          proposed_dates, duration_minutes, price_amount, lessons_total, note, change_request, accepted_start, created_at
        from lesson_proposals where student_id = ${id} or instructor_id = ${id} order by created_at`,
      packages: sql`
        select id, proposal_id, case when student_id = ${id} then 'student' else 'coach' end as you_were, lesson_title,
          lessons_total, round(price_cents / 100.0, 2) as price, expires_at, ended_at, end_reason, created_at
        from lesson_packages where student_id = ${id} or instructor_id = ${id} order by created_at`,
    }),
}
