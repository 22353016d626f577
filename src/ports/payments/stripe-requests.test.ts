import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOUBLES_API_VERSION, startStripeDouble } from '#tests/support/stripe-double.ts'
import { STRIPE_API_VERSION, stripePayments } from './stripe.ts'

/**
 * Checks every request to Stripe through the official SDK, field by field: parameters, idempotency key, and
 * API version. The test double rejects parameters that Stripe does not document
 * (tests/support/stripe-parameters.ts).
 */

const NOW = Date.UTC(2026, 10, 20, 15)

let double: Awaited<ReturnType<typeof startStripeDouble>>
let payments: ReturnType<typeof stripePayments>
beforeAll(async () => {
  double = await startStripeDouble({ secretKey: 'sk_test_double', now: () => NOW })
  payments = stripePayments({ secretKey: 'sk_test_double', webhookSecret: 'whsec_1', apiBase: double.url })
})
afterAll(() => double.close())

/** Returns the requests made while the work ran. */
async function asked<T>(work: () => Promise<T>) {
  const from = double.requests.length
  const result = await work()
  const requests = double.requests.slice(from)
  for (const { version } of requests) expect(version).toBe(STRIPE_API_VERSION)
  return {
    result,
    requests: requests.map(({ method, path, query, form, key }) => ({
      request: `${method} ${path}`,
      ...(query.size > 0 ? { query: Object.fromEntries(query) } : {}),
      ...(method === 'POST' ? { form: Object.fromEntries(form), key } : {}),
    })),
  }
}

const order = {
  key: 'booking-1',
  orderId: 'order-1',
  amountCents: 8_500,
  description: '60-minute lesson with Maria Alvarez',
  place: 'Longleaf Hollow, 12 Fairway Lane, Charlotte, NC',
  terms: 'Free cancellation until Tue, Nov 24, 9:00 AM EST; no refund after that.',
  customerEmail: 'sam@example.com',
  successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://app.test/coaches/maria',
  expiresAt: NOW + 15 * 60_000,
}
async function paid(key: string) {
  const { sessionId } = await payments.startCheckout({ ...order, key })
  double.pay(sessionId)
  return { sessionId, intent: (await payments.findCheckout(sessionId))?.paymentIntentId ?? '' }
}
async function readyAccount() {
  const { accountId } = await payments.createAccount({ key: 'coach-1', email: 'maya@coaches.test' })
  double.completeOnboarding(accountId)
  return accountId
}
/** The SDK adds its own idempotency key to requests without one, for its retries. */
const ofTheSdk = expect.stringMatching(/^stripe-node-retry-/)

test('a checkout: our price as one line, our booking id in three places, only card payments', async () => {
  const { requests } = await asked(() => payments.startCheckout(order))
  expect(requests).toEqual([
    {
      request: 'POST /v1/checkout/sessions',
      key: 'checkout:booking-1',
      form: {
        mode: 'payment',
        'allowed_payment_method_types[0]': 'card',
        'adaptive_pricing[enabled]': 'false',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'usd',
        'line_items[0][price_data][unit_amount]': '8500',
        'line_items[0][price_data][product_data][name]': order.description,
        'line_items[0][price_data][product_data][description]': order.place,
        'custom_text[submit][message]': order.terms,
        customer_email: order.customerEmail,
        client_reference_id: order.orderId,
        'metadata[order_id]': order.orderId,
        'metadata[booking_id]': order.orderId,
        'payment_intent_data[metadata][order_id]': order.orderId,
        'payment_intent_data[description]': order.description,
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
        expires_at: String((NOW + (15 + 30 + 1) * 60_000) / 1000),
      },
    },
  ])
})

test('a checkout is retrieved with its payment and charge, and expired by its id alone', async () => {
  const { sessionId } = await payments.startCheckout({ ...order, key: 'looked-at' })
  expect((await asked(() => payments.findCheckout(sessionId))).requests).toEqual([
    {
      request: `GET /v1/checkout/sessions/${sessionId}`,
      query: { 'expand[0]': 'payment_intent.latest_charge' },
    },
  ])
  expect((await asked(() => payments.expireCheckout(sessionId))).requests).toEqual([
    { request: `POST /v1/checkout/sessions/${sessionId}/expire`, form: {}, key: ofTheSdk },
  ])
})

test('a refund: a part of one payment, with a key that prevents duplicates', async () => {
  const { intent } = await paid('refunded')
  const refund = { key: 'refund-1', paymentIntentId: intent, amountCents: 4_000 }
  expect((await asked(() => payments.refund(refund))).requests).toEqual([
    { request: 'GET /v1/refunds', query: { payment_intent: intent, limit: '100' } },
    {
      request: 'POST /v1/refunds',
      key: 'refund:refund-1',
      form: { payment_intent: intent, amount: '4000', 'metadata[refund_key]': 'refund-1' },
    },
  ])
})

