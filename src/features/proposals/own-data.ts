import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'
import { whatEndsOfPackages, whyStayForPackages } from './packages/closing.ts'

export const proposalsOwnData: OwnData = {
  whyStay: whyStayForPackages,
  whatEnds: whatEndsOfPackages,

  // Packages already bought keep their terms.
  erase: ({ userId }) => [sql`delete from package_offers where instructor_id = ${userId}::uuid`],

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
      package_offers: sql`
        select id, title, lesson_type, lessons_total, duration_minutes, round(price_cents / 100.0, 2) as price, valid_days,
          visibility, created_at
        from package_offers where instructor_id = ${id} order by created_at`,
      package_purchases: sql`
        select u.booking_id, u.offer_id, u.lessons_total, u.valid_days, u.created_at from package_purchases u
        join bookings b on b.id = u.booking_id where b.student_id = ${id} or b.instructor_id = ${id} order by u.created_at`,
      package_sales: sql`
        select payment_id, offer_id, case when student_id = ${id} then 'student' else 'coach' end as you_were, status, title, lesson_type,
          lessons_total, duration_minutes, valid_days, cancellation_policy, created_at
        from package_sales where student_id = ${id} or instructor_id = ${id} order by created_at`,
    }),
}
