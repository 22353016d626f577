import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type PaymentProcessor, paymentProcessors } from '#tests/support/payment-processors.ts'
import {
  type CheckoutOrder,
  CustomerGone,
  type PaymentEvent,
  PaymentRefused,
  type PaymentsPort,
} from './payments.ts'

const clock = movableClock(Date.UTC(2026, 10, 20, 15))
const database = testDatabase()

const processors = paymentProcessors({ database, clock })

describe.each(Object.keys(processors))('payments with %s', (name) => {
  let subject: PaymentProcessor
  let payments: PaymentsPort
  beforeAll(async () => {
    const start = processors[name]
    if (!start) throw new Error(`no processor ${name}`)
    subject = await start()
    payments = subject.payments
  })
  afterAll(() => subject?.close())

  const newOrder = (change: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
    key: randomUUID(),
    orderId: randomUUID(),
    amountCents: 12_750,
    description: '90-minute lesson with Maria Alvarez',
    customerEmail: 'sam@example.com',
    successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://app.test/coaches/maria',
    expiresAt: clock.now() + 15 * 60_000,
    ...change,
  })

  async function takeEvents(): Promise<(PaymentEvent | null)[]> {
    const webhooks = await subject.takeWebhooks()
    return webhooks.map(({ body, header }) => payments.readEvent(body, header, clock.now()))
  }

  async function paidCheckout(change: Partial<CheckoutOrder> = {}) {
    const order = newOrder(change)
    const { sessionId } = await payments.startCheckout(order)
    expect(await subject.pay(sessionId)).toBe(true)
    const paymentIntentId = (await payments.findCheckout(sessionId))?.paymentIntentId ?? ''
    await takeEvents()
    return { order, sessionId, paymentIntentId }
  }

  test('a payment’s card has a stable id that is not its number', async () => {
    const [one, two] = [await paidCheckout(), await paidCheckout()]
    const card = await payments.findCard(one.paymentIntentId)
    expect(card?.fingerprint).toMatch(/^[\w-]{8,}$/)
    expect(card?.fingerprint).not.toContain('4242')
    expect(await payments.findCard(two.paymentIntentId)).toEqual(card)
    expect(await payments.findCard('pi_of_nobody')).toBeNull()
  })

  test('a checkout starts open, with the requested price and booking', async () => {
    const order = newOrder()
    const { sessionId, url } = await payments.startCheckout(order)
    expect(new URL(url).pathname).toContain(sessionId)
    expect(await payments.findCheckout(sessionId)).toEqual({
      status: 'open',
      amountCents: 12_750,
      currency: 'usd',
      orderId: order.orderId,
      paymentIntentId: null,
      refundedCents: 0,
    })
  })

  test('one key is one session, however often and concurrently it is used', async () => {
    const order = newOrder()
    const started = await Promise.all(Array.from({ length: 5 }, () => payments.startCheckout(order)))
    clock.advance(90_000)
    started.push(await payments.startCheckout(order))
    expect(new Set(started.map(({ sessionId }) => sessionId)).size).toBe(1)
    expect(new Set(started.map(({ url }) => url)).size).toBe(1)
  })

  test.each([
    ['another amount', { amountCents: 100 }],
    ['another order', { orderId: 'another' }],
    ['another end', { expiresAt: clock.now() + 20 * 60_000 }],
  ])('a key reused with %s is refused', async (_what, change) => {
    const order = newOrder()
    await payments.startCheckout(order)
    await expect(payments.startCheckout({ ...order, ...change })).rejects.toBeInstanceOf(PaymentRefused)
  })

  test.each([0, -100, 49, 99.5])('%d cents cannot be charged', async (amountCents) => {
    await expect(payments.startCheckout(newOrder({ amountCents }))).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('a payment event has the amount, the booking, and the time', async () => {
    await takeEvents()
    const order = newOrder()
    const { sessionId } = await payments.startCheckout(order)
    await subject.pay(sessionId)
    const found = await payments.findCheckout(sessionId)
    expect(found).toMatchObject({ status: 'paid', amountCents: 12_750 })
    expect(await takeEvents()).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        createdAt: Math.floor(clock.now() / 1000) * 1000,
        type: 'checkout_paid',
        sessionId,
        orderId: order.orderId,
        amountCents: 12_750,
        currency: 'usd',
        paymentIntentId: found?.paymentIntentId,
      },
    ])
  })

  test('an expired checkout accepts no payment', async () => {
    await takeEvents()
    const order = newOrder()
    const { sessionId } = await payments.startCheckout(order)
    expect(await payments.expireCheckout(sessionId)).toBe('expired')
    expect(await payments.expireCheckout(sessionId)).toBe('expired')
    expect(await subject.pay(sessionId)).toBe(false)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ status: 'expired', paymentIntentId: null })
    expect(await takeEvents()).toEqual([
      expect.objectContaining({ type: 'checkout_expired', sessionId, orderId: order.orderId }),
    ])
  })

  test('an abandoned checkout expires by itself within two hours', async () => {
    const { sessionId } = await payments.startCheckout(newOrder())
    clock.advance(2 * 3_600_000)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ status: 'expired' })
    expect(await subject.pay(sessionId)).toBe(false)
    expect(await payments.expireCheckout(sessionId)).toBe('expired')
  })

  test('a paid checkout can’t expire, and says so', async () => {
    const { sessionId } = await paidCheckout()
    expect(await payments.expireCheckout(sessionId)).toBe('paid')
    expect(await payments.findCheckout(sessionId)).toMatchObject({ status: 'paid' })
    expect(await takeEvents()).toEqual([])
  })

  test('paying and expiring at once: one of them wins, and both report the same result', async () => {
    for (let round = 0; round < 5; round++) {
      await takeEvents()
      const { sessionId } = await payments.startCheckout(newOrder())
      const [wasPaid, expiry] = await Promise.all([
        subject.pay(sessionId),
        payments.expireCheckout(sessionId),
      ])
      expect(expiry).toBe(wasPaid ? 'paid' : 'expired')
      expect(await takeEvents()).toMatchObject([{ type: wasPaid ? 'checkout_paid' : 'checkout_expired' }])
    }
  })

  test.each(['cs_unknown', 'cs_local_unknown', '../../refunds', "' or 1=1 --", 'cs_local_\u0000'])(
    'a nonexistent session %j is unknown',
    async (sessionId) => {
      expect(await payments.findCheckout(sessionId)).toBeNull()
      expect(await payments.expireCheckout(sessionId)).toBe('unknown')
    },
  )

  test('a refund happens once per key, and its event has its details and its key', async () => {
    const { paymentIntentId } = await paidCheckout()
    const request = { key: randomUUID(), paymentIntentId, amountCents: 12_750 }
    const [first, second] = await Promise.all([payments.refund(request), payments.refund(request)])
    const third = await payments.refund(request)
    expect(new Set([first?.refundId, second?.refundId, third.refundId]).size).toBe(1)
    const refund = { ...request, refundId: third.refundId, state: 'succeeded', failure: null }
    expect(third).toEqual(refund)
    expect(await payments.listRefunds(paymentIntentId)).toEqual([refund])
    const events = await takeEvents()
    expect(events).toHaveLength(2)
    expect(events).toContainEqual(expect.objectContaining({ type: 'refund_changed', refund }))
    // The charge's event also reports the refund, but without its id.
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'refund_changed', paymentIntentId, refund: null }),
    )
  })

  test('partial refunds add up and never exceed the payment', async () => {
    const { sessionId, paymentIntentId } = await paidCheckout()
    const refund = (amountCents: number) =>
      payments.refund({ key: randomUUID(), paymentIntentId, amountCents })
    await refund(2_750)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ refundedCents: 2_750 })
    await refund(10_000)
    await expect(refund(1)).rejects.toBeInstanceOf(PaymentRefused)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ refundedCents: 12_750 })
    await takeEvents()
  })

  test('ten refunds at once never exceed the payment', async () => {
    const { sessionId, paymentIntentId } = await paidCheckout()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        payments.refund({ key: randomUUID(), paymentIntentId, amountCents: 2_000 }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ refundedCents: 12_000 })
    await takeEvents()
  })

  test.each([
    ['failed', 'expired_or_canceled_card'],
    ['canceled', 'merchant_request'],
  ] as const)(
    'a refund that %s is reported with the reason, keeps that state under its key, and can be retried under another',
    async (state, failure) => {
      const { sessionId, paymentIntentId } = await paidCheckout()
      const request = { key: randomUUID(), paymentIntentId, amountCents: 12_750 }
      const { refundId } = await payments.refund(request)
      await takeEvents()
      await subject.turnRefund(refundId, state)
      const cameBack = { ...request, refundId, state, failure }
      const events = await takeEvents()
      expect(events.length).toBeGreaterThan(0)
      for (const event of events)
        expect(event).toMatchObject({ type: 'refund_changed', paymentIntentId, refund: cameBack })
      subject.forgetIdempotencyKeys()
      expect(await payments.refund(request)).toEqual(cameBack)
      expect(await payments.findCheckout(sessionId)).toMatchObject({ refundedCents: 0 })

      const again = await payments.refund({ ...request, key: randomUUID() })
      expect(again).toMatchObject({ state: 'succeeded' })
      expect(again.refundId).not.toBe(refundId)
      expect(await payments.listRefunds(paymentIntentId)).toHaveLength(2)
      expect(await payments.findCheckout(sessionId)).toMatchObject({ refundedCents: 12_750 })
      await takeEvents()
    },
  )

  test('a refund of an unknown payment, or with a key of another amount, is refused', async () => {
    const { paymentIntentId } = await paidCheckout()
    const key = randomUUID()
    await payments.refund({ key, paymentIntentId, amountCents: 1_000 })
    await expect(payments.refund({ key, paymentIntentId, amountCents: 2_000 })).rejects.toBeInstanceOf(
      PaymentRefused,
    )
    await expect(
      payments.refund({ key: randomUUID(), paymentIntentId: 'pi_unknown', amountCents: 1_000 }),
    ).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('a webhook is accepted only exactly as it was sent', async () => {
    await takeEvents()
    const { sessionId } = await payments.startCheckout(newOrder())
    await subject.pay(sessionId)
    const [webhook] = await subject.takeWebhooks()
    if (!webhook) throw new Error('no webhook came')
    const { body, header } = webhook
    expect(payments.readEvent(body, header, clock.now())).toMatchObject({ type: 'checkout_paid' })
    const cheaper = body.replace('12750', '12751')
    expect(cheaper).not.toBe(body)
    for (const [forged, signature, at] of [
      [cheaper, header, clock.now()],
      [`${body} `, header, clock.now()],
      [body, undefined, clock.now()],
      [body, header, clock.now() + 301_000],
    ] as const)
      expect(() => payments.readEvent(forged, signature, at)).toThrow('bad_signature')
  })

  async function newCustomer() {
    const { customerId } = await payments.createCustomer({ key: randomUUID() })
    await payments.updateCustomer({ customerId, email: 'sam@example.com' })
    return customerId
  }

  /** Pays a checkout of a customer. */
  async function payAs(customerId: string, by: Parameters<PaymentProcessor['pay']>[1]) {
    const { sessionId } = await payments.startCheckout(newOrder({ customerId }))
    return { sessionId, isPaid: await subject.pay(sessionId, by) }
  }

  test('one key is one customer, however often and concurrently it is used', async () => {
    const key = randomUUID()
    const created = await Promise.all(Array.from({ length: 5 }, () => payments.createCustomer({ key })))
    expect(new Set(created.map(({ customerId }) => customerId)).size).toBe(1)
  })

  test('a card is kept only when the payer asks for it, pays the next checkout, and is removed', async () => {
    const customerId = await newCustomer()
    await payAs(customerId, {})
    expect(await payments.listCards(customerId)).toEqual([])
    await payAs(customerId, { keepCard: true })
    const [card, ...more] = (await payments.listCards(customerId)) ?? []
    expect(more).toEqual([])
    expect(card).toEqual({
      cardId: expect.stringMatching(/^pm_/),
      brand: 'visa',
      last4: '4242',
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
    })
    const cardId = card?.cardId ?? ''

    const { sessionId, isPaid } = await payAs(customerId, { cardId })
    expect(isPaid).toBe(true)
    expect(await payments.findCheckout(sessionId)).toMatchObject({ status: 'paid' })

    expect(await payments.removeCard({ customerId, cardId })).toBe('removed')
    expect(await payments.listCards(customerId)).toEqual([])
    expect(await payments.removeCard({ customerId, cardId })).toBe('unknown')
    expect((await payAs(customerId, { cardId })).isPaid).toBe(false)
    await takeEvents()
  })

  test('a customer’s card is unknown to every other customer, and to a checkout without one', async () => {
    const [sam, ava] = [await newCustomer(), await newCustomer()]
    await payAs(sam, { keepCard: true })
    const cardId = (await payments.listCards(sam))?.[0]?.cardId ?? ''
    expect(await payments.listCards(ava)).toEqual([])
    expect((await payAs(ava, { cardId })).isPaid).toBe(false)
    const { sessionId } = await payments.startCheckout(newOrder())
    expect(await subject.pay(sessionId, { cardId })).toBe(false)
    expect(await payments.removeCard({ customerId: ava, cardId })).toBe('unknown')
    expect(await payments.listCards(sam)).toHaveLength(1)
    await takeEvents()
  })

  test('a checkout without a customer keeps no card, whatever the payer asks', async () => {
    const before = await subject.listCustomers()
    const { sessionId } = await payments.startCheckout(newOrder())
    expect(await subject.pay(sessionId, { keepCard: true })).toBe(true)
    expect(await subject.listCustomers()).toEqual(before)
    await takeEvents()
  })

  test('a deleted customer is gone with all cards, and deleting again is no error', async () => {
    const customerId = await newCustomer()
    await payAs(customerId, { keepCard: true })
    await payAs(customerId, { keepCard: true })
    const count = (await subject.listCustomers()).length
    await payments.deleteCustomer(customerId)
    await payments.deleteCustomer(customerId)
    expect(await subject.listCustomers()).toHaveLength(count - 1)
    expect(await payments.listCards(customerId)).toBeNull()
    await expect(payments.startCheckout(newOrder({ customerId }))).rejects.toBeInstanceOf(CustomerGone)
    await expect(payments.updateCustomer({ customerId, email: 'sam@example.com' })).rejects.toBeInstanceOf(
      CustomerGone,
    )
    await takeEvents()
  })

  test('an order whose customer was gone starts with a new one', async () => {
    const order = newOrder({ customerId: await newCustomer() })
    await payments.deleteCustomer(order.customerId ?? '')
    await expect(payments.startCheckout(order)).rejects.toBeInstanceOf(CustomerGone)
    const { sessionId } = await payments.startCheckout({ ...order, customerId: await newCustomer() })
    expect(await payments.findCheckout(sessionId)).toMatchObject({ status: 'open' })
  })
})
