import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const reviewsOwnData: OwnData = {
  erase: ({ userId }) => [
    sql`update lesson_reviews set network = null, device = null where student_id = ${userId}::uuid`,
  ],

  export: (db, id) =>
    readParts(db, {
      reviews_you_wrote: sql`
        select booking_id, rating, comment, created_at from lesson_reviews where student_id = ${id} order by created_at`,
      replies_to_reviews_you_wrote: sql`
        select booking_id, reply, replied_at from lesson_reviews where instructor_id = ${id} and reply is not null
        order by replied_at`,
      notes_about_lessons: sql`
        select booking_id, case when student_id = ${id} then 'student' else 'coach' end as you_were, note, created_at
        from lesson_notes where student_id = ${id} or instructor_id = ${id} order by created_at`,
    }),
}
