import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type LocalPaymentsSettings, localPayments } from './local.ts'
import type { PostEvent } from './local-events.ts'

const database = testDatabase()
const clock = movableClock(Date.UTC(2026, 10, 20, 15))
const SECRET = 'whsec_local'
const card = { number: '4242424242424242', expiry: '12/30', cvc: '737' }

const connect = (appUrl = 'http://app.test', onRefused?: LocalPaymentsSettings['onRefused']) =>
  localPayments({ pool: database.pool, secret: SECRET, appUrl, clock, ...(onRefused && { onRefused }) })

const start = (minutes = 15) =>
  connect().startCheckout({
    key: randomUUID(),
    orderId: 'order-1',
    amountCents: 8_500,
    description: '60-minute lesson with Maria Alvarez',
    place: 'Longleaf Hollow, Charlotte, NC',
    terms: 'Free cancellation until Tue, Nov 24, 9:00 AM EST; no refund after that.',
    customerEmail: 'sam@example.com',
    successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://app.test/coaches/maria',
    expiresAt: clock.now() + minutes * 60_000,
  })

const waiting = async () => {
  const { rows } = await database.pool.query(
    'select id, type, attempts from local_vendor.events where delivered_at is null order by created_at, id',
  )
  return rows
}
const swallow: PostEvent = async () => 200

beforeEach(() =>
  database.pool.query('truncate local_vendor.events, local_vendor.checkouts, local_vendor.refunds'),
)

describe('the checkout page', () => {
  test('shows what is bought and until when, and knows the redirect', async () => {
    const { sessionId, url } = await start()
    expect(url).toBe(`http://app.test/checkout/${sessionId}`)
    expect(sessionId).toMatch(/^cs_local_[\w-]{24}$/)
    expect(await connect().findPage(sessionId)).toEqual({
      amountCents: 8_500,
      description: '60-minute lesson with Maria Alvarez',
      place: 'Longleaf Hollow, Charlotte, NC',
      terms: 'Free cancellation until Tue, Nov 24, 9:00 AM EST; no refund after that.',
      customerEmail: 'sam@example.com',
      customerId: null,
      status: 'open',
      expiresAt: clock.now() + 15 * 60_000,
      successUrl: `http://app.test/payment-success?session_id=${sessionId}`,
      cancelUrl: 'http://app.test/coaches/maria',
    })
    expect(await connect().findPage('cs_local_nothing')).toBeNull()
  })

  test('a declined card leaves the session open and sends no event; the next card pays', async () => {
    const { sessionId } = await start()
    const declined = { ...card, number: '4000000000000002' }
    expect(await connect().pay(sessionId, declined)).toEqual({ ok: false, reason: 'declined' })
    expect(await waiting()).toEqual([])
    expect(await connect().pay(sessionId, card)).toEqual({ ok: true })
    expect(await waiting()).toMatchObject([{ type: 'checkout.session.completed' }])
  })

  test('twenty payments at once: one succeeds, the others are told so', async () => {
    const { sessionId } = await start()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => connect().pay(sessionId, card)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'already_paid')).toHaveLength(19)
    expect(await waiting()).toHaveLength(1)
  })

  test('paying and abandoning at once, twenty times: always exactly one succeeds', async () => {
    for (let round = 0; round < 20; round++) {
      const { sessionId } = await start()
      const [outcome] = await Promise.all([connect().pay(sessionId, card), connect().abandon(sessionId)])
      const events = await waiting()
      expect(events.map(({ type }) => type)).toEqual([
        outcome.ok ? 'checkout.session.completed' : 'checkout.session.expired',
      ])
      await connect().deliverEvents(swallow)
    }
  })

  test('an expired session is refused from the exact millisecond', async () => {
    const { sessionId } = await start(15)
    clock.advance(15 * 60_000 - 1)
    expect(await connect().findPage(sessionId)).toMatchObject({ status: 'open' })
    clock.advance(1)
    expect(await connect().findPage(sessionId)).toMatchObject({ status: 'expired' })
    expect(await connect().pay(sessionId, card)).toEqual({ ok: false, reason: 'expired' })
  })

  test('a person without access to the processor can’t pay', async () => {
    for (const id of ['cs_local_none', '', 'x\u0000'])
      expect(await connect().pay(id, card)).toEqual({ ok: false, reason: 'not_found' })
  })

  test('card data is never stored in the database', async () => {
    const { sessionId } = await start()
    await connect().pay(sessionId, { number: '4000 0000 0000 9995', expiry: '12/30', cvc: '737' })
    await connect().pay(sessionId, card)
    const { rows } = await database.pool.query(
      `select c::text as kept from local_vendor.checkouts c union all select e::text from local_vendor.events e`,
    )
    const kept = rows.map((row) => row.kept).join()
    expect(kept).toContain(sessionId)
    expect(kept).not.toMatch(/4242|9995|737\b|12\/30/)
  })
})

