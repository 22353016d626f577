import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkoutsToCompare, REFUNDABLE_DAYS, reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { HOUR } from '#platform/duration.ts'
import { localPayments } from '#ports/payments/local.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import { balances, bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let day = 0
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(() => product.clock.moveTo(testNow))

/** A time of its own for every lesson. */
const nextStart = () => charlotteTime(9 + ++day, 10)
const wish = () => ({ instructorId: maya.userId, start: nextStart(), durationMinutes: 60 })
const { query } = product

/** Sends an event that the processor would send, signed as it signs. */
async function tellWebhook(type: string, object: object, happened = product.clock.now()) {
  // As the product makes it from its own secret.
  const secret = createHmac('sha256', product.services.env.SESSION_SECRET)
    .update('local payment events')
    .digest('hex')
  const created = Math.floor(happened / 1000)
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created, data: { object } })
  const headers = { 'stripe-signature': signEvent(body, secret, product.clock.now()) }
  return (await product.visitor().send('POST', '/webhooks/payments', body, headers)).json.outcome
}
const intentOf = async (id: string) =>
  (await query('select stripe_payment_intent_id as intent from payments where booking_id = $1', [id]))[0]
    .intent

describe('the ledger', () => {
  test('has one transaction per payment that sums to zero: 90% held for the coach, 10% ours', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, wish())
    await query('update local_vendor.events set delivered_at = null')
    await product.settle()
    expect(await query('select kind from ledger_transactions where booking_id = $1', [id])).toEqual([
      { kind: 'paid' },
    ])
    expect(await balances(product, id)).toEqual({
      processor_cash: 8_500,
      coach_held: -7_650,
      platform_fee: -850,
    })
  })

  test('records a refund that an operator made in the processor’s dashboard', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, wish())
    const payment_intent = await intentOf(id)
    const refund = await product.services.payments.refund({
      key: `by-hand:${id}`,
      paymentIntentId: payment_intent,
      amountCents: 2_000,
    })
    // The charge says that something was refunded, not what; and the refund says it once more.
    const charge = { object: 'charge', payment_intent, amount_refunded: 2_000 }
    expect(await tellWebhook('charge.refunded', charge)).toBe('refunded')
    expect(await tellWebhook('charge.refunded', { ...charge, amount_refunded: 500 }), 'an older one').toBe(
      'nothing_to_do',
    )
    const same = { id: refund.refundId, object: 'refund', amount: 2_000, payment_intent, status: 'succeeded' }
    expect(await tellWebhook('refund.created', same), 'the same').toBe('nothing_to_do')
    expect(await balances(product, id)).toEqual({
      processor_cash: 6_500,
      coach_held: -5_850,
      platform_fee: -650,
    })
    await sam.post(`/api/bookings/${id}/cancellation`)
    await sendRefunds(product, id)
    const [payment] = await query(
      'select refunded_cents, payment_status from payments where booking_id = $1',
      [id],
    )
    expect(payment.refunded_cents).toBe(8_500)
  })

  test.each([
    [
      'an unbalanced transaction',
      `with t as (insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
       select 'x', 'paid', id, current_instant() from bookings limit 1 returning id)
       insert into ledger_lines select id, 'processor_cash', 5 from t`,
    ],
    [
      'a transaction without lines',
      `insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
       select 'y', 'paid', id, current_instant() from bookings limit 1`,
    ],
    ['a changed line', 'update ledger_lines set amount_cents = amount_cents + 1'],
    ['a removed line', 'delete from ledger_lines'],
    ['a removed transaction', 'delete from ledger_transactions'],
    ['emptied books', 'truncate ledger_lines, ledger_transactions'],
    [
      'a second use of a key',
      `insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
       select business_key, kind, booking_id, occurred_at from ledger_transactions limit 1`,
    ],
    [
      'refunds beyond the payment',
      `insert into payment_refunds (payment_id, booking_id, business_key, amount_cents, reason, requested_at)
       select id, booking_id, 'z', amount_cents + 1, 'admin', current_instant() from payments limit 1`,
    ],
    [
      'a second share of a lesson',
      `insert into payouts (booking_id, instructor_id, due_at)
       select b.id, b.instructor_id, current_instant() from (select * from bookings limit 1) b, generate_series(1, 2)`,
    ],
    [
      'a share sent without a transfer',
      `insert into payouts (booking_id, instructor_id, due_at, status)
       select id, instructor_id, current_instant(), 'sent' from bookings limit 1`,
    ],
    [
      'a review of a lesson to come',
      `insert into lesson_reviews (booking_id, instructor_id, student_id, rating)
       select id, instructor_id, student_id, 5 from bookings where status = 'confirmed' limit 1`,
    ],
    [
      'a paid lesson that a hold’s end cancels',
      `update bookings set status = 'cancelled', cancelled_at = current_instant(),
       cancel_reason = 'hold_expired' where status = 'confirmed'`,
    ],
    ['another length', `update bookings set duration_minutes = 90`],
    ['another student', `update bookings set student_id = instructor_id`],
  ])('direct SQL is refused: %s', async (_what, statement) => {
    const client = await product.database.pool.connect()
    try {
      await client.query('begin')
      await expect(client.query(statement).then(() => client.query('commit'))).rejects.toMatchObject({
        code: expect.stringMatching(/^(23\d\d\d)$/),
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('a disputed payment', () => {
  test('is listed once, holds the payout, and ends with the bank’s decision; a lost one is booked like a refund', async () => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, wish())
    const dispute = {
      id: `dp_${id}`,
      object: 'dispute',
      amount: 8_500,
      payment_intent: await intentOf(id),
      reason: 'fraudulent',
      status: 'needs_response',
    }
    expect(await tellWebhook('charge.dispute.created', dispute)).toBe('disputed')
    expect(await tellWebhook('charge.dispute.created', dispute), 'told twice').toBe('nothing_to_do')
    const rows = await query('select * from payment_disputes where booking_id = $1', [id])
    expect(rows).toMatchObject([
      {
        source: 'card_network',
        dispute_reason: 'unauthorized_charge',
        status: 'pending',
        payment_amount: 8_500,
      },
    ])
    expect(await tellWebhook('charge.dispute.closed', { ...dispute, status: 'lost' })).toBe('dispute_closed')
    expect(await query('select status from payment_disputes where booking_id = $1', [id])).toEqual([
      { status: 'resolved' },
    ])
    expect(await balances(product, id)).toEqual({})
  })

  test('handles the bank’s decision before the dispute, and a refund after both: every cent is counted once', async () => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, wish())
    const payment_intent = await intentOf(id)
    const dispute = { id: `dp_${id}`, object: 'dispute', amount: 6_500, payment_intent, reason: 'fraudulent' }
    expect(await tellWebhook('charge.dispute.closed', { ...dispute, status: 'lost' })).toBe('dispute_closed')
    expect(await tellWebhook('charge.dispute.created', { ...dispute, status: 'needs_response' })).toBe(
      'nothing_to_do',
    )
    expect(await query('select status from payment_disputes where booking_id = $1', [id])).toEqual([
      { status: 'resolved' },
    ])
    // The operator had given back the rest before; the processor does not count what banks take among its refunds.
    const refund = { id: `re_${id}`, object: 'refund', amount: 2_000, payment_intent, status: 'succeeded' }
    expect(await tellWebhook('refund.created', refund)).toBe('refunded')
    expect(await query('select refunded_cents from payments where booking_id = $1', [id])).toEqual([
      { refunded_cents: 8_500 },
    ])
    expect(await balances(product, id)).toEqual({})
  })

  test('of an unknown payment is not accepted, so that it is redelivered; a day later it is dropped', async () => {
    const dispute = {
      id: 'dp_early',
      object: 'dispute',
      amount: 8_500,
      payment_intent: 'pi_of_a_payment_on_its_way',
      reason: 'fraudulent',
      status: 'needs_response',
    }
    const asked = product.clock.now()
    expect(await tellWebhook('charge.dispute.created', dispute)).toBeUndefined()
    product.clock.advance(24 * HOUR)
    expect(await tellWebhook('charge.dispute.created', dispute, asked)).toBe('no_booking')
  })
})

describe('lost webhooks and jobs are recovered within the hour', () => {
  test('a payment whose event was lost confirms its lesson', async () => {
    const sam = await product.student()
    const held = (await sam.post('/api/bookings', wish())).json
    await sam.post(`/api/test-checkouts/${held.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    await query('update local_vendor.events set delivered_at = current_instant() where delivered_at is null')
    expect(await reconcilePayments(product.services)).toMatchObject({ paid: 1, suspicious: 0 })
    expect((await sam.get(`/api/bookings/${held.bookingId}`)).json.status).toBe('confirmed')
    expect(await reconcilePayments(product.services)).toMatchObject({
      paid: 0,
      refunded: 0,
      sent: 0,
      suspicious: 0,
    })
  })

  test('every checkout is compared once, regardless of how many share a timestamp', async () => {
    const sam = await product.student()
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push(await bookPaid(product, sam, wish()))
    await query(
      `update orders set created_at = (select min(created_at) from orders)
       where id in (select order_id from payments where booking_id = any ($1))`,
      [ids.slice(0, 2)],
    )
    const all = await query(
      `select p.booking_id from orders o join payments p on p.order_id = o.id
       where o.stripe_session_id is not null order by o.created_at, o.id`,
    )
    expect(all.length).toBeGreaterThan(4)
    for (const pageSize of [1, 2, all.length, 500]) {
      const compared: string[] = []
      for await (const { of } of checkoutsToCompare(product.services.db, { pageSize }))
        compared.push('bookingId' in of ? of.bookingId : of.paymentId)
      expect(compared, `${pageSize} a page`).toEqual(all.map((row) => row.booking_id))
    }
  })

  test('a refund whose job was lost is sent, and one whose event was lost is recorded', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, wish())
    await sam.post(`/api/bookings/${id}/cancellation`)
    expect(await reconcilePayments(product.services), 'jobs get their hour').toMatchObject({ sent: 0 })
    product.clock.advance(HOUR)
    expect(await reconcilePayments(product.services)).toMatchObject({ sent: 1 })
    await query('update local_vendor.events set delivered_at = current_instant() where delivered_at is null')
    product.clock.advance(HOUR)
    expect(await reconcilePayments(product.services)).toMatchObject({ refunded: 1, sent: 0 })
    expect((await sam.get(`/api/bookings/${id}`)).json.paymentStatus).toBe('refunded')
    expect(await balances(product, id)).toEqual({})
  })

  test('a refund made at the processor a month later, with its event lost, is recorded the next Sunday', async () => {
    const id = await bookPaid(product, await product.student(), wish())
    product.clock.advance(30 * 24 * HOUR)
    const refund = { key: `by-hand:${id}`, paymentIntentId: await intentOf(id), amountCents: 2_000 }
    await product.services.payments.refund(refund)
    await query('update local_vendor.events set delivered_at = current_instant() where delivered_at is null')
    expect(await reconcilePayments(product.services)).toMatchObject({ refunded: 0 })
    expect(await reconcilePayments(product.services, { days: REFUNDABLE_DAYS })).toMatchObject({
      refunded: 1,
    })
    expect(await query('select refunded_cents from payments where booking_id = $1', [id])).toEqual([
      { refunded_cents: 2_000 },
    ])
  })

  test('a processor that refunds and then drops the connection is not asked twice', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, wish())
    await sam.post(`/api/bookings/${id}/cancellation`)
    const real = localPayments({
      pool: product.database.pool,
      secret: 'of no use here',
      appUrl: 'http://greenside.test',
      clock: product.clock,
    })
    const payments = {
      ...real,
      async refund(request: Parameters<typeof real.refund>[0]) {
        await real.refund(request)
        throw new Error('socket hang up')
      },
    }
    await expect(refundPayment({ ...product.services, payments }, id)).rejects.toThrow('hang up')
    await sendRefunds(product, id)
    const [{ n }] = await query(
      `select count(*)::int as n from local_vendor.refunds where payment_intent_id = $1`,
      [await intentOf(id)],
    )
    expect(n).toBe(1)
    expect(await balances(product, id)).toEqual({})
  })
})
