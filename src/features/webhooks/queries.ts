import { and, asc, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { Delivery, Endpoint } from './schema.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'

const SHOWN = 10
const UNDELIVERED_SHOWN = 200

/** Lists a user's webhooks, oldest first, each with its latest deliveries and all missed ones. */
export async function listEndpoints(db: Queryable, userId: string): Promise<Endpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  const endpoints: Endpoint[] = []
  for (const row of rows) endpoints.push(presentEndpoint(row, await listDeliveries(db, row.id)))
  return endpoints
}

async function listDeliveries(db: Queryable, endpointId: string): Promise<Delivery[]> {
  const newest = (limit: number, which?: SQL) =>
    db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, endpointId), which))
      .orderBy(desc(webhookDeliveries.createdAt), webhookDeliveries.id)
      .limit(limit)
  const latest = await newest(SHOWN)
  const undelivered = await newest(UNDELIVERED_SHOWN, isNull(webhookDeliveries.deliveredAt))
  const shown = new Set(latest.map(({ id }) => id))
  const rows = [...latest, ...undelivered.filter(({ id }) => !shown.has(id))]
  return rows.map(({ id, event, createdAt, attempts, lastStatus, lastFault, deliveredAt }) => ({
    id,
    event,
    createdAt: toIso(createdAt),
    attempts,
    lastStatus,
    lastFault,
    deliveredAt: toIsoOrNull(deliveredAt),
  }))
}

export const presentEndpoint = (
  row: typeof webhookEndpoints.$inferSelect,
  deliveries: Delivery[],
): Endpoint => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: toIso(row.createdAt),
  failingSince: toIsoOrNull(row.failingSince),
  disabledAt: toIsoOrNull(row.disabledAt),
  deliveries,
})

/** Whether an endpoint is disabled; false when it was deleted. */
export async function isSwitchedOff(db: Queryable, endpointId: string): Promise<boolean> {
  const [found] = await db
    .select({ disabledAt: webhookEndpoints.disabledAt })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
  return found !== undefined && found.disabledAt !== null
}
