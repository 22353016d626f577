import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'

/** An automatic change to a lesson that is due at a certain time. */
export interface Upcoming {
  what: string
  /** Milliseconds since 1970, UTC. */
  at: number
  /** The time zone of the lesson's place. */
  zone: string
}

/**
 * Lists the next automatic changes to the viewer's lessons and video reviews, or to all of them for an admin. Soonest first.
 * @param now milliseconds since 1970, UTC
 */
export async function listUpcoming(
  db: Queryable,
  viewer: Pick<Actor, 'userId' | 'role'>,
  now: number,
): Promise<Upcoming[]> {
  const isTheirs =
    viewer.role === 'admin' ? sql`true` : sql`${viewer.userId}::uuid in (b.student_id, b.instructor_id)`
  const found = await db.execute<{ what: string; at: string; zone: string }>(sql`
    select what, extract(epoch from at) * 1000 as at, zone from (select what, at, b.time_zone as zone
    from bookings b
    cross join lateral (values
      ('The time is no longer held', b.hold_expires_at, b.status = 'pending'),
      ('The reminder of the day before goes out', b.lesson_date - interval '24 hours', b.status = 'confirmed'),
      ('The reminder two hours before goes out', b.lesson_date - interval '2 hours', b.status = 'confirmed'),
      ('The lesson begins', b.lesson_date, b.status = 'confirmed'),
      ('The lesson is over', b.lesson_end, b.status = 'confirmed'),
      ('The lesson counts as completed', b.lesson_end + interval '24 hours', b.status = 'confirmed'),
      ('The coach is paid', (select min(due_at) from payouts where booking_id = b.id and status = 'held'), true),
      ('Reviews are published', b.lesson_end + interval '14 days',
        exists (select from lesson_reviews where booking_id = b.id))
    ) step (what, at, applies)
    where ${isTheirs} and applies
    union all
    select what, at, c.time_zone from video_reviews b join instructor_profiles c on c.user_id = b.instructor_id
    cross join lateral (values
      ('The coach is reminded of the video review', b.due_at - interval '8 hours', b.status = 'asked' and b.reminded_at is null),
      ('The video review is refunded', b.due_at, b.status = 'asked'),
      ('The coach is paid', (select o.due_at from payouts o where o.payment_id = b.payment_id and o.status = 'held'), true)
    ) step (what, at, applies)
    where ${isTheirs} and applies) coming
    where at > ${new Date(now)}::timestamptz
    order by at limit 8`)
  return found.rows.map(({ what, at, zone }) => ({ what, at: Math.ceil(Number(at)), zone }))
}
