import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { PublicFetchError } from '#platform/fetch-public.ts'
import { postPublic } from '#platform/post-public.ts'
import type { Services } from '#ports/services.ts'
import { notifySwitchedOff } from './emails.ts'
import { secretSealer, signedHeaders } from './signing.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'
import { SWITCHED_OFF_AFTER_MS } from './webhook.ts'

const TEN_SECONDS = 10_000
/** The status with which an endpoint unsubscribes. */
const GONE = 410

type Outcome = { status: number; fault: null } | { status: null; fault: string }

/**
 * Makes one delivery attempt and records the result. An endpoint without a successful delivery for three days
 * is disabled, and its owner notified.
 * @throws Error when it failed, so that the queue retries
 */
export async function deliverWebhook(services: Services, deliveryId: string): Promise<void> {
  const { db, clock, env } = services
  const [found] = await db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    // Skips endpoints whose owner was suspended or closed the account meanwhile.
    .innerJoin(profiles, and(eq(profiles.id, webhookEndpoints.userId), profiles.isOpen))
    .where(eq(webhookDeliveries.id, deliveryId))
  if (!found || found.delivery.deliveredAt !== null || found.endpoint.disabledAt !== null) return
  const { delivery, endpoint } = found
  const secret = secretSealer(env).open(endpoint.secret, endpoint.id)
  if (secret === null) throw new Error('the secret of an address cannot be opened with this key')
  const sentAt = clock.now()
  const outcome = await post(services, endpoint.url, delivery.body, {
    'content-type': 'application/json',
    ...signedHeaders(secret, delivery.id, sentAt, delivery.body),
  })
  const hasArrived = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  await db
    .update(webhookDeliveries)
    .set({
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      lastAttemptAt: sentAt,
      lastStatus: outcome.status,
      lastFault: outcome.fault,
      ...(hasArrived ? { deliveredAt: sentAt } : {}),
    })
    .where(eq(webhookDeliveries.id, deliveryId))
  if (hasArrived) {
    // Also if the endpoint started failing during this request.
    await db
      .update(webhookEndpoints)
      .set({ failingSince: null })
      .where(and(eq(webhookEndpoints.id, endpoint.id), isNotNull(webhookEndpoints.failingSince)))
    return
  }
  const isOver = await noteFailure(services, endpoint.id, sentAt, outcome)
  if (!isOver) throw new Error(`a webhook did not arrive: ${outcome.status ?? outcome.fault}`)
}

/**
 * Records since when an endpoint has been failing, which is the first attempt after the last success.
 * Disables it after three days of failures, or when it responds with 410 Gone.
 * @returns whether it is disabled
 */
async function noteFailure(
  services: Services,
  endpointId: string,
  sentAt: number,
  outcome: Outcome,
): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    // Reads the current state, because other deliveries may have been attempted during this request.
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for('update')
    if (!endpoint || endpoint.disabledAt !== null) return true
    const [arrived] = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.endpointId, endpointId), gt(webhookDeliveries.deliveredAt, sentAt)))
      .limit(1)
    if (arrived && outcome.status !== GONE) return false
    const failingSince = endpoint.failingSince ?? sentAt
    const isOver = outcome.status === GONE || sentAt - failingSince >= SWITCHED_OFF_AFTER_MS
    await tx
      .update(webhookEndpoints)
      .set({ failingSince, ...(isOver ? { disabledAt: sentAt } : {}) })
      .where(eq(webhookEndpoints.id, endpointId))
    if (isOver) await notifySwitchedOff(services, tx, { ...endpoint, disabledAt: sentAt })
    return isOver
  })
}

async function post(
  { env }: Services,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Outcome> {
  try {
    const extraHosts = env.WEBHOOK_EXTRA_HOSTS?.split(',') ?? []
    const { status } = await postPublic(url, { body, headers }, { timeoutMs: TEN_SECONDS, extraHosts })
    return { status, fault: null }
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    return { status: null, fault: error.fault }
  }
}
