import { test as base, describe, expect } from 'vitest'
import { startStripeDouble } from '#tests/support/stripe-double.ts'
import { PaymentRefused, PaymentsUnavailable } from './payments.ts'
import { stripePayments } from './stripe.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const secretKey = 'sk_test_double_0123456789'
const order = {
  key: 'booking-1',
  orderId: 'order-1',
  amountCents: 8_500,
  description: '60-minute lesson with Maria Alvarez',
  customerEmail: 'sam@example.com',
  successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://app.test/coaches/maria',
  expiresAt: NOW + 15 * 60_000,
}

/** Each test has its own processor, so they can run concurrently. */
const test = base.extend<{
  clock: { present: number }
  double: Awaited<ReturnType<typeof startStripeDouble>>
  /** Tests of an unresponsive processor use a short timeout; all others must allow for a slow machine. */
  connect: (settings?: Partial<Parameters<typeof stripePayments>[0]>) => ReturnType<typeof stripePayments>
}>({
  clock: async ({ task: _ }, use) => use({ present: NOW }),
  double: async ({ clock }, use) => {
    const double = await startStripeDouble({ secretKey, now: () => clock.present })
    await use(double)
    await double.close()
  },
  connect: async ({ double }, use) =>
    use((settings) =>
      stripePayments({
        secretKey,
        webhookSecret: 'whsec_1',
        apiBase: double.url,
        timeoutMs: 15_000,
        ...settings,
      }),
    ),
})

test('a session lives long enough for Stripe even when it starts as the hold ends', async ({
  clock,
  connect,
}) => {
  clock.present = order.expiresAt
  await expect(connect().startCheckout(order)).resolves.toHaveProperty('url')
})

describe.concurrent('when Stripe has trouble', () => {
  test.for([
    ['does not answer once', ['hang']],
    ['fails once', [500]],
    ['is locked once', [409]],
  ] as const)(
    'and %s: the same request is sent again and there is one session',
    async ([_what, problems], { connect, double, expect }) => {
      double.misbehave(...problems)
      const { sessionId } = await connect({ timeoutMs: 2_000 }).startCheckout(order)
      expect(double.requests).toHaveLength(2)
      expect((await connect().startCheckout(order)).sessionId).toBe(sessionId)
    },
  )

  test.for([
    ['is silent', ['hang', 'hang', 'hang', 'hang']],
    ['fails', [500, 500, 500, 500]],
    ['has had enough of us', [429]],
  ] as const)(
    'and %s: payments are reported as unavailable, with the reason',
    async ([_what, problems], { connect, double, expect }) => {
      double.misbehave(...problems)
      const failure = await connect({ timeoutMs: 300 })
        .startCheckout(order)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PaymentsUnavailable)
      expect(failure).toMatchObject({ code: 'unavailable', cause: expect.any(Error) })
    },
  )

  test('the first request of a key is still running: unavailable, never refused, so that no new key is used', async ({
    connect,
    double,
    expect,
  }) => {
    double.misbehave('in use', 'in use', 'in use', 'in use')
    await expect(connect().startCheckout(order)).rejects.toBeInstanceOf(PaymentsUnavailable)
  })

  test('no server is listening: unavailable on every call, never "unknown" or "expired"', async ({
    connect,
    expect,
  }) => {
    const payments = connect({ apiBase: 'http://127.0.0.1:9' })
    const calls = [
      payments.startCheckout(order),
      payments.expireCheckout('cs_1'),
      payments.findCheckout('cs_1'),
      payments.refund({ key: 'r', paymentIntentId: 'pi_1', amountCents: 100 }),
    ]
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(PaymentsUnavailable) })
  })

  test('a key that Stripe rejects is a configuration error: unavailable, and the key is not in the error', async ({
    connect,
    expect,
  }) => {
    const failure = await connect({ secretKey: 'sk_live_wrong_0123456789' })
      .startCheckout(order)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PaymentsUnavailable)
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('sk_live_wrong')
  })
})

test('a key that may not use customers: refused, so that the circuit of payments stays closed', async ({
  connect,
  double,
}) => {
  double.forbid('/v1/customers')
  const payments = connect()
  await expect(payments.createCustomer({ key: 'sam' })).rejects.toBeInstanceOf(PaymentRefused)
  await expect(payments.listCards('cus_1')).rejects.toBeInstanceOf(PaymentsUnavailable)
  await expect(payments.startCheckout(order)).resolves.toHaveProperty('url')
})

test('a refund is not repeated even after Stripe has forgotten its idempotency keys', async ({
  connect,
  double,
}) => {
  const payments = connect()
  const { sessionId } = await payments.startCheckout(order)
  double.pay(sessionId)
  const paymentIntentId = (await payments.findCheckout(sessionId))?.paymentIntentId ?? ''
  const request = { key: 'late-refund', paymentIntentId, amountCents: 4_000 }
  const first = await payments.refund(request)
  double.forgetIdempotencyKeys()
  expect(await payments.refund(request)).toEqual(first)
  await expect(payments.refund({ ...request, amountCents: 4_500 })).rejects.toBeInstanceOf(PaymentRefused)
})

test('a refund that the balance does not cover waits, and stays the same refund when sent', async ({
  connect,
  double,
}) => {
  const payments = connect()
  const { sessionId } = await payments.startCheckout(order)
  double.pay(sessionId)
  const paymentIntentId = (await payments.findCheckout(sessionId))?.paymentIntentId ?? ''
  double.beginRefunds('pending')
  const waits = await payments.refund({ key: 'waits', paymentIntentId, amountCents: 4_000 })
  expect(waits.state).toBe('pending')
  double.turnRefund(waits.refundId, 'succeeded')
  expect(await payments.listRefunds(paymentIntentId)).toEqual([{ ...waits, state: 'succeeded' }])
})

test('a refused transfer stays refused under its key for a day; the next attempt uses another and is made once', async ({
  connect,
  double,
}) => {
  const payments = connect()
  const { accountId } = await payments.createAccount({ key: 'coach', email: 'maya@coaches.test' })
  double.completeOnboarding(accountId)
  const restriction = {
    disabled_reason: 'requirements.past_due',
    currently_due: ['external_account'],
    past_due: ['external_account'],
    current_deadline: null,
  }
  double.restrict(accountId, restriction)
  const transfer = {
    key: 'share',
    bookingId: 'booking-1',
    paymentIntentId: null,
    accountId,
    amountCents: 7_650,
  }
  await expect(payments.transfer(transfer)).rejects.toBeInstanceOf(PaymentRefused)
  double.restrict(accountId, null)
  await expect(payments.transfer(transfer)).rejects.toBeInstanceOf(PaymentRefused)
  const sent = await payments.transfer({ ...transfer, attempt: 1 })
  expect(await payments.transfer({ ...transfer, attempt: 2 })).toEqual(sent)
})

test('an account with an information deadline can be paid until then, and has its date', async ({
  connect,
  double,
}) => {
  const payments = connect()
  const { accountId } = await payments.createAccount({ key: 'coach', email: 'maya@coaches.test' })
  expect(await payments.findAccount(accountId)).toEqual({
    canBePaid: false,
    blockedBy: 'questions',
    answerBy: null,
  })
  double.completeOnboarding(accountId)
  const answerBy = NOW + 14 * 86_400_000
  double.restrict(accountId, {
    disabled_reason: null,
    currently_due: ['individual.id_number'],
    past_due: [],
    current_deadline: answerBy / 1000,
  })
  expect(await payments.findAccount(accountId)).toEqual({ canBePaid: true, blockedBy: null, answerBy })
})
