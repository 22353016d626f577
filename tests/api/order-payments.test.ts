import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

/** One charge pays for two lessons. Nothing on a page sells that yet, so the order is put together here. */

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let orderId: string
let lessons: string[]

const { query } = product

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  // A student with a confirmed address may hold several times.
  await query('update profiles set email_verified = true where id = $1', [sam.userId])
  lessons = []
  for (const hour of [10, 14]) {
    const held = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: charlotteTime(9, hour),
    })
    expect(held.status, held.text).toBe(201)
    lessons.push(held.json.bookingId)
  }
  lessons.sort()
  orderId = randomUUID()
  await query(
    'insert into orders (id, student_id, stripe_session_id, checkout_url) values ($1, $2, $3, $3)',
    [orderId, sam.userId, `cs_${orderId}`],
  )
  await query('update payments set order_id = $1, stripe_session_id = null where booking_id = any($2)', [
    orderId,
    lessons,
  ])
})

type Kind<Type> = Extract<PaymentEvent, { type: Type }>
const hear = (event: Omit<PaymentEvent, 'id' | 'createdAt'> & { type: PaymentEvent['type'] }) =>
  applyPaymentEvent(product.services, {
    id: `evt_${randomUUID()}`,
    createdAt: product.clock.now(),
    ...event,
  } as PaymentEvent)

const pay = (amountCents = 17_000) =>
  hear({
    type: 'checkout_paid',
    orderId,
    sessionId: `cs_${orderId}`,
    amountCents,
    currency: 'usd',
    paymentIntentId: `pi_${orderId}`,
  } as Kind<'checkout_paid'>)

const refund = (refundId: string, amountCents: number, key: string | null = null, state = 'succeeded') =>
  hear({
    type: 'refund_changed',
    paymentIntentId: `pi_${orderId}`,
    refund: { refundId, paymentIntentId: `pi_${orderId}`, amountCents, state, failure: null, key },
  } as Kind<'refund_changed'>)

/** Status and money of both lessons, in the order of their ids. */
const states = () =>
  query(
    `select b.status, p.payment_status, p.refunded_cents from bookings b join payments p on p.booking_id = b.id
     where b.id = any($1) order by b.id`,
    [lessons],
  )
const expectBalanced = async () =>
  expect(
    await query('select from ledger_lines group by transaction_id having sum(amount_cents) <> 0'),
  ).toHaveLength(0)

