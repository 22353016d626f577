import { sql } from 'drizzle-orm'
import type { Services } from '#ports/services.ts'

/** content/legal/privacy-policy.md: "Visit counts: up to 25 months". */
const KEEP_MONTHS = 25
/** Few enough that nobody waits for them. */
const ROWS_AT_ONCE = 5_000

const tables = [
  'page_views',
  'user_sessions',
  'instructor_impressions',
  'instructor_profile_events',
  'search_history',
  'web_vitals',
]

/** Deletes what is older than 25 months, some thousand rows at a time. @returns how many rows are gone */
export async function forgetOldVisits({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  let gone = 0
  for (const table of tables) {
    let deleted = ROWS_AT_ONCE
    while (deleted === ROWS_AT_ONCE) {
      const { rowCount } = await db.execute(sql`
        delete from ${sql.identifier(table)} where ctid = any (array(select ctid from ${sql.identifier(table)}
          where created_at < to_timestamp(${clock.now()} / 1000.0) - make_interval(months => ${KEEP_MONTHS})
          limit ${ROWS_AT_ONCE}))`)
      deleted = rowCount ?? 0
      gone += deleted
    }
  }
  if (gone > 0) log.info({ rows: gone }, 'visits older than 25 months are forgotten')
  return gone
}
