import type { Pool } from 'pg'

/** The processor's session of a checkout, as its address names it. */
export const readCheckoutId = ({ checkoutUrl }: { checkoutUrl: string }): string =>
  checkoutUrl.split('/').at(-1) ?? ''

/** Lets exit offers be made for a coach: taking part, with five lessons taught to three students some time ago. */
export async function takePart(pool: Pool, coachId: string, now: number): Promise<void> {
  await pool.query('update instructor_profiles set funds_exit_offers = true where user_id = $1', [coachId])
  await pool.query(
    `with students as (
       insert into profiles (full_name, email, user_type, phone)
       select 'Pat Before', gen_random_uuid() || '@students.test', 'student', '+17045550199' from generate_series(1, 3)
       returning id
     ), numbered as (select id, row_number() over () as n from students)
     insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, lesson_completed, completed_at, location_name, cancellation_policy, created_at)
     select $1, s.id, at.start, at.start + interval '1 hour', 60, 'America/New_York', 85, 'A lesson of the past', 'completed',
       'completed', true, at.start + interval '1 day', 'Longleaf Hollow', 'standard', at.start - interval '2 days'
     from generate_series(1, 5) lesson join numbered s on s.n = 1 + lesson % 3
       cross join lateral (select $2::timestamptz - make_interval(days => 40 + lesson::int) as start) at`,
    [coachId, new Date(now)],
  )
}
