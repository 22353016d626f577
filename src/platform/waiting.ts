import { count, min, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './db.ts'

/**
 * The number of waiting items and when the oldest started waiting: milliseconds since 1970, UTC; null when
 * none is waiting.
 */
export interface Waiting {
  count: number
  oldest: number | null
}

/** Counts the waiting rows of a table. @param since the instant at which a row started waiting */
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
