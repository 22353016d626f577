import { createHash } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { PushTarget } from '#ports/push/push.ts'
import { pushSubscriptions } from './tables.ts'

/** The subscribed browsers of a person. */
export async function listPushTargets(
  db: Queryable,
  userId: string,
): Promise<(PushTarget & { id: string })[]> {
  const { id, endpoint, p256dh, auth, createdAt } = pushSubscriptions
  return await db
    .select({ id, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(createdAt))
}

/** The same for display to their owner, without the endpoint: a browser recognizes itself by its hash. */
export async function listDevices(db: Queryable, userId: string) {
  const found = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
  return found.map(({ id, endpoint, device, createdAt }) => ({
    id,
    device,
    endpointHash: createHash('sha256').update(endpoint).digest('hex'),
    since: toIso(createdAt),
  }))
}
