import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type Retention, retentions } from './retention.ts'

// Tables partitioned by month (decision 0096): `page_views_2027_01` holds the ids of January,
// `page_views_until_2026_12` all earlier ones, `page_views_rest` the ids of months without a partition.

/**
 * The number of months whose partitions are created ahead. The job may fail for that long before rows go to
 * the default partition.
 */
const MONTHS_AHEAD = 3
/**
 * Limits the wait for the lock: statements that need the table queue behind one that waits for an exclusive
 * lock.
 */
const PATIENCE = sql.raw(`set local lock_timeout = '2s'`)
/** Lock timeout, deadlock, and a table that another process dropped meanwhile. */
const IN_THE_WAY = new Set(['55P03', '40P01', '42P01'])

const monthly = retentions.filter((retention) => retention.byMonth)

/**
 * Creates the missing partitions of this month and the next ones.
 * @returns their names
 */
export async function makeMonths({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<string[]> {
  const made: string[] = []
  for (const { table } of monthly)
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      const month = sql`date_trunc('month', ${instant(clock.now())} at time zone 'UTC') + make_interval(months => ${ahead}::int)`
      const name = await unlessBusy(db, async (tx) => {
        const { rows } = await tx.execute<{ name: string | null }>(
          sql`select case when add_month(${table}, (${month})::date) then ${table} || to_char(${month}, '"_"YYYY"_"MM') end as name`,
        )
        return rows[0]?.name
      })
      if (name === 'busy') log.warn({ table }, 'a month could not be made tonight: its table is in use')
      else if (name) made.push(name)
    }
  return made
}

/**
 * Drops the partitions whose rows are all expired. A partition with a row that was inserted late, or with a
 * wrong clock, is kept until that row has been deleted.
 * @returns the dropped partitions
 */
export async function dropOldMonths({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<string[]> {
  const dropped: string[] = []
  for (const retention of monthly) {
    const kept = keptSince(retention, clock.now())
    for (const part of await partitionsOf(db, retention.table, kept)) {
      const name = sql.identifier(part)
      const young = sql`select from ${name} where ${sql.identifier(retention.since)} >= ${kept} limit 1`
      // Checked before the table is locked exclusively, so that the lock is short regardless of the table's
      // size.
      const isOld = await unlessBusy(db, async (tx) => (await tx.execute(young)).rows.length === 0)
      if (isOld !== true) continue
      const outcome = await unlessBusy(db, (tx) => dropPart(tx, retention.table, part))
      if (outcome === 'busy')
        log.warn({ table: part }, 'a month could not be dropped tonight: its table is in use')
      else if (outcome === 'dropped') dropped.push(part)
    }
  }
  return dropped
}

/**
 * Locks the parent table first, as readers and writers do, and then checks whether another process has
 * dropped the partition.
 */
async function dropPart(tx: Queryable, whole: string, part: string): Promise<'dropped' | 'gone'> {
  await tx.execute(sql`lock table ${sql.identifier(whole)} in access exclusive mode`)
  const { rows } = await tx.execute<{ is_there: boolean }>(
    sql`select to_regclass(quote_ident(${part})) is not null as is_there`,
  )
  if (!rows[0]?.is_there) return 'gone'
  await tx.execute(sql`drop table ${sql.identifier(part)}`)
  return 'dropped'
}

/** Analyzes the parent tables for the planner: autovacuum analyzes only the partitions. */
export async function describeMonths(db: Queryable): Promise<void> {
  for (const { table } of monthly) await db.execute(sql`analyze ${sql.identifier(table)}`)
}

/**
 * Lists the partitions of a table: all, or those whose months ended before an instant. Rows are deleted per
 * partition, because a ctid is unique only within one.
 */
export async function partitionsOf(db: Queryable, table: string, endedBefore?: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and ${
      endedBefore
        ? sql`(to_date(substring(c.relname from '_(\\d{4}_\\d{2})$'), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= ${endedBefore}`
        : sql`true`
    } order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * The instant from which rows are kept.
 * @param now milliseconds since 1970, UTC
 */
export const keptSince = ({ months }: Retention, now: number): SQL =>
  sql`${instant(now)} - make_interval(months => ${months}::int)`

const instant = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000.0)`

/**
 * Runs work that needs a lock on a table, or gives up when the table is busy or was dropped: the next nightly
 * run retries.
 */
export async function unlessBusy<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T | 'busy'> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(PATIENCE)
      return await work(tx)
    })
  } catch (error) {
    if (isBusy(error)) return 'busy'
    throw error
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && IN_THE_WAY.has(String(error.code))) || isBusy(error.cause)
}
