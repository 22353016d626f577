import { count, min, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { failedItems } from '#platform/tables.ts'
import type { AttentionSource } from '#ports/services.ts'

export const failedJobs: AttentionSource = {
  id: 'jobs',
  label: 'Failed jobs',
  href: '/?tab=jobs',
  async read(db) {
    // Raw: the queue's own table.
    const found = await db.execute<{ n: number; oldest: number | null }>(sql`
      select count(*)::int as n, (extract(epoch from min(completed_on)) * 1000)::float8 as oldest
      from pgboss.job where state = 'failed'`)
    const { n = 0, oldest = null } = found.rows[0] ?? {}
    return { count: Number(n), oldest: oldest === null ? null : Number(oldest) }
  },
}

export const itemsNotDone: AttentionSource = {
  id: 'job-items',
  label: 'Failed job items',
  href: '/?tab=jobs',
  async read(db) {
    const [found] = await db.select({ n: count(), oldest: min(failedItems.firstFailedAt) }).from(failedItems)
    return { count: found?.n ?? 0, oldest: found?.oldest ?? null }
  },
}

/** Reads the counts of all sources of pending work; sources with nothing pending are omitted. */
export async function readAttention(db: Queryable, sources: readonly AttentionSource[]) {
  const counted = await Promise.all(
    sources.map(async ({ id, label, href, read }) => ({ id, label, href, ...(await read(db)) })),
  )
  return counted
    .filter(({ count }) => count > 0)
    .map(({ oldest, ...rest }) => ({
      ...rest,
      oldest: oldest === null ? null : new Date(oldest).toISOString(),
    }))
}
