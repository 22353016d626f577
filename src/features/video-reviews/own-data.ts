import { sql } from 'drizzle-orm'
import { formatMoney } from '#platform/money.ts'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { listOpen } from './due.ts'

export const videoReviewsOwnData: OwnData = {
  async whatEnds(db, userId) {
    const open = await listOpen(db, userId)
    return open.map(({ priceCents }) => ({
      text: `A video review that is not answered ends. ${formatMoney(priceCents)} goes back to your original payment method.`,
      refundCents: priceCents,
    }))
  },

  // Purchases stay for the books. What a student asked goes; the answer was paid for and stays with the student.
  erase: ({ userId }) => [
    sql`delete from video_review_offers where instructor_id = ${userId}::uuid`,
    sql`update video_reviews set question = '', answer = '', end_message = null, golfer_id = null where student_id = ${userId}::uuid`,
    sql`update video_reviews set end_message = null where instructor_id = ${userId}::uuid`,
  ],

  things: (id) => sql`select id from video_reviews where student_id = ${id} or instructor_id = ${id}`,

  export: (db, id) =>
    readParts(db, {
      video_reviews: sql`
        select id, case when student_id = ${id} then 'student' else 'coach' end as you_were, status,
          (select g.name from golfers g where g.id = golfer_id) as golfer, round(price_cents / 100.0, 2) as price, promised_hours,
          question, answer, end_reason, end_message, paid_at, asked_at, due_at, reminded_at, answered_at, ended_at, created_at
        from video_reviews where student_id = ${id} or instructor_id = ${id} order by created_at`,
      video_review_offer: sql`
        select round(price_cents / 100.0, 2) as price, promised_hours, is_sold, created_at, updated_at
        from video_review_offers where instructor_id = ${id}`,
    }),
}
