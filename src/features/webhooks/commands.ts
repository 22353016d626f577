import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { mayHaveTokens } from '#features/access-tokens/policy.ts'
import { lockAccount } from '#features/accounts/access.ts'
import type { Actor } from '#platform/actor.ts'
import { recordOwnChange } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import { PublicFetchError, publicUrl } from '#platform/fetch-public.ts'
import { siteName } from '#platform/site-name.ts'
import type { Services } from '#ports/services.ts'
import { deliverWebhookJob } from './jobs.ts'
import { presentEndpoint } from './queries.ts'
import type { Endpoint, NewEndpoint } from './schema.ts'
import { newSecret, secretSealer } from './signing.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'
import { MOST_ENDPOINTS, TEST_EVENT } from './webhook.ts'
import { sendTo } from './webhook-events.ts'

const ADDED_PER_PERSON = { points: 20, seconds: 3_600 }
const SENT_BY_HAND = { points: 30, seconds: 3_600 }

/**
 * Adds an address. Its secret is returned once.
 * @throws AppError no_webhooks_for_role, bad_address, too_many_webhooks
 */
export async function addEndpoint(
  services: Services,
  actor: Actor,
  input: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { env, clock } = services
  if (!mayHaveTokens(actor))
    throw new AppError('conflict', 'no_webhooks_for_role', 'Only students and coaches can have webhooks.')
  await services.rateLimits.count('add-webhook', actor.userId, ADDED_PER_PERSON)
  checkAddress(input.url, env.WEBHOOK_EXTRA_HOSTS?.split(',') ?? [])
  const [id, secret, now] = [randomUUID(), newSecret(), clock.now()]
  return await services.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId)
    const [held] = await tx
      .select({ endpoints: count() })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, actor.userId))
    if ((held?.endpoints ?? 0) >= MOST_ENDPOINTS)
      throw new AppError(
        'conflict',
        'too_many_webhooks',
        `You have ${MOST_ENDPOINTS} webhooks. Remove one that you no longer use first.`,
      )
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({
        id,
        userId: actor.userId,
        url: input.url,
        events: input.events,
        secret: secretSealer(env).seal(secret, id),
        createdAt: now,
      })
      .returning()
    if (!row) throw new Error('the address was not kept')
    await recordOwnChange(tx, now, {
      userId: actor.userId,
      target: 'webhooks.add',
      ids: { endpointId: id },
      after: { events: input.events },
    })
    return { endpoint: presentEndpoint(row, []), secret }
  })
}

const faultTexts: Partial<Record<PublicFetchError['fault'], string>> = {
  not_https: 'The address must begin with https://',
  internal_address: 'That address is not on the internet',
}

function checkAddress(url: string, extraHosts: readonly string[]) {
  try {
    if (!/^https?:/i.test(url)) throw new PublicFetchError('bad_address')
    publicUrl(url, extraHosts)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new AppError(
      'bad_input',
      'bad_address',
      faultTexts[error.fault] ?? 'That is not an address we can send to',
    )
  }
}

/** Removes an address with all it was told. @throws AppError no_such_webhook */
export async function removeEndpoint(services: Services, userId: string, endpointId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const gone = await tx
      .delete(webhookEndpoints)
      .where(own(userId, endpointId))
      .returning({ id: webhookEndpoints.id })
    if (gone.length === 0) throw noSuchWebhook()
    await recordOwnChange(tx, services.clock.now(), {
      userId,
      target: 'webhooks.remove',
      ids: { endpointId },
    })
  })
}

/** Sends to an address again that was switched off. @throws AppError no_such_webhook */
export async function resumeEndpoint(services: Services, userId: string, endpointId: string): Promise<void> {
  const resumed = await services.db
    .update(webhookEndpoints)
    .set({ disabledAt: null, failingSince: null })
    .where(own(userId, endpointId))
    .returning({ id: webhookEndpoints.id })
  if (resumed.length === 0) throw noSuchWebhook()
}

/** Sends an address something to try it with. @throws AppError no_such_webhook, webhook_off */
export async function sendTest(services: Services, userId: string, endpointId: string): Promise<void> {
  await services.rateLimits.count('send-webhook', userId, SENT_BY_HAND)
  await services.db.transaction(async (tx) => {
    const [found] = await tx.select().from(webhookEndpoints).where(own(userId, endpointId))
    refuseUnless(found)
    await sendTo(services, tx, endpointId, TEST_EVENT, { hello: `from ${siteName}` })
  })
}

/** Sends something once more, with the same id and words. @throws AppError no_such_webhook, webhook_off */
export async function replay(services: Services, userId: string, deliveryId: string): Promise<void> {
  await services.rateLimits.count('send-webhook', userId, SENT_BY_HAND)
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ disabledAt: webhookEndpoints.disabledAt })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookEndpoints.userId, userId)))
    refuseUnless(found)
    await tx.update(webhookDeliveries).set({ deliveredAt: null }).where(eq(webhookDeliveries.id, deliveryId))
    await services.jobs.send(tx, deliverWebhookJob, { deliveryId })
  })
}

function refuseUnless(endpoint: { disabledAt: number | null } | undefined) {
  if (!endpoint) throw noSuchWebhook()
  if (endpoint.disabledAt !== null)
    throw new AppError('conflict', 'webhook_off', 'This webhook is switched off. Switch it on first.')
}

const own = (userId: string, endpointId: string) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.userId, userId))

const noSuchWebhook = () => new AppError('not_found', 'no_such_webhook', 'This webhook no longer exists.')
