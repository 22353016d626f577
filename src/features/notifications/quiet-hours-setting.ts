import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { OWN_QUIET_HOURS, type QuietHours } from './quiet-hours.ts'

/** Where somebody is taken to be when nothing tells: most of our lessons are in this zone. */
const LIKELIEST_ZONE = 'America/New_York'

/** The zone somebody chose, else the one they teach in, else that of their latest lesson. */
export async function readOwnZone(db: Queryable, userId: string): Promise<string> {
  return (await readSettings(db, userId))?.zone ?? LIKELIEST_ZONE
}

/** When a person wants no texts and no push, in their own zone; null for never. */
export async function readQuietHours(db: Queryable, userId: string): Promise<QuietHours | null> {
  const row = await readSettings(db, userId)
  const zone = row?.zone ?? LIKELIEST_ZONE
  if (!row?.chosen) return { zone, ...OWN_QUIET_HOURS }
  if (row.quiet_from === null || row.quiet_until === null) return null
  return { zone, from: row.quiet_from, until: row.quiet_until }
}

interface SettingsRow extends Record<string, unknown> {
  chosen: boolean
  zone: string | null
  quiet_from: number | null
  quiet_until: number | null
}

async function readSettings(db: Queryable, userId: string): Promise<SettingsRow | undefined> {
  // Raw: tables of features above; the zone of the latest lesson is a question of its own.
  const found = await db.execute<SettingsRow>(sql`
    select s.user_id is not null as chosen, s.quiet_from, s.quiet_until,
      coalesce(s.time_zone, i.time_zone,
        (select b.time_zone from bookings b where b.student_id = p.id order by b.lesson_date desc limit 1)) as zone
    from profiles p
    left join notification_settings s on s.user_id = p.id
    left join instructor_profiles i on i.user_id = p.id
    where p.id = ${userId}`)
  return found.rows[0]
}
