import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent, PaymentNotKnownYet } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { sendRefunds, startRefund } from '#features/checkout/refunds.ts'
import type { SaleRules } from '#features/checkout/sale-rules.ts'
import { type HeldSale, lockSales } from '#features/payments/held-sale.ts'
import { HOUR } from '#platform/duration.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/** Something that is sold without a booking: a voucher, which only this test sells (decision 0135). */

const PRICE = 5_000

const product = testProduct()
const { query } = product
let admin: Visitor
let sam: Awaited<ReturnType<typeof product.student>>
/** What the rules of the voucher were called for. */
let happened: string[]
let orderId: string
let paymentId: string

const note = (what: string) => async () => {
  happened.push(what)
}
const voucher: SaleRules<HeldSale> = {
  paidLines: async (_tx, { amountCents }) => ({ processor_cash: amountCents, platform_fee: -amountCents }),
  refundDueLines: async (_tx, _line, _kept, cents) => ({ platform_fee: cents, refunds_due: -cents }),
  async fulfill() {
    happened.push('handed over')
    return 'confirmed'
  },
  async release(_services, tx, line) {
    happened.push('released')
    await tx.execute(`update payments set payment_status = 'failed' where id = '${line.id}'`)
    return true
  },
  statusChanged: async (_tx, _line, status) => {
    happened.push(status)
  },
  refundOwed: note('owed'),
  refundSent: note('letter: refunded'),
  refundCameBack: note('letter: came back'),
  refundSentAgain: note('letter: sent again'),
  describe: async () => 'Voucher',
}

beforeEach(async () => {
  product.clock.moveTo(testNow)
  Object.assign(product.services, { saleKinds: { ...product.services.saleKinds, voucher } })
  admin ??= await product.admin()
  sam = await product.student('Sam Rivera')
  happened = []
  ;({ orderId, paymentId } = await orderVoucher())
})

/** An open checkout for a voucher, at the processor of the tests. */
async function orderVoucher(amountCents = PRICE) {
  const id = randomUUID()
  const { sessionId } = await product.services.payments.startCheckout({
    key: id,
    orderId: id,
    amountCents,
    description: 'Voucher',
    customerEmail: 'sam@students.test',
    successUrl: 'http://localhost/bought',
    cancelUrl: 'http://localhost/',
    expiresAt: product.clock.now() + HOUR,
  })
  await query(
    'insert into orders (id, student_id, stripe_session_id, checkout_url) values ($1, $2, $3, $3)',
    [id, sam.userId, sessionId],
  )
  const [payment] = await query(
    `insert into payments (order_id, kind, student_id, amount_cents) values ($1, 'voucher', $2, $3) returning id`,
    [id, sam.userId, amountCents],
  )
  return { orderId: id, sessionId, paymentId: String(payment?.id) }
}

const sessionOf = async () =>
  String((await query('select stripe_session_id as id from orders where id = $1', [orderId]))[0]?.id)
const intentOf = async () =>
  String((await query('select stripe_payment_intent_id as id from orders where id = $1', [orderId]))[0]?.id)

const payAtProcessor = async () =>
  await sam.post(`/api/test-checkouts/${await sessionOf()}/payments`, goodCard)
const pay = async () => {
  await payAtProcessor()
  await product.hearPayments()
}

const hear = (event: Omit<PaymentEvent, 'id' | 'createdAt'> & Record<string, unknown>) =>
  applyPaymentEvent(product.services, {
    id: `evt_${randomUUID()}`,
    createdAt: product.clock.now(),
    ...event,
  } as PaymentEvent)

const hearRefund = async (
  refundId: string,
  amountCents: number,
  state: string,
  key: string | null = null,
) => {
  const paymentIntentId = await intentOf()
  return await hear({
    type: 'refund_changed',
    paymentIntentId,
    refund: { refundId, paymentIntentId, amountCents, state, failure: null, key },
  })
}

const hearDispute = async (more: object) =>
  await hear({
    paymentIntentId: await intentOf(),
    disputeId: `dp_${orderId}`,
    reason: 'fraudulent',
    amountCents: PRICE,
    type: 'disputed',
    ...more,
  })

const owe = (amountCents: number) =>
  product.services.db.transaction(async (tx) => {
    const [line] = await lockSales(tx, { paymentId })
    if (!line) throw new Error('no payment')
    const refund = { key: `voucher:${paymentId}`, amountCents, reason: 'support' } as const
    return await startRefund(product.services, tx, line, refund)
  })

const money = async () =>
  (
    await query('select payment_status as status, refunded_cents as refunded from payments where id = $1', [
      paymentId,
    ])
  )[0]

/** What is in the books of the voucher, without accounts that are even. */
const books = async () =>
  Object.fromEntries(
    (
      await query(
        `select l.account, sum(l.amount_cents)::int as cents from ledger_transactions t
         join ledger_lines l on l.transaction_id = t.id where t.payment_id = $1 group by 1 having sum(l.amount_cents) <> 0`,
        [paymentId],
      )
    ).map(({ account, cents }) => [account, cents]),
  )

