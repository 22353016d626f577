import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { PushTarget } from '#ports/push/push.ts'

/** The browsers of a person that asked to be notified. */
export async function listPushTargets(
  db: Queryable,
  userId: string,
): Promise<(PushTarget & { id: string })[]> {
  const found = await db.execute<{ id: string; endpoint: string; p256dh: string; auth: string }>(
    sql`select id, endpoint, p256dh, auth from push_subscriptions where user_id = ${userId} order by created_at`,
  )
  return found.rows
}

/** The same as their owner sees them. The address stays here: a browser finds itself by a hash of its own. */
export async function listDevices(db: Queryable, userId: string) {
  const found = await db.execute<{ id: string; endpoint: string; device: string; since: string }>(sql`
    select id, endpoint, device, extract(epoch from created_at) * 1000 as since
    from push_subscriptions where user_id = ${userId} order by created_at desc, id`)
  return found.rows.map(({ id, endpoint, device, since }) => ({
    id,
    device,
    endpointHash: createHash('sha256').update(endpoint).digest('hex'),
    since: toIso(Math.round(Number(since))),
  }))
}
