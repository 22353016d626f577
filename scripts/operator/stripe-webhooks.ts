import type Stripe from 'stripe'
import { connectWebhookEvents, processorEvents } from '#ports/payments/signed-event.ts'
import { STRIPE_API_VERSION } from '#ports/payments/stripe.ts'
import { commandFor } from './commands.ts'

/** The required webhook endpoints and their events: one for our own account, one for the connected accounts of coaches. */
const wanted = [
  { whose: 'platform', events: processorEvents, isOfConnect: false },
  { whose: 'connected', events: connectWebhookEvents, isOfConnect: true },
] as const
type Wanted = (typeof wanted)[number]

/** Metadata key for the kind of an endpoint, because Stripe does not return whether an endpoint is for Connect. */
const MARK = 'greenside'

/** The state of one of the two endpoints. `made` includes the secret, which Stripe returns only at creation. */
export type WebhookState = { whose: Wanted['whose'] } & (
  | { state: 'right' | 'missing' | 'other events' | 'off' | 'changed' }
  | { state: 'made'; secret: string }
)

export interface WebhooksFound {
  ours: WebhookState[]
  /** Our endpoints for an earlier version of the API. */
  old: string[]
  /** Endpoints created by hand for the same URL. With them, Stripe sends every event twice. */
  foreign: string[]
}

export const webhookAddress = (appUrl: string) => `${appUrl.replace(/\/$/, '')}/webhooks/payments`

/** Reads the webhook configuration from Stripe without changing it. */
export async function findWebhooks(stripe: Stripe, appUrl: string): Promise<WebhooksFound> {
  const all = await endpointsAt(stripe, webhookAddress(appUrl))
  return {
    ours: wanted.map((one) => ({ whose: one.whose, state: stateOf(all.find(isOfNow(one)), one) })),
    old: all
      .filter((one) => one.metadata[MARK] && one.api_version !== STRIPE_API_VERSION)
      .map(({ id }) => id),
    foreign: all.filter((one) => !one.metadata[MARK]).map(({ id }) => id),
  }
}

/**
 * Creates or corrects the two endpoints, so that they have exactly the events and the API version that this version of the product uses.
 * @throws Error if Stripe refuses one; then none is left whose secret was not returned
 */
export async function setUpWebhooks(stripe: Stripe, appUrl: string): Promise<WebhooksFound> {
  const url = webhookAddress(appUrl)
  const all = await endpointsAt(stripe, url)
  const before = await findWebhooks(stripe, appUrl)
  const ours: WebhookState[] = []
  const madeIds: string[] = []
  try {
    for (const one of wanted) {
      const { whose } = one
      const there = all.find(isOfNow(one))
      const state = stateOf(there, one)
      if (state === 'right') ours.push({ whose, state })
      else if (there) {
        await stripe.webhookEndpoints.update(there.id, { enabled_events: [...one.events], disabled: false })
        ours.push({ whose, state: 'changed' })
      } else {
        const made = await stripe.webhookEndpoints.create({
          url,
          api_version: STRIPE_API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
          enabled_events: [...one.events],
          description: `Greenside: events of ${whose === 'platform' ? 'our own account' : 'connected accounts'}`,
          metadata: { [MARK]: whose },
          ...(one.isOfConnect ? { connect: true } : {}),
        })
        madeIds.push(made.id)
        ours.push({ whose, state: 'made', secret: made.secret ?? '' })
      }
    }
  } catch (error) {
    // Without its secret an endpoint is useless, and Stripe does not return it again.
    for (const id of madeIds) await stripe.webhookEndpoints.del(id)
    throw error
  }
  return { ...before, ours }
}

/** Deletes our endpoints for earlier versions of the API. @returns their ids */
export async function retireWebhooks(stripe: Stripe, appUrl: string): Promise<string[]> {
  const { ours, old } = await findWebhooks(stripe, appUrl)
  if (ours.some(({ state }) => state !== 'right'))
    throw new Error(`The endpoints of this version are not in order yet: ${commandFor('stripe', 'setup')}`)
  for (const id of old) await stripe.webhookEndpoints.del(id)
  return old
}

async function endpointsAt(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  return data.filter((one) => one.url === url)
}

const isOfNow =
  ({ whose }: Wanted) =>
  (one: Stripe.WebhookEndpoint) =>
    one.metadata[MARK] === whose && one.api_version === STRIPE_API_VERSION

function stateOf(
  there: Stripe.WebhookEndpoint | undefined,
  { events }: Wanted,
): 'right' | 'missing' | 'other events' | 'off' {
  if (!there) return 'missing'
  const isSame =
    there.enabled_events.length === events.length && events.every((one) => there.enabled_events.includes(one))
  if (!isSame) return 'other events'
  return there.status === 'enabled' ? 'right' : 'off'
}