describe('a payment without a booking', () => {
  test('hands over what was bought, once, and has its own books', async () => {
    await pay()
    await product.hearPayments()
    expect(happened).toEqual(['handed over'])
    expect(await money()).toEqual({ status: 'completed', refunded: 0 })
    expect(await books()).toEqual({ processor_cash: PRICE, platform_fee: -PRICE })
  })

  test('of another amount than the order hands over nothing', async () => {
    const paid = { sessionId: await sessionOf(), orderId, currency: 'usd', paymentIntentId: 'pi_other' }
    expect(await hear({ type: 'checkout_paid', ...paid, amountCents: PRICE - 1 })).toBe('rejected_mismatch')
    expect(happened).toEqual([])
  })

  test('is released when its checkout ends', async () => {
    const ended = { type: 'checkout_expired', orderId, sessionId: await sessionOf() } as const
    expect(await hear(ended)).toBe('released')
    expect(happened).toEqual(['released'])
  })

  test('is found by the comparison with the processor when its event was lost', async () => {
    await payAtProcessor()
    expect(await reconcilePayments(product.services)).toMatchObject({ paid: 1 })
    expect(happened).toEqual(['handed over'])
  })

  test('and a lesson are paid with one charge', async () => {
    const maya = await signedInCoach(product)
    const held = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: charlotteTime(9, 10),
    })
    const { bookingId } = held.json
    await query(`update payments set order_id = $1, stripe_session_id = null where booking_id = $2`, [
      orderId,
      bookingId,
    ])
    const paid = { sessionId: await sessionOf(), orderId, currency: 'usd', paymentIntentId: `pi_${orderId}` }
    expect(await hear({ type: 'checkout_paid', ...paid, amountCents: PRICE + 8_500 })).toBe('confirmed')
    expect((await sam.get(`/api/bookings/${bookingId}`)).json.status).toBe('confirmed')
    expect(happened).toEqual(['handed over'])
    // A refund on the processor's pages is divided: the lesson first.
    await hearRefund('re_both', 9_000, 'succeeded')
    expect(await money()).toEqual({ status: 'partially_refunded', refunded: 500 })
    expect((await sam.get(`/api/bookings/${bookingId}`)).json.paymentStatus).toBe('refunded')
    expect(await books()).toEqual({ processor_cash: PRICE - 500, platform_fee: 500 - PRICE })
  })
})

describe('its refund', () => {
  test('is sent once, by a job of its own, and announced', async () => {
    await pay()
    happened = []
    expect(await owe(2_000)).toBe(2_000)
    expect(await owe(2_000), 'the same refund').toBe(0)
    expect(await books()).toEqual({ processor_cash: PRICE, platform_fee: 2_000 - PRICE, refunds_due: -2_000 })
    const jobs = await query(
      `select data from pgboss.job where name = 'refund-sale' and data ->> 'paymentId' = $1`,
      [paymentId],
    )
    expect(jobs).toHaveLength(1)
    await sendRefunds(product.services, { paymentId })
    await sendRefunds(product.services, { paymentId })
    await product.hearPayments()
    expect(await money()).toEqual({ status: 'partially_refunded', refunded: 2_000 })
    expect(await books()).toEqual({ processor_cash: PRICE - 2_000, platform_fee: 2_000 - PRICE })
    expect(happened).toEqual(['owed', 'partially_refunded', 'letter: refunded'])
    expect(await owe(9_000), 'never more than the rest; the key is used').toBe(0)
  })

  test('that the bank returns is owed again, shown to admins, and can be settled by hand', async () => {
    await pay()
    await owe(PRICE)
    await sendRefunds(product.services, { paymentId })
    await product.hearPayments()
    const [sent] = await query('select provider_refund_id as id from payment_refunds where payment_id = $1', [
      paymentId,
    ])
    happened = []
    expect(await hearRefund(String(sent?.id), PRICE, 'failed')).toBe('refund_returned')
    expect(await money()).toEqual({ status: 'completed', refunded: 0 })
    expect(happened).toEqual(['completed', 'letter: came back'])
    expect(await books()).toEqual({ processor_cash: PRICE, refunds_due: -PRICE })
    const list = (await admin.get('/api/admin/lists/money-findings')).json.rows
    const [row] = list.filter(({ cells }: { cells: { paymentId: string } }) => cells.paymentId === paymentId)
    expect(row.cells).toMatchObject({ kind: 'refund_returned', student: 'Sam Rivera', bookingId: null })
    const settled = await admin.post('/api/admin/lists/money-findings/acts/paid-by-hand', {
      ids: [row.id],
      shown: 1,
      reason: 'Paid by check.',
    })
    expect(settled.status, settled.text).toBe(200)
    expect(await money()).toEqual({ status: 'refunded', refunded: PRICE })
    expect(await books()).toEqual({ processor_cash: PRICE, paid_by_hand: -PRICE })
  })

  test('whose job was lost is sent by the comparison', async () => {
    await pay()
    await owe(PRICE)
    product.clock.advance(2 * HOUR)
    expect(await reconcilePayments(product.services)).toMatchObject({ sent: 1 })
    await product.hearPayments()
    expect(await money()).toEqual({ status: 'refunded', refunded: PRICE })
  })

  test('before its payment is known is heard later', async () => {
    await query('update orders set stripe_payment_intent_id = null where id = $1', [orderId])
    await expect(
      hear({
        type: 'refund_changed',
        paymentIntentId: `pi_unknown_${orderId}`,
        refund: {
          refundId: 're_early',
          paymentIntentId: `pi_unknown_${orderId}`,
          amountCents: 1,
          state: 'succeeded',
          failure: null,
          key: null,
        },
      }),
    ).rejects.toThrow(PaymentNotKnownYet)
  })
})

