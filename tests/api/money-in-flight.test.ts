import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { reportProblem } from '#features/disputes/commands.ts'
import { connectPayoutAccount } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { eventually } from '../support/eventually.ts'
import { balances, bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { clawBack, releasePayout } from '../support/payouts.ts'
import { testNow, testProduct } from '../support/product.ts'

/** Two things that happen to the money of one lesson at the same time, or later than they should. */

const product = testProduct()
let day = 0
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  maya = await signedInCoach(product)
  sam = await product.student()
  await connectPayoutAccount(product.services, maya)
})
beforeEach(() => product.clock.moveTo(testNow))

const { query } = product

const nextStart = () => charlotteTime(9 + ++day, 10)

/** A paid lesson of $85 whose share of $76.50 is due now. */
async function taughtLesson(instructorId = maya.userId) {
  const start = nextStart()
  const id = await bookPaid(product, sam, { instructorId, start })
  const end = Date.parse(start) + HOUR
  product.clock.moveTo(end + DAY)
  await completeDueLessons(product.services)
  product.clock.moveTo(end + 3 * DAY)
  return id
}

const refundPart = (bookingId: string, key: string, amountCents: number) =>
  product.services.db.transaction(async (tx) => {
    const payment = await lockPayment(product.services, tx, { bookingId })
    if (!payment) throw new Error('no payment')
    return await startRefund(product.services, tx, payment, { key, amountCents, reason: 'dispute' })
  })

const reversals = async (bookingId: string) =>
  (
    await query(
      `select v.amount_cents from payout_reversals v join payouts o on o.id = v.payout_id where o.booking_id = $1
       order by v.amount_cents desc`,
      [bookingId],
    )
  ).map((row) => row.amount_cents)

describe('a refund', () => {
  test('made while the payout is on its way is deducted after the payout arrives', async () => {
    const id = await taughtLesson()
    const { services } = product
    const payments = {
      ...services.payments,
      transfer: async (request: Parameters<typeof services.payments.transfer>[0]) => {
        await refundPart(id, `while sending:${id}`, 4_250)
        return await services.payments.transfer(request)
      },
    }
    expect(await releasePayout({ ...services, payments }, id)).toBe('sent')
    expect(await reversals(id)).toEqual([3_825])
    await clawBack(services, id)
    await sendRefunds(product, id)
    expect(await balances(product, id)).toEqual({ processor_cash: 425, platform_fee: -425 })
  })

  test('made while an earlier one is still being reversed reverses only its own part', async () => {
    const id = await taughtLesson()
    await releasePayout(product.services, id)
    await refundPart(id, `first:${id}`, 4_250)
    await refundPart(id, `second:${id}`, 1_000)
    expect(await reversals(id)).toEqual([3_825, 900])
    await clawBack(product.services, id)
    await sendRefunds(product, id)
    expect(await balances(product, id)).toEqual({ processor_cash: 325, platform_fee: -325 })
  })
})

describe('a refund of the whole price', () => {
  test('of a lesson whose coach has no bank account leaves nothing that waits for one', async () => {
    const nora = await signedInCoach(product, 'Nora Field')
    const id = await taughtLesson(nora.userId)
    const payouts = async () => {
      await nora.signInAgain()
      return (await nora.get('/api/coach/payouts')).json
    }
    expect(await payouts()).toMatchObject({ payouts: [{ amountCents: 7_650, holdReason: 'no_account' }] })
    await refundPart(id, `all:${id}`, 8_500)
    expect(await payouts()).toMatchObject({ heldCents: 0, total: 0, payouts: [] })
    await releaseDuePayouts(product.services)
    expect(
      await query('select title from notifications where user_id = $1', [nora.userId]),
    ).not.toContainEqual({ title: expect.stringContaining('waits for your bank account') })
  })

  test('before the lesson is completed leaves nothing that waits either', async () => {
    const nora = await signedInCoach(product, 'Nora Early')
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: nora.userId, start })
    await refundPart(id, `all:${id}`, 8_500)
    product.clock.moveTo(Date.parse(start) + HOUR)
    await nora.signInAgain()
    expect((await nora.post(`/api/bookings/${id}/completion`)).status).toBe(200)
    product.clock.advance(3 * DAY)
    await releaseDuePayouts(product.services)
    expect(
      await query('select title from notifications where user_id = $1', [nora.userId]),
    ).not.toContainEqual({ title: expect.stringContaining('waits for your bank account') })
    expect(await query('select status from payouts where booking_id = $1', [id])).toEqual([
      { status: 'nothing_due' },
    ])
  })

  test('after the share was sent is shown as taken back while the processor has not done so, not as a payout', async () => {
    const nora = await signedInCoach(product, 'Nora Back')
    await connectPayoutAccount(product.services, nora)
    const id = await taughtLesson(nora.userId)
    expect(await releasePayout(product.services, id)).toBe('sent')
    await refundPart(id, `all:${id}`, 8_500)
    await nora.signInAgain()
    const held = async () => (await nora.get('/api/coach/held-money')).json
    expect(await held()).toMatchObject({
      lessons: [{ bookingId: id, cents: -7_650, waits: 'taken_back' }],
      next: null,
    })
    await clawBack(product.services, id)
    expect(await held()).toMatchObject({ heldCents: 0, lessons: [] })
  })
})

test('a problem reported while lessons are auto-completed keeps its lesson open', async () => {
  const start = nextStart()
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
  product.clock.moveTo(Date.parse(start) + HOUR + DAY)
  let run: Promise<number> | undefined
  await product.services.db.transaction(async (tx) => {
    // The run reads the list, and then waits for the payment of this lesson.
    await lockPayment(product.services, tx, { bookingId: id })
    run = completeDueLessons(product.services)
    await eventually(async () => {
      const waiting = await query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(waiting).toHaveLength(1)
    })
    const report = { bookingId: id, reason: 'other', details: 'Nobody was there.' } as const
    const inside = { ...product.services, db: tx as unknown as typeof product.services.db }
    expect(await reportProblem(inside, sam, report)).toMatchObject({ ok: true })
  })
  expect(await run).toBe(0)
  expect((await sam.get(`/api/bookings/${id}`)).json.status).toBe('confirmed')
})

test('a payment that arrives after its lesson began is refunded in full, and the lesson is not booked again', async () => {
  const start = nextStart()
  const held = await sam.post('/api/bookings', { instructorId: maya.userId, start, durationMinutes: 60 })
  const id = String(held.json.bookingId)
  await sam.send('DELETE', `/api/bookings/${id}/hold`)
  const pay = (at: number) => {
    product.clock.moveTo(at)
    return applyPaymentEvent(product.services, {
      id: `evt_late_${id}`,
      type: 'checkout_paid',
      createdAt: at,
      sessionId: String(held.json.checkoutUrl).split('/').at(-1) ?? '',
      orderId: id,
      amountCents: 8_500,
      currency: 'usd',
      paymentIntentId: `pi_late_${id}`,
    })
  }
  expect(await pay(Date.parse(start))).toBe('refund_started')
  expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
    status: 'cancelled',
    owedBackCents: 8_500,
  })
})
