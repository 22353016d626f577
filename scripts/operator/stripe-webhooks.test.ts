import { afterEach, expect, test, vi } from 'vitest'
import { connectWebhookEvents, processorEvents } from '#ports/payments/signed-event.ts'
import { STRIPE_API_VERSION, stripeClient } from '#ports/payments/stripe.ts'
import { testNow } from '#tests/support/now.ts'
import { startStripeDouble } from '#tests/support/stripe-double.ts'
import { findWebhooks, retireWebhooks, setUpWebhooks } from './stripe-webhooks.ts'

const secretKey = 'sk_test_webhooks'
const appUrl = 'https://lessons.fairway.test/'
const url = 'https://lessons.fairway.test/webhooks/payments'
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function withDouble() {
  const double = await startStripeDouble({ secretKey, now: () => testNow })
  opened.push(double)
  return { double, stripe: stripeClient({ secretKey, apiBase: double.url }) }
}

test('two endpoints are made with exactly our events and version, and a second time nothing changes', async () => {
  const { double, stripe } = await withDouble()
  expect((await findWebhooks(stripe, appUrl)).ours.map(({ state }) => state)).toEqual(['missing', 'missing'])
  const { ours } = await setUpWebhooks(stripe, appUrl)
  expect(ours).toEqual([
    { whose: 'platform', state: 'made', secret: expect.stringMatching(/^whsec_/) },
    { whose: 'connected', state: 'made', secret: expect.stringMatching(/^whsec_/) },
  ])
  expect(double.webhookEndpoints).toMatchObject([
    { url, isOfConnect: false, enabled_events: processorEvents, api_version: STRIPE_API_VERSION },
    { url, isOfConnect: true, enabled_events: connectWebhookEvents, api_version: STRIPE_API_VERSION },
  ])
  const written = double.requests.filter(({ method }) => method !== 'GET').length
  expect((await setUpWebhooks(stripe, appUrl)).ours.map(({ state }) => state)).toEqual(['right', 'right'])
  expect(double.requests.filter(({ method }) => method !== 'GET')).toHaveLength(written)
})

test('an endpoint is made again with its secret after Stripe refused the other one', async () => {
  const { double, stripe } = await withDouble()
  const create = stripe.webhookEndpoints.create.bind(stripe.webhookEndpoints)
  const refused = vi
    .spyOn(stripe.webhookEndpoints, 'create')
    .mockImplementation((params, options) =>
      params.connect ? Promise.reject(new Error('Connect is not set up')) : create(params, options),
    )
  await expect(setUpWebhooks(stripe, appUrl)).rejects.toThrow('Connect is not set up')
  expect(double.webhookEndpoints).toHaveLength(0)
  refused.mockRestore()
  const { ours } = await setUpWebhooks(stripe, appUrl)
  expect(ours.map(({ state }) => state)).toEqual(['made', 'made'])
})

test('other events and one that was turned off are set right, and keep their secrets', async () => {
  const { double, stripe } = await withDouble()
  await setUpWebhooks(stripe, appUrl)
  const [platform, connected] = double.webhookEndpoints
  if (!platform || !connected) throw new Error('two endpoints')
  platform.enabled_events = ['charge.refunded']
  connected.status = 'disabled'
  const before = await findWebhooks(stripe, appUrl)
  expect(before.ours.map(({ state }) => state)).toEqual(['other events', 'off'])
  const { ours } = await setUpWebhooks(stripe, appUrl)
  expect(ours.map(({ state }) => state)).toEqual(['changed', 'changed'])
  expect(platform).toMatchObject({ enabled_events: processorEvents, status: 'enabled' })
  expect(double.webhookEndpoints).toHaveLength(2)
})

test('a new version of the API brings new endpoints; the old ones go when they are told to, those of others never', async () => {
  const { double, stripe } = await withDouble()
  await setUpWebhooks(stripe, appUrl)
  for (const one of double.webhookEndpoints) one.api_version = '2024-06-20'
  const foreign = {
    object: 'webhook_endpoint' as const,
    api_version: null,
    status: 'enabled' as const,
    isOfConnect: false,
  }
  const byHand = { ...foreign, id: 'we_hand', url, enabled_events: ['*'], metadata: {}, secret: 'whsec_0' }
  const elsewhere = { ...byHand, id: 'we_else', url: 'https://shop.fairway.test/hook' }
  double.webhookEndpoints.push(byHand, elsewhere)
  await expect(retireWebhooks(stripe, appUrl)).rejects.toThrow('not in order yet')
  const { ours, old, foreign: found } = await setUpWebhooks(stripe, appUrl)
  expect(ours.map(({ state }) => state)).toEqual(['made', 'made'])
  expect([old.length, found]).toEqual([2, ['we_hand']])
  expect(await retireWebhooks(stripe, appUrl)).toEqual(old)
  expect(double.webhookEndpoints.map(({ id }) => id)).toEqual(expect.arrayContaining(['we_hand', 'we_else']))
  expect(double.webhookEndpoints).toHaveLength(4)
})
