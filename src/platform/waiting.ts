import { count, min, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './db.ts'

/** How much of something waits, and since when the oldest does: milliseconds since 1970, UTC; null when nothing waits. */
export interface Waiting {
  count: number
  oldest: number | null
}

/** Counts rows of a table that wait. @param since the instant from which a row waits */
export async function countWaiting(
  db: Queryable,
  table: PgTable,
  since: PgColumn,
  where: SQL | undefined,
): Promise<Waiting> {
  const [found] = await db
    .select({ count: count(), oldest: min(since) })
    .from(table)
    .where(where)
  return { count: found?.count ?? 0, oldest: (found?.oldest as number | null | undefined) ?? null }
}
