import { sql } from 'drizzle-orm'
import type { Services } from '#ports/services.ts'
import { type Retention, retentions } from './retention.ts'

/** Few enough that nobody waits for them. */
const ROWS_AT_ONCE = 5_000

/** Deletes what is older than the privacy policy allows, some thousand rows at a time. @returns rows gone, by table */
export async function forgetOldRows(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  for (const retention of retentions) {
    let deleted = ROWS_AT_ONCE
    while (deleted === ROWS_AT_ONCE) {
      deleted = await forgetSome(services, retention)
      if (deleted > 0) gone[retention.table] = (gone[retention.table] ?? 0) + deleted
    }
  }
  if (Object.keys(gone).length > 0) services.log.info({ rows: gone }, 'what was kept long enough is deleted')
  return gone
}

async function forgetSome(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  retention: Retention,
): Promise<number> {
  const table = sql.identifier(retention.table)
  const { rowCount } = await db.execute(sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where ${sql.identifier(retention.since)}
          < to_timestamp(${clock.now()} / 1000.0) - make_interval(months => ${retention.months})
        and (${sql.raw(retention.only ?? 'true')})
      limit ${ROWS_AT_ONCE}))`)
  return rowCount ?? 0
}