describe('paid', () => {
  test('one charge confirms both lessons, once', async () => {
    expect(await pay()).toBe('confirmed')
    expect(await pay()).toBe('already_confirmed')
    expect(await states()).toEqual([
      { status: 'confirmed', payment_status: 'completed', refunded_cents: 0 },
      { status: 'confirmed', payment_status: 'completed', refunded_cents: 0 },
    ])
    const cash = await query(
      `select sum(l.amount_cents)::int as cents from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
       where t.booking_id = any($1) and l.account = 'processor_cash'`,
      [lessons],
    )
    expect(cash).toEqual([{ cents: 17_000 }])
    await expectBalanced()
  })

  test('a charge of another amount than the sum confirms nothing', async () => {
    expect(await pay(8_500)).toBe('rejected_mismatch')
    expect((await states()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  test('too late, with one time gone: the other lesson is confirmed, and this one is refunded', async () => {
    product.clock.advance(16 * 60_000)
    expect(
      await hear({
        type: 'checkout_expired',
        orderId,
        sessionId: `cs_${orderId}`,
      } as Kind<'checkout_expired'>),
    ).toBe('released')
    const [lost] = await query('select lesson_date from bookings where id = $1', [lessons[0]])
    const alex = await product.student('Alex Kim')
    const taken = await alex.post('/api/bookings', {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: lost?.lesson_date,
    })
    expect(taken.status, taken.text).toBe(201)
    expect(await pay()).toBe('refund_started')
    expect((await states()).map(({ status }) => status)).toEqual(['cancelled', 'confirmed'])
    expect(
      await query('select booking_id, amount_cents, reason from payment_refunds where booking_id = any($1)', [
        lessons,
      ]),
    ).toEqual([{ booking_id: lessons[0], amount_cents: 8_500, reason: 'late_payment' }])
    await expectBalanced()
  })
})

describe('refunded', () => {
  test('a cancelled lesson is refunded alone; the other stays as it is', async () => {
    await pay()
    const cancelled = await maya.post(`/api/bookings/${lessons[1]}/cancellation`, {})
    expect(cancelled.status, cancelled.text).toBe(200)
    const [request] = await query('select id from payment_refunds where booking_id = $1', [lessons[1]])
    expect(await refund('re_1', 8_500, `refund:${request?.id}:8500`)).toBe('refunded')
    expect(await refund('re_1', 8_500, `refund:${request?.id}:8500`)).toBe('nothing_to_do')
    expect(await states()).toEqual([
      { status: 'confirmed', payment_status: 'completed', refunded_cents: 0 },
      { status: 'cancelled', payment_status: 'refunded', refunded_cents: 8_500 },
    ])
    await expectBalanced()
  })

  test('a refund made at the processor leaves what is requested for a cancelled lesson', async () => {
    await pay()
    const cancelled = await maya.post(`/api/bookings/${lessons[0]}/cancellation`, { message: 'I am ill.' })
    expect(cancelled.json.refundCents).toBe(8_500)
    // An operator refunds a part before the request is sent: it is the other lesson's.
    expect(await refund('re_20', 3_400)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([0, 3_400])
    // More than the other lesson has left is taken from the request.
    expect(await refund('re_21', 6_000)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([900, 8_500])
    await expectBalanced()
  })

  test('a refund made at the processor leaves what was sent and is not heard of yet', async () => {
    await pay()
    await maya.post(`/api/bookings/${lessons[0]}/cancellation`, {})
    const [request] = await query(
      `update payment_refunds set status = 'sent', sent_at = requested_at, provider_refund_id = 're_40' where booking_id = $1 returning id`,
      [lessons[0]],
    )
    expect(await refund('re_41', 8_500)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([0, 8_500])
    expect(await refund('re_40', 8_500, `refund:${request?.id}:8500`)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 8_500])
    await expectBalanced()
  })

  test('a refund made at the processor reduces what is still to be sent, and not what was sent', async () => {
    await pay()
    for (const id of lessons) await maya.post(`/api/bookings/${id}/cancellation`, {})
    const [request] = await query(
      `update payment_refunds set status = 'sent', sent_at = requested_at, provider_refund_id = 're_50' where booking_id = $1 returning id`,
      [lessons[0]],
    )
    expect(await refund('re_51', 5_100)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([0, 5_100])
    expect(await refund('re_50', 8_500, `refund:${request?.id}:8500`)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 5_100])
    await expectBalanced()
  })

  test('a refund made at the processor is divided, and taken back from both when it comes back', async () => {
    await pay()
    expect(await refund('re_2', 12_000)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 3_500])
    expect(await refund('re_2', 12_000)).toBe('nothing_to_do')
    expect(await refund('re_3', 5_000)).toBe('refunded')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 8_500])
    expect(await refund('re_2', 12_000, null, 'failed')).toBe('refund_returned')
    expect((await states()).map((line) => line.refunded_cents)).toEqual([0, 5_000])
    await expectBalanced()
  })
})

test('a bank’s dispute pauses each lesson with its share, and ends for both', async () => {
  await pay()
  const dispute = {
    paymentIntentId: `pi_${orderId}`,
    disputeId: 'dp_1',
    amountCents: 17_000,
    reason: 'fraudulent',
  }
  expect(await hear({ type: 'disputed', ...dispute } as Kind<'disputed'>)).toBe('disputed')
  const disputes = () =>
    query(
      `select booking_id, provider_dispute_id, payment_amount::int as cents, bank_outcome from payment_disputes
       where booking_id = any($1) order by booking_id`,
      [lessons],
    )
  expect(await disputes()).toEqual([
    { booking_id: lessons[0], provider_dispute_id: 'dp_1', cents: 8_500, bank_outcome: null },
    { booking_id: lessons[1], provider_dispute_id: 'dp_1#2', cents: 8_500, bank_outcome: null },
  ])
  expect(await hear({ type: 'dispute_closed', ...dispute, won: true } as Kind<'dispute_closed'>)).toBe(
    'dispute_closed',
  )
  expect((await disputes()).map(({ bank_outcome }) => bank_outcome)).toEqual(['won', 'won'])
  await expectBalanced()
})

test.each([
  ['was refunded', 're_30'],
  ['is being refunded', 're_31'],
])('a bank’s dispute after one lesson %s is about the other lesson', async (state, refundId) => {
  await pay()
  const cancelled = await maya.post(`/api/bookings/${lessons[0]}/cancellation`, {})
  expect(cancelled.status, cancelled.text).toBe(200)
  const [request] = await query('select id from payment_refunds where booking_id = $1', [lessons[0]])
  const hearRefund = () => refund(refundId, 8_500, `refund:${request?.id}:8500`)
  if (state === 'was refunded') expect(await hearRefund()).toBe('refunded')
  const dispute = {
    paymentIntentId: `pi_${orderId}`,
    disputeId: `dp_${refundId}`,
    amountCents: 8_500,
    reason: 'fraudulent',
  }
  expect(await hear({ type: 'disputed', ...dispute } as Kind<'disputed'>)).toBe('disputed')
  expect(await hear({ type: 'dispute_closed', ...dispute, won: false } as Kind<'dispute_closed'>)).toBe(
    'dispute_closed',
  )
  expect(
    await query(
      `select booking_id, payment_amount::int as cents, bank_outcome from payment_disputes where booking_id = any($1)`,
      [lessons],
    ),
  ).toEqual([{ booking_id: lessons[1], cents: 8_500, bank_outcome: 'lost' }])
  if (state === 'is being refunded') expect(await hearRefund()).toBe('refunded')
  expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 8_500])
  await expectBalanced()
})

test('a refund made at the processor before a bank’s dispute, and heard of after it, is not of what the bank decides about', async () => {
  await pay()
  const dispute = {
    paymentIntentId: `pi_${orderId}`,
    disputeId: 'dp_60',
    amountCents: 15_400,
    reason: 'fraudulent',
  }
  expect(await hear({ type: 'disputed', ...dispute } as Kind<'disputed'>)).toBe('disputed')
  expect(await refund('re_60', 1_600)).toBe('refunded')
  expect((await states()).map((line) => line.refunded_cents)).toEqual([0, 1_600])
  expect(await hear({ type: 'dispute_closed', ...dispute, won: false } as Kind<'dispute_closed'>)).toBe(
    'dispute_closed',
  )
  expect((await states()).map((line) => line.refunded_cents)).toEqual([8_500, 8_500])
  await expectBalanced()
})