describe('webhooks', () => {
  test('an event is sent until it is accepted, signed again each time, and errors are reported', async () => {
    const { sessionId } = await start()
    await connect().pay(sessionId, card)
    const sent: { body: string; header: string; at: number }[] = []
    const answers = [500, 404, 302]
    const told: unknown[] = []
    const telling = connect(undefined, (why) => told.push(why))
    const post: PostEvent = async (url, body, headers) => {
      expect(url).toBe('http://app.test/webhooks/payments')
      sent.push({ body, header: headers['stripe-signature'] ?? '', at: clock.now() })
      if (sent.length === 4) throw new Error('connect ECONNREFUSED')
      return answers[sent.length - 1] ?? 204
    }
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await telling.deliverEvents(post)).toEqual({ delivered: 0, failed: 1 })
      expect(await waiting()).toMatchObject([{ attempts: attempt }])
      clock.advance(6 * 3_600_000)
    }
    expect(await telling.deliverEvents(post)).toEqual({ delivered: 1, failed: 0 })
    expect(await telling.deliverEvents(post)).toEqual({ delivered: 0, failed: 0 })
    expect(told).toEqual([
      ...answers.map((status) => ({ status })),
      { err: new Error('connect ECONNREFUSED') },
    ])
    expect(sent).toHaveLength(5)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    for (const { body, header, at } of sent)
      expect(connect().readEvent(body, header, at)).toMatchObject({ type: 'checkout_paid', sessionId })
  })

  test('one rejected event does not block the others', async () => {
    for (let sale = 0; sale < 5; sale++) await connect().pay((await start()).sessionId, card)
    const [stubborn] = await waiting()
    const post: PostEvent = async (_url, body) => (body.includes(stubborn.id) ? 500 : 200)
    expect(await connect().deliverEvents(post)).toEqual({ delivered: 4, failed: 1 })
    expect(await waiting()).toMatchObject([{ id: stubborn.id }])
  })

  test('four senders at once: every event arrives, none twice', async () => {
    for (let sale = 0; sale < 20; sale++) await connect().pay((await start()).sessionId, card)
    const arrived: string[] = []
    const post: PostEvent = async (_url, body) => {
      arrived.push(JSON.parse(body).id)
      await new Promise(setImmediate)
      return 200
    }
    const senders = await Promise.all(Array.from({ length: 4 }, () => connect().deliverEvents(post)))
    expect(senders.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(20)
    expect(arrived).toHaveLength(20)
    expect(new Set(arrived).size).toBe(20)
    expect(await waiting()).toEqual([])
  })

  test('a slow receiver delays only its own sender', async () => {
    for (let sale = 0; sale < 3; sale++) await connect().pay((await start()).sessionId, card)
    const { promise: answer, resolve: answerNow } = Promise.withResolvers<number>()
    const { promise: isWaiting, resolve: waitingNow } = Promise.withResolvers<void>()
    const slow = connect().deliverEvents(async () => {
      waitingNow()
      return answer
    })
    await isWaiting
    expect(await connect().deliverEvents(swallow)).toEqual({ delivered: 2, failed: 0 })
    answerNow(200)
    expect(await slow).toEqual({ delivered: 1, failed: 0 })
  })

  test('expired sessions are reported once, by whichever process comes first', async () => {
    const sessions = await Promise.all([start(15), start(15), start(60)])
    clock.advance(15 * 60_000)
    const announced: string[] = []
    const post: PostEvent = async (_url, body) => {
      const { type, data } = JSON.parse(body)
      announced.push(`${type} ${data.object.id}`)
      return 200
    }
    await Promise.all([connect().deliverEvents(post), connect().deliverEvents(post)])
    await connect().deliverEvents(post)
    const due = sessions.slice(0, 2).map(({ sessionId }) => `checkout.session.expired ${sessionId}`)
    expect(announced.sort()).toEqual(due.sort())
  })

  test('a payment whose event can’t be stored is rolled back', async () => {
    const { sessionId } = await start()
    await database.pool.query('alter table local_vendor.events add constraint broken check (false) not valid')
    try {
      await expect(connect().pay(sessionId, card)).rejects.toThrow('broken')
    } finally {
      await database.pool.query('alter table local_vendor.events drop constraint broken')
    }
    expect(await connect().findCheckout(sessionId)).toMatchObject({ status: 'open', paymentIntentId: null })
    expect(await connect().pay(sessionId, card)).toEqual({ ok: true })
  })

  test('over real HTTP: a request lost when the receiver closes a kept connection is resent at once', async () => {
    const asked = new WeakMap<object, number>()
    let lost = 0
    const server = createServer(async (request, response) => {
      await text(request)
      const times = (asked.get(request.socket) ?? 0) + 1
      asked.set(request.socket, times)
      if (times === 1) return response.end()
      lost += 1
      request.socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    for (let sale = 0; sale < 2; sale++) await connect().pay((await start()).sessionId, card)
    expect(await connect(`http://localhost:${port}`).deliverEvents()).toEqual({ delivered: 2, failed: 0 })
    expect(lost).toBe(1)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('over real HTTP: the body and header arrive as signed', async () => {
    const { sessionId } = await start()
    await connect().pay(sessionId, card)
    const got: unknown[] = []
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const header = request.headers['stripe-signature']
      got.push(request.url, connect().readEvent(body, String(header), clock.now()))
      response.writeHead(200).end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    try {
      const payments = connect(`http://127.0.0.1:${address.port}`)
      expect(await payments.deliverEvents()).toEqual({ delivered: 1, failed: 0 })
    } finally {
      server.closeAllConnections()
      server.close()
    }
    expect(got).toEqual(['/webhooks/payments', expect.objectContaining({ type: 'checkout_paid', sessionId })])
  })
})
