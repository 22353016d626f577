import { type SQL, sql } from 'drizzle-orm'
import { doEach } from '#platform/each-item.ts'
import type { Services } from '#ports/services.ts'
import { retentionJob } from './jobs.ts'
import { describeMonths, dropOldMonths, keptSince, makeMonths, partitionsOf, unlessBusy } from './months.ts'
import { type Retention, retentions } from './retention.ts'

/** Small enough that deletions do not block other transactions noticeably. */
const ROWS_AT_ONCE = 5_000

/**
 * Creates the upcoming monthly partitions, and deletes data older than the privacy policy allows: partitions
 * first, then rows.
 */
export async function runRetention(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<void> {
  const made = await makeMonths(services)
  const dropped = await dropOldMonths(services)
  await deleteExpiredRows(services)
  if (made.length + dropped.length === 0) return
  services.log.info({ made, dropped }, 'months were made and dropped')
  await describeMonths(services.db)
}

/**
 * Deletes expired rows in batches.
 * @returns the number of deleted rows by table
 */
export async function deleteExpiredRows(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
): Promise<Record<string, number>> {
  const { db, clock } = services
  const gone: Record<string, number> = {}
  await doEach(services, {
    name: retentionJob.name,
    items: retentions,
    idOf: ({ table }) => table,
    async work(retention) {
      for (const table of retention.byMonth ? await partitionsOf(db, retention.table) : [retention.table]) {
        const some = deleteSome(retention, table, clock.now())
        let deleted = ROWS_AT_ONCE
        while (deleted === ROWS_AT_ONCE) {
          const outcome = retention.byMonth
            ? await unlessBusy(db, (tx) => tx.execute(some))
            : await db.execute(some)
          deleted = outcome === 'busy' ? 0 : (outcome.rowCount ?? 0)
          if (deleted > 0) gone[retention.table] = (gone[retention.table] ?? 0) + deleted
        }
      }
    },
  })
  if (Object.keys(gone).length > 0) services.log.info({ rows: gone }, 'what was kept long enough is deleted')
  return gone
}

/** @param name of the table, or of one of its partitions */
function deleteSome(retention: Retention, name: string, now: number): SQL {
  const table = sql.identifier(name)
  return sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where ${sql.identifier(retention.since)} < ${keptSince(retention, now)}
        and (${sql.raw(retention.only ?? 'true')})
      limit ${ROWS_AT_ONCE}))`
}