describe('for operators', () => {
  test('a bank’s dispute of it has its evidence, without a lesson or a coach, and a lost one is in the books', async () => {
    await pay()
    expect(await hearDispute({})).toBe('disputed')
    const [dispute] = await query(
      'select id, booking_id, lesson_title from payment_disputes where payment_id = $1',
      [paymentId],
    )
    expect(dispute).toMatchObject({ booking_id: null, lesson_title: 'Voucher' })
    const evidence = await admin.get(`/api/admin/disputes/${dispute?.id}`)
    expect(evidence.status, evidence.text).toBe(200)
    expect(evidence.json).toMatchObject({ lesson: null, money: { paidCents: PRICE, keptCents: PRICE } })
    const pack = await admin.post(`/api/admin/disputes/${dispute?.id}/evidence-pack`, {})
    expect(pack.json.html).toContain('Evidence for Voucher')
    const refund = await admin.post(`/api/admin/disputes/${dispute?.id}/refunds`, {
      changeId: randomUUID(),
      version: 0,
      amountCents: 100,
      keptCents: PRICE,
      resolves: false,
      explanation: '',
    })
    expect([refund.status, refund.json.code]).toEqual([409, 'no_lesson'])
    expect(await hearDispute({ type: 'dispute_closed', won: false })).toBe('dispute_closed')
    expect(await hearDispute({ type: 'dispute_closed', won: false })).toBe('nothing_to_do')
    expect(await money()).toEqual({ status: 'refunded', refunded: PRICE })
    expect(await books()).toEqual({})
  })

  test('it is in the list of payments, and its movements can be read', async () => {
    await pay()
    const { rows } = (await admin.get(`/api/admin/lists/payments?q=${paymentId}`)).json
    expect(rows).toMatchObject([{ cells: { student: 'Sam Rivera', lesson: 'Voucher', bookingId: null } }])
    const moved = await admin.get(`/api/admin/payments/${paymentId}/timeline`)
    expect(moved.json).toMatchObject([{ kind: 'paid', amountCents: PRICE }, {}])
    expect((await sam.get(`/api/admin/payments/${paymentId}/timeline`)).status).toBe(403)
  })

  test('paid in our books alone, it is a finding that an admin settles', async () => {
    await pay()
    await query(`update local_vendor.checkouts set status = 'expired' where id = $1`, [await sessionOf()])
    await reconcilePayments(product.services)
    await reconcilePayments(product.services)
    const found = await query('select id, booking_id from payment_findings where payment_id = $1', [
      paymentId,
    ])
    expect(found).toEqual([{ id: expect.any(String), booking_id: null }])
    const settled = await admin.post('/api/admin/lists/money-findings/acts/settle', {
      ids: [found[0]?.id],
      shown: 1,
      reason: 'The processor lost it.',
    })
    expect(settled.status, settled.text).toBe(200)
  })
})

describe('the account that pays', () => {
  test('exports it', async () => {
    await pay()
    const exported = await sam.get('/api/me/export')
    expect(exported.text).toContain('voucher')
  })
})

describe('the database', () => {
  test.each([
    [
      'a lesson without a booking',
      `insert into payments (order_id, student_id, amount_cents) values ($1, $2, 1)`,
    ],
    [
      'books of a lesson and a payment at once',
      `insert into ledger_transactions (business_key, kind, booking_id, payment_id, occurred_at)
       select gen_random_uuid()::text, 'paid', b.id, p.id, now() from bookings b, payments p where p.order_id = $1 and $2::uuid is not null limit 1`,
    ],
    [
      'books of nothing',
      `insert into ledger_transactions (business_key, kind, occurred_at)
       select gen_random_uuid()::text, 'paid', now() where $1::uuid is not null and $2::uuid is not null`,
    ],
    [
      'another kind of the same payment',
      `update payments set kind = 'gift' where order_id = $1 and student_id = $2`,
    ],
  ])('refuses %s', async (_name, statement) => {
    await expect(query(statement, [orderId, sam.userId])).rejects.toThrow(/constraint|never changes/)
  })
})
