import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { OWN_QUIET_HOURS, type QuietHours } from './quiet-hour.ts'

/** Where somebody is taken to be when nothing tells: most of our lessons are in this zone. */
const LIKELIEST_ZONE = 'America/New_York'

/**
 * When a person wants no texts and no push; null for never. Their zone is the one they chose, else the one they teach in,
 * else that of their latest lesson.
 */
export async function readQuietHours(db: Queryable, userId: string): Promise<QuietHours | null> {
  const found = await db.execute<{
    chosen: boolean
    zone: string | null
    quiet_from: number | null
    quiet_until: number | null
  }>(sql`
    select s.user_id is not null as chosen, s.quiet_from, s.quiet_until,
      coalesce(s.time_zone, i.time_zone,
        (select b.time_zone from bookings b where b.student_id = p.id order by b.lesson_date desc limit 1)) as zone
    from profiles p
    left join notification_settings s on s.user_id = p.id
    left join instructor_profiles i on i.user_id = p.id
    where p.id = ${userId}`)
  const row = found.rows[0]
  const zone = row?.zone ?? LIKELIEST_ZONE
  if (!row?.chosen) return { zone, ...OWN_QUIET_HOURS }
  if (row.quiet_from === null || row.quiet_until === null) return null
  return { zone, from: row.quiet_from, until: row.quiet_until }
}
