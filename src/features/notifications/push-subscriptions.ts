import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNull, ne, notInArray, or } from 'drizzle-orm'
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

/**
 * Ends the subscriptions of a person's browsers that are signed out, after a session was ended from another device. A browser that has
 * signed in again since it was subscribed cannot be told from one that is signed out, so its subscription ends, too.
 * @param keep the sessions that go on, and the endpoint of the current browser if it is known
 */
export async function endPushOfEndedSessions(
  tx: Queryable,
  userId: string,
  keep: { sessionIds: readonly string[]; endpoint?: string | undefined },
): Promise<void> {
  const { sessionId, endpoint } = pushSubscriptions
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        or(isNull(sessionId), notInArray(sessionId, [...keep.sessionIds])),
        keep.endpoint === undefined ? undefined : ne(endpoint, keep.endpoint),
      ),
    )
}

/** The browser of a session continues with another one, and keeps its subscription. */
export async function movePushToSession(tx: Queryable, fromId: string, toId: string): Promise<void> {
  await tx.update(pushSubscriptions).set({ sessionId: toId }).where(eq(pushSubscriptions.sessionId, fromId))
}

/** The subscribed browsers for display to their owner, without the endpoint: a browser recognizes itself by its hash. */
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
