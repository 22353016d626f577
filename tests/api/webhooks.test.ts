import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { deliverWebhook } from '#features/webhooks/delivery.ts'
import { postPublic } from '#platform/post-public.ts'
import { giveGiftCards } from '../support/gift-cards.ts'
import { bookPaid, enteredLesson, sendRefunds, signedInCoach, verifyEmail } from '../support/lessons.ts'
import { startLocalServer } from '../support/local-server.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** The receiving server: records requests, and responds with `answer`. */
const heard: { headers: IncomingHttpHeaders; body: string }[] = []
let answer = 204
/** Runs during the next request, before its response. */
let meanwhile: (() => Promise<void>) | null = null
const server = await startLocalServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
    const [status, first] = [answer, meanwhile]
    meanwhile = null
    void (first?.() ?? Promise.resolve()).then(() =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end('ignored'),
    )
  })
})
const { host } = new URL(server.url)
afterAll(server.close)

const product = testProduct({ WEBHOOK_EXTRA_HOSTS: host })
const query = async (statement: string, ...values: unknown[]) => await product.query(statement, values)

let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
})
beforeEach(() => {
  heard.length = 0
  answer = 204
  meanwhile = null
})

const all = [
  'booking.confirmed',
  'booking.moved',
  'booking.cancelled',
  'booking.completed',
  'payment.received',
  'payment.refunded',
  'video_review.paid',
  'video_review.asked',
  'video_review.answered',
  'video_review.refunded',
]

async function listen(person: typeof maya, events: string[] = all) {
  const added = await person.post('/api/me/webhooks', { url: `http://${host}/hook`, events })
  if (added.status !== 201) throw new Error(added.text)
  return { id: String(added.json.endpoint.id), secret: String(added.json.secret) }
}

/**
 * Makes one attempt for every pending delivery to an endpoint, as the worker does.
 * @returns what failed
 */
async function deliver(endpointId: string): Promise<string[]> {
  const failed: string[] = []
  for (const { id } of await query(
    'select id from webhook_deliveries where endpoint_id = $1 and delivered_at is null order by created_at, id',
    endpointId,
  ))
    await deliverWebhook(product.services, id).catch((error: Error) => failed.push(error.message))
  return failed
}

