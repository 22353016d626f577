import { sql } from 'drizzle-orm'
import { NOBODY, type OwnData, readParts } from '#platform/own-data.ts'

export const disputesOwnData: OwnData = {
  erase({ userId }) {
    const id = sql`${userId}::uuid`
    return [
      sql`update payment_disputes set student_name = ${NOBODY}, student_email = '' where student_id = ${id}`,
      sql`update payment_disputes set instructor_name = ${NOBODY}, instructor_email = '' where instructor_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      problems_you_reported: sql`
        select booking_id, lesson_title, dispute_reason as reason, dispute_details as details, status, created_at, resolved_at
        from payment_disputes where student_id = ${id} and source = 'student' order by created_at`,
    }),
}