test('an account: a coach in the United States, paid by transfers, who gives Stripe the rest', async () => {
  const { result, requests } = await asked(() =>
    payments.createAccount({ key: 'coach-2', email: 'keoni@coaches.test' }),
  )
  expect(requests).toEqual([
    {
      request: 'POST /v1/accounts',
      key: 'account:coach-2',
      form: {
        type: 'express',
        country: 'US',
        email: 'keoni@coaches.test',
        'capabilities[transfers][requested]': 'true',
        'metadata[account_key]': 'coach-2',
      },
    },
  ])
  const link = {
    accountId: result.accountId,
    returnUrl: 'http://app.test/payment-settings',
    refreshUrl: 'http://app.test/payment-settings?again=1',
  }
  expect((await asked(() => payments.accountLink(link))).requests).toEqual([
    {
      request: 'POST /v1/account_links',
      // A link works only once, so a second click must get another one.
      key: ofTheSdk,
      form: {
        account: link.accountId,
        return_url: link.returnUrl,
        refresh_url: link.refreshUrl,
        type: 'account_onboarding',
      },
    },
  ])
  expect((await asked(() => payments.findAccount(link.accountId))).requests).toEqual([
    { request: `GET /v1/accounts/${link.accountId}` },
  ])
})

test('a transfer and its reversal: from the charge of its lesson, to its coach, each once', async () => {
  const { intent } = await paid('taught')
  const accountId = await readyAccount()
  const transfer = {
    key: 'payout-1',
    bookingId: 'taught',
    paymentIntentId: intent,
    accountId,
    amountCents: 7_650,
  }
  const sent = await asked(() => payments.transfer(transfer))
  expect(sent.requests).toEqual([
    { request: 'GET /v1/transfers', query: { transfer_group: 'booking_taught', limit: '100' } },
    { request: `GET /v1/payment_intents/${intent}` },
    {
      request: 'POST /v1/transfers',
      key: 'transfer:payout-1',
      form: {
        amount: '7650',
        currency: 'usd',
        destination: accountId,
        transfer_group: 'booking_taught',
        source_transaction: intent.replace('pi_', 'ch_'),
        'metadata[transfer_key]': 'payout-1',
        'metadata[booking_id]': 'taught',
      },
    },
  ])
  const { transferId } = sent.result
  const back = { key: 'reversal-1', transferId, amountCents: 3_000 }
  expect((await asked(() => payments.reverseTransfer(back))).requests).toEqual([
    { request: `GET /v1/transfers/${transferId}/reversals`, query: { limit: '100' } },
    {
      request: `POST /v1/transfers/${transferId}/reversals`,
      key: 'reversal:reversal-1',
      form: { amount: '3000', 'metadata[reversal_key]': 'reversal-1' },
    },
  ])
})

test('a payout larger than its payment, or without a payment, names no charge', async () => {
  const accountId = await readyAccount()
  const transfer = {
    key: 'payout-2',
    bookingId: 'subsidised',
    paymentIntentId: null,
    accountId,
    amountCents: 7_650,
  }
  const { requests } = await asked(() => payments.transfer(transfer))
  expect(requests.at(-1)?.form).not.toHaveProperty('source_transaction')
})

test('the double refuses undocumented requests as Stripe does', async () => {
  const answer = await fetch(`${double.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_double' },
    body: new URLSearchParams({ payment_intent: 'pi_1', amount_cents: '100' }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { type: 'invalid_request_error', code: 'parameter_unknown' } },
  ])
})

test('one version: in our requests, in the double’s responses and events, and in the SDK', async () => {
  // Another API version may behave differently: these requests must be reviewed with each new SDK.
  expect(Stripe.API_VERSION).toBe(STRIPE_API_VERSION)
  expect(DOUBLES_API_VERSION).toBe(STRIPE_API_VERSION)
  const { intent } = await paid('of this version')
  const answer = await fetch(`${double.url}/v1/payment_intents/${intent}`, {
    headers: { authorization: 'Bearer sk_test_double' },
  })
  expect(answer.headers.get('stripe-version')).toBe(STRIPE_API_VERSION)
  const versions = double.takeEvents('whsec_1').map(({ body }) => JSON.parse(body).api_version)
  expect(versions.length).toBeGreaterThan(0)
  expect(new Set(versions)).toEqual(new Set([STRIPE_API_VERSION]))
})