describe('a webhook', () => {
  test('notifies a coach’s program of a booking, signed per Standard Webhooks, in its own job', async () => {
    const sam = await product.student()
    const { id, secret } = await listen(maya)
    expect(secret).toMatch(/^whsec_/)
    const start = charlotteTime(3, 10)
    const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const waiting = await query(
      `select event, (select count(*)::int from pgboss.job j where j.name = 'deliver-webhook' and j.data->>'deliveryId' = d.id::text) as jobs
       from webhook_deliveries d where endpoint_id = $1 order by event`,
      id,
    )
    expect(waiting).toEqual([
      { event: 'booking.confirmed', jobs: 1 },
      { event: 'payment.received', jobs: 1 },
    ])
    expect(await deliver(id)).toEqual([])
    const told = heard.map(({ headers, body }) => {
      const at = Number(headers['webhook-timestamp'])
      expect(at).toBe(Math.floor(product.clock.now() / 1_000))
      const signed = new Webhook(secret).sign(String(headers['webhook-id']), new Date(at * 1_000), body)
      expect(headers['webhook-signature']).toBe(signed)
      expect(() => new Webhook('whsec_AAAA').verify(body, headers as Record<string, string>)).toThrow()
      return JSON.parse(body)
    })
    expect(told.map(({ type }) => type).sort()).toEqual(['booking.confirmed', 'payment.received'])
    expect(told[0]).toMatchObject({
      data: { bookingId, status: 'confirmed', instructorId: maya.userId, studentId: sam.userId },
    })
    expect(Date.parse(told[0].data.start)).toBe(Date.parse(start))
    const moved = await sam.post(`/api/bookings/${bookingId}/reschedule`, { start: charlotteTime(5, 10) })
    expect(moved.status, moved.text).toBe(200)
    const cancelled = await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
    expect(cancelled.status, cancelled.text).toBe(200)
    await deliver(id)
    // Both events have the same instant, so their order is undefined.
    const later = heard.slice(2).map(({ body }) => JSON.parse(body).type)
    expect(later.sort()).toEqual(['booking.cancelled', 'booking.moved'])
    const listed = await maya.get('/api/me/webhooks')
    expect(listed.text).not.toContain(secret)
    expect(listed.json[0].deliveries).toHaveLength(4)
    expect(listed.json[0].deliveries[0]).toMatchObject({ attempts: 1, lastStatus: 204, lastFault: null })
    await maya.send('DELETE', `/api/me/webhooks/${id}`)
  })

  test('says that a lesson which the coach entered is paid, when it was paid here by card or gift card', async () => {
    await verifyEmail(product, maya.userId)
    const sam = await product.student()
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
    const { id } = await listen(maya, ['payment.received'])
    const enter = async (payment: 'here' | 'elsewhere', hour: number) => {
      const student = { is: 'known', studentId: sam.userId }
      const lesson = enteredLesson({ student, payment, start: charlotteTime(4, hour) })
      const entered = await maya.post('/api/coach/lessons', lesson)
      expect(entered.status, entered.text).toBe(201)
      return { bookingId: String(entered.json.bookingId), checkoutUrl: String(entered.json.checkoutUrl) }
    }
    await enter('elsewhere', 9)
    const byCard = await enter('here', 11)
    await sam.post(`/api/test-checkouts/${byCard.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    const byGiftCard = await enter('here', 13)
    await giveGiftCards(product, { buyer: sam, student: sam }, 10_000)
    await sam.post(`/api/bookings/${byGiftCard.bookingId}/checkout`, { giftCents: 9_000 })
    await product.settle()
    expect(await deliver(id)).toEqual([])
    const paid = heard.map(({ body }) => JSON.parse(body).data.bookingId)
    expect(paid.sort()).toEqual([byCard.bookingId, byGiftCard.bookingId].sort())
    await maya.send('DELETE', `/api/me/webhooks/${id}`)
  })

  test('announces the refund of a canceled lesson once, however often the processor reports it', async () => {
    const sam = await product.student()
    const { id } = await listen(maya, ['payment.refunded'])
    const bookingId = await bookPaid(product, sam, {
      instructorId: maya.userId,
      start: charlotteTime(10, 10),
    })
    const cancelled = await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
    expect(cancelled.json).toEqual({ refundCents: 8_500 })
    await sendRefunds(product, bookingId)
    await query('update local_vendor.events set delivered_at = null')
    await product.settle()
    expect(await deliver(id)).toEqual([])
    expect(heard.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        type: 'payment.refunded',
        data: { bookingId, status: 'cancelled', refundCents: 8_500, refundedCents: 8_500 },
      },
    ])
    await maya.send('DELETE', `/api/me/webhooks/${id}`)
  })

  test('announces a refund that is paid another way after the bank returned it', async () => {
    const [sam, admin] = [await product.student(), await product.admin()]
    const bookingId = await bookPaid(product, sam, {
      instructorId: maya.userId,
      start: charlotteTime(14, 10),
    })
    await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
    await sendRefunds(product, bookingId)
    const [{ id: refundId, processor_id: atProcessor }] = await query(
      `select o.id, r.id as processor_id from payment_refunds o join payments p on p.id = o.payment_id
       join local_vendor.refunds r on r.payment_intent_id = p.stripe_payment_intent_id where o.booking_id = $1`,
      bookingId,
    )
    const returned = { refundId: atProcessor, state: 'failed', failure: 'expired_or_canceled_card' } as const
    await product.services.localCheckouts?.turnRefund(returned)
    await product.settle()
    const { id } = await listen(maya, ['payment.refunded'])
    const marked = await admin.post('/api/admin/lists/money-findings/acts/paid-by-hand', {
      ids: [refundId],
      shown: 1,
      reason: 'Check 1042, mailed today',
    })
    expect(marked.json.changed).toEqual([refundId])
    const told = await query('select body from webhook_deliveries where endpoint_id = $1', id)
    expect(told.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'payment.refunded', data: { bookingId, refundCents: 8_500, refundedCents: 8_500 } },
    ])
    await maya.send('DELETE', `/api/me/webhooks/${id}`)
  })

  test('announces each refund for a lesson of a package, with the total of that lesson', async () => {
    const sam = await product.student()
    const start = charlotteTime(11, 10)
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    const bookingId = await acceptAndPay(product, sam, proposalId, start)
    const { id } = await listen(maya, ['payment.refunded'])
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId })
      if (!payment) throw new Error('no payment')
      const refund = { key: `part:${bookingId}`, amountCents: 3_000, reason: 'support' } as const
      await startRefund(product.services, tx, payment, refund)
    })
    await sendRefunds(product, bookingId)
    // The rest of the price of a lesson with a refund is refunded too when it is canceled.
    const cancelled = await sam.post(`/api/bookings/${bookingId}/cancellation`, {})
    expect(cancelled.json).toEqual({ refundCents: 5_000 })
    await sendRefunds(product, bookingId)
    const refunds = (await query('select body from webhook_deliveries where endpoint_id = $1', id))
      .map(({ body }) => JSON.parse(body).data)
      .sort((one, other) => one.refundedCents - other.refundedCents)
    expect(refunds).toMatchObject([
      { bookingId, refundCents: 3_000, refundedCents: 3_000 },
      { bookingId, refundCents: 5_000, refundedCents: 8_000 },
    ])
    await maya.send('DELETE', `/api/me/webhooks/${id}`)
  })

  test('passes verification by the Standard Webhooks library at the current time', async () => {
    const sam = await product.student()
    const { id, secret } = await listen(sam)
    await sam.post(`/api/me/webhooks/${id}/tests`)
    const before = product.clock.now()
    // The library uses the machine's clock.
    product.clock.moveTo(Date.now())
    await deliver(id)
    product.clock.moveTo(before)
    const [{ headers, body } = { headers: {}, body: '' }] = heard
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'test',
    })
    const forged = body.replace('Greenside', 'Somebody')
    expect(() => new Webhook(secret).verify(forged, headers as Record<string, string>)).toThrow()
  })

  test('counts as failing since the first failure after the last success, in any order of responses', async () => {
    const sam = await product.student()
    const { id } = await listen(sam)
    for (let at = 0; at < 3; at++) await sam.post(`/api/me/webhooks/${id}/tests`)
    const [slow, other, third] = (
      await query('select id from webhook_deliveries where endpoint_id = $1 order by created_at, id', id)
    ).map((row) => String(row.id))
    const failingSince = async () => (await sam.get('/api/me/webhooks')).json[0].failingSince
    // Another delivery succeeds while the first attempt waits for a failing response.
    answer = 500
    meanwhile = async () => {
      product.clock.advance(1_000)
      answer = 204
      await deliverWebhook(product.services, other ?? '')
    }
    await expect(deliverWebhook(product.services, slow ?? '')).rejects.toThrow('did not arrive')
    expect(await failingSince()).toBeNull()
    // It starts failing while a request is waiting.
    meanwhile = async () => {
      answer = 500
      await expect(deliverWebhook(product.services, third ?? '')).rejects.toThrow('did not arrive')
      expect(await failingSince()).not.toBeNull()
    }
    await deliverWebhook(product.services, slow ?? '')
    expect(await failingSince()).toBeNull()
  })

  test('is retried after a failure, logged with the response, and replayed with the same id and body', async () => {
    const sam = await product.student()
    const { id } = await listen(sam)
    await sam.post(`/api/me/webhooks/${id}/tests`)
    answer = 500
    expect(await deliver(id)).toHaveLength(1)
    answer = 302
    expect(await deliver(id)).toHaveLength(1)
    answer = 204
    expect(await deliver(id)).toEqual([])
    const [endpoint] = (await sam.get('/api/me/webhooks')).json
    expect(endpoint.deliveries).toMatchObject([{ event: 'test', attempts: 3, lastStatus: 204 }])
    expect(endpoint.failingSince).toBeNull()
    const deliveryId = endpoint.deliveries[0].id
    expect((await maya.post(`/api/me/webhook-deliveries/${deliveryId}/replays`)).status).toBe(404)
    expect((await sam.post(`/api/me/webhook-deliveries/${deliveryId}/replays`)).status).toBe(200)
    await deliver(id)
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
    expect(heard).toHaveLength(4)
  })

  test('is disabled after three days of failures, its owner is emailed, and it can be enabled again', async () => {
    const sam = await product.student()
    const { id } = await listen(sam)
    await sam.post(`/api/me/webhooks/${id}/tests`)
    answer = 503
    const began = product.clock.now()
    await deliver(id)
    product.clock.moveTo(began + 2 * 86_400_000)
    expect(await deliver(id)).toHaveLength(1)
    product.clock.moveTo(began + 3 * 86_400_000)
    expect(await deliver(id)).toEqual([])
    await sam.signInAgain()
    expect((await sam.get('/api/me/webhooks')).json[0].disabledAt).not.toBeNull()
    const count = heard.length
    await deliver(id)
    expect(heard).toHaveLength(count)
    expect((await sam.post(`/api/me/webhooks/${id}/tests`)).json.code).toBe('webhook_off')
    await product.sendMessages()
    const letters = await query('select subject from local_vendor.outbox where recipient = $1', sam.email)
    expect(letters).toContainEqual({ subject: 'Your webhook was switched off' })
    expect((await sam.send('PUT', `/api/me/webhooks/${id}/active`)).status).toBe(200)
    answer = 204
    expect(await deliver(id)).toEqual([])
    product.clock.moveTo(began)
  })

  test('lists every missed message for its owner to send again, however many came later', async () => {
    const sam = await product.student()
    const { id } = await listen(sam)
    await sam.post(`/api/me/webhooks/${id}/tests`)
    const copy = (name: string, many: number, deliveredAt: string, hours: number) =>
      query(
        `insert into webhook_deliveries (endpoint_id, event, body, created_at, attempts, delivered_at)
         select endpoint_id, '${name} ' || n, body, created_at - n * interval '1 minute' - interval '${hours} hours', 1, ${deliveredAt}
         from webhook_deliveries, generate_series(1, ${many}) n where endpoint_id = $1 and event = 'test'`,
        id,
      )
    await copy('arrived', 12, 'created_at', 0)
    await copy('missed', 15, 'null', 2)
    const eventsOf = async () =>
      (await sam.get('/api/me/webhooks')).json[0].deliveries.map(({ event }: { event: string }) => event)
    const named = (name: string, many: number) => Array.from({ length: many }, (_, at) => `${name} ${at + 1}`)
    expect(await eventsOf()).toEqual(['test', ...named('arrived', 9), ...named('missed', 15)])
    const oldest = (await sam.get('/api/me/webhooks')).json[0].deliveries.at(-1)
    expect((await sam.post(`/api/me/webhook-deliveries/${oldest.id}/replays`)).status).toBe(200)
    answer = 204
    await deliverWebhook(product.services, oldest.id)
    expect(await eventsOf()).toEqual(['test', ...named('arrived', 9), ...named('missed', 14)])
  })

  test('is not sent to internal addresses or without https, and the number of endpoints is limited', async () => {
    const sam = await product.student()
    const refused = async (url: string) => {
      const { status, json } = await sam.post('/api/me/webhooks', { url, events: all })
      return [status, json.code]
    }
    for (const url of [
      'http://example.com/x',
      'https://localhost/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
      'https://10.0.0.1/x',
      'https://user:pass@example.com/x',
      'ftp://example.com',
      'webcal://example.com',
      'nonsense',
    ])
      expect(await refused(url), url).toEqual([400, 'bad_address'])
    // A host name that resolves to an internal address is rejected when something is sent.
    await expect(
      postPublic(
        'https://inside.example.com/x',
        { body: '{}', headers: {} },
        { timeoutMs: 1_000, resolve: async () => [{ address: '10.0.0.1', family: 4 }] },
      ),
    ).rejects.toMatchObject({ fault: 'internal_address' })
    for (let n = 0; n < 5; n++) await listen(sam)
    expect(await refused(`http://${host}/more`)).toEqual([409, 'too_many_webhooks'])
  })

  test('covers only its owner’s lessons and selected events, and is private to its owner', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const [none, some] = [await listen(alex), await listen(sam, ['booking.cancelled'])]
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(7, 10) })
    expect(
      await query('select 1 from webhook_deliveries where endpoint_id = any ($1)', [none.id, some.id]),
    ).toEqual([])
    expect((await alex.get('/api/me/webhooks')).text).not.toContain(some.id)
    for (const [method, path] of [
      ['DELETE', `/api/me/webhooks/${some.id}`],
      ['PUT', `/api/me/webhooks/${some.id}/active`],
      ['POST', `/api/me/webhooks/${some.id}/tests`],
    ] as const)
      expect((await alex.send(method, path)).status).toBe(404)
    const data = await sam.get('/api/me/export')
    expect(data.json.webhooks).toMatchObject([{ url: `http://${host}/hook` }])
    expect(data.text).not.toContain(some.secret)
  })
})
