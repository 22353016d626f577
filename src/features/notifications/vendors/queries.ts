import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'

export const vendorHealthSchema = z.object({
  vendors: z.array(
    z.object({
      vendor: z.string(),
      state: z.enum(['closed', 'open', 'half_open']),
      failures: z.int(),
      lastError: z.string().nullable(),
      changedAt: z.iso.datetime(),
    }),
  ),
  /** Jobs by channel: those that wait, those that failed before and are tried again, those that are given up. */
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), retrying: z.int(), failed: z.int() })),
})

interface VendorRow extends Record<string, unknown> {
  vendor: string
  state: 'closed' | 'open' | 'half_open'
  failures: number
  last_error: string | null
  changed: string
}

/** How each vendor did when that last changed, and what waits for them. */
export async function listVendorHealth(db: Queryable): Promise<z.infer<typeof vendorHealthSchema>> {
  const vendors = await db.execute<VendorRow>(sql`
    select vendor, state, failures, last_error, extract(epoch from changed_at) * 1000 as changed
    from vendor_health order by vendor`)
  const queues = await db.execute<{ queue: string; waiting: number; retrying: number; failed: number }>(sql`
    select name as queue, (count(*) filter (where state = 'created'))::int as waiting,
      (count(*) filter (where state in ('retry', 'active')))::int as retrying,
      (count(*) filter (where state = 'failed'))::int as failed
    from pgboss.job
    where name in ('send-templated-email', 'send-templated-sms', 'send-push', 'send-message-notification')
    group by name order by name`)
  return {
    vendors: vendors.rows.map(({ last_error, changed, ...row }) => ({
      ...row,
      lastError: last_error,
      changedAt: toIso(Math.round(Number(changed))),
    })),
    queues: [...queues.rows],
  }
}
