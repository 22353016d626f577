import type pg from 'pg'

/**
 * Fills the bookings table up to a number of rows, spread over all coaches and over fifty past and ten future days. They are early in the
 * morning, when hardly any coach teaches, so open times are unaffected.
 */
export async function fillBookings(pool: pg.Pool, wanted: number): Promise<number> {
  await pool.query(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
       lesson_title, status, payment_status, location_name, is_demo, idempotency_key)
     select c.user_id, s.id, at, at, 60, c.time_zone, 85, '60-minute Lesson', 'confirmed', 'completed', 'Longleaf Hollow', true,
       'bench ' || c.user_id || ' ' || day
     from generate_series(-50, 9) as day cross join instructor_profiles c
       cross join lateral (select date_trunc('day', now()) + make_interval(days => day, hours => 9) as at) t
       cross join (select id from profiles where user_type = 'student' order by id limit 1) s
     where c.is_visible
     order by md5(c.user_id::text || day)
     limit greatest(0, $1 - (select count(*) from bookings))
     on conflict do nothing`,
    [wanted],
  )
  await pool.query('analyze bookings')
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from bookings')
  return rows[0]?.n ?? 0
}
