import { type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type Retention, retentions } from './retention.ts'

// Tables that are kept by month (decision 0096): `page_views_2027_01` holds January's ids, `page_views_until_2026_12` all before,
// `page_views_rest` those of months that were not made.

/** Months that are there before they begin. The job may fail for that long before rows go to the rest. */
const MONTHS_AHEAD = 3
/** Whoever comes after a statement that waits for the whole table waits behind it. */
const PATIENCE = sql.raw(`set local lock_timeout = '2s'`)
/** A lock that others held for too long, or that they waited for in turn; a table that another process dropped meanwhile. */
const IN_THE_WAY = new Set(['55P03', '40P01', '42P01'])

const monthly = retentions.filter((retention) => retention.byMonth)

/** Makes this month and the coming ones where they are missing. @returns their tables' names */
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
 * Drops the months of which every row is older than what is kept. A row that was written late, or by a clock that is wrong, keeps its
 * month until it is deleted as a row. @returns the tables that are gone
 */
export async function dropOldMonths({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<string[]> {
  const dropped: string[] = []
  for (const retention of monthly) {
    const kept = keptSince(retention, clock.now())
    for (const part of await partsOf(db, retention.table, kept)) {
      const name = sql.identifier(part)
      const young = sql`select from ${name} where ${sql.identifier(retention.since)} >= ${kept} limit 1`
      // Looked at before the table is closed to others: that takes a moment then, however large it is.
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

/** Whoever reads or writes locks the whole first, and so do we; then we see whether another process was here before us. */
async function dropPart(tx: Queryable, whole: string, part: string): Promise<'dropped' | 'gone'> {
  await tx.execute(sql`lock table ${sql.identifier(whole)} in access exclusive mode`)
  const { rows } = await tx.execute<{ is_there: boolean }>(
    sql`select to_regclass(quote_ident(${part})) is not null as is_there`,
  )
  if (!rows[0]?.is_there) return 'gone'
  await tx.execute(sql`drop table ${sql.identifier(part)}`)
  return 'dropped'
}

/** Tells the planner what the months hold together: the database itself looks at each alone. */
export async function describeMonths(db: Queryable): Promise<void> {
  for (const { table } of monthly) await db.execute(sql`analyze ${sql.identifier(table)}`)
}

/**
 * The tables a table consists of, all or those whose months ended before an instant. Rows are deleted in these alone: a place (ctid)
 * names a row in each of them.
 */
export async function partsOf(db: Queryable, table: string, endedBefore?: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and ${
      endedBefore
        ? sql`(to_date(substring(c.relname from '_(\\d{4}_\\d{2})$'), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= ${endedBefore}`
        : sql`true`
    } order by 1`)
  return rows.map(({ name }) => name)
}

/** The instant from which rows are kept. @param now milliseconds since 1970, UTC */
export const keptSince = ({ months }: Retention, now: number): SQL =>
  sql`${instant(now)} - make_interval(months => ${months}::int)`

const instant = (ms: number): SQL => sql`to_timestamp(${ms}::float8 / 1000.0)`

/** Runs what needs a table that others may use or drop, or gives way: the night after is early enough. */
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
