import { createHash } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { PushTarget } from '#ports/push/push.ts'
import { pushSubscriptions } from './tables.ts'

/** The browsers of a person that asked to be notified. */
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

/** The same as their owner sees them. The address stays here: a browser finds itself by a hash of its own. */
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
