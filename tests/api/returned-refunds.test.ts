import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { endPackage } from '#features/proposals/packages/commands.ts'
import { HOUR } from '#platform/duration.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import { balances, bookPaid, emailsAbout, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

/** Refunds that the payer's bank returns, or that are canceled at the processor: the amount is owed again. */

const product = testProduct()
let day = 0
let maya: Awaited<ReturnType<typeof signedInCoach>>
let admin: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  maya = await signedInCoach(product)
  admin = await product.admin()
  await product.query('update instructor_profiles set max_booking_window_days = 90 where user_id = $1', [
    maya.userId,
  ])
})
beforeEach(() => product.clock.moveTo(testNow))

const { query } = product
const processor = () => {
  const { localCheckouts } = product.services
  if (!localCheckouts) throw new Error('the local processor is needed')
  return localCheckouts
}

/** A lesson that its student canceled in time, with its full refund sent and all events processed. */
async function refundedLesson() {
  const sam = await product.student()
  const start = charlotteTime(9 + ++day, 10)
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
  await sam.post(`/api/bookings/${id}/cancellation`)
  await sendRefunds(product, id)
  return { sam, id }
}

/** The refunds of a lesson at the processor, oldest first. */
const atProcessor = async (id: string) =>
  await query(
    `select r.id, r.state, r.amount_cents from local_vendor.refunds r join payments p on p.stripe_payment_intent_id = r.payment_intent_id
     where p.booking_id = $1 order by r.created_at, r.id`,
    [id],
  )

/** The bank returns the newest refund of a lesson, and the event is delivered. */
async function comesBack(id: string, state: 'failed' | 'canceled' = 'failed') {
  const newest = (await atProcessor(id)).at(-1)
  const failure = state === 'failed' ? 'expired_or_canceled_card' : 'merchant_request'
  await processor().turnRefund({ refundId: newest.id, state, failure })
  await product.settle()
}

const kindsFor = async (person: Visitor, id: string) =>
  (await person.get(`/api/bookings/${id}/timeline`)).json.map((item: { kind: string }) => item.kind)
const requestsOf = (id: string) =>
  query(
    `select status, attempts, extract(epoch from retry_at) * 1000 as retry_at, last_error from payment_refunds
     where booking_id = $1 order by requested_at, id`,
    [id],
  )
const paymentOf = async (id: string) =>
  (
    await query(
      `select p.refunded_cents, p.payment_status, b.payment_status as of_booking, p.stripe_payment_intent_id as intent
       from payments p join bookings b on b.id = p.booking_id where p.booking_id = $1`,
      [id],
    )
  )[0]
const owed = { processor_cash: 8_500, refunds_due: -8_500 }
const back = { refunded_cents: 0, payment_status: 'completed', of_booking: 'completed' }
const gone = { refunded_cents: 8_500, payment_status: 'refunded', of_booking: 'refunded' }

const findings = async (id: string) =>
  (
    await admin.get(
      `/api/admin/lists/money-findings?${new URLSearchParams({ 'filters[kind]': 'refund_returned' })}`,
    )
  ).json.rows.filter(({ cells }: { cells: { bookingId: string } }) => cells.bookingId === id)
const act = (name: string, ids: string[], more: object = {}) =>
  admin.post(`/api/admin/lists/money-findings/acts/${name}`, { ids, shown: ids.length, ...more })

describe('a refund returned by the bank', () => {
  test('is owed again, reversed in the ledger, reported with the next steps, and resent once under another key', async () => {
    const { sam, id } = await refundedLesson()
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
    product.clock.advance(5 * 24 * HOUR)
    await comesBack(id)
    const retryAt = product.clock.now() + HOUR
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([back, owed])
    const [request] = await requestsOf(id)
    expect(request).toMatchObject({ status: 'requested', attempts: 1 })
    expect(Math.round(Number(request.retry_at) / 1000)).toBe(Math.round(retryAt / 1000))
    expect(request.last_error).toBe('The payer’s bank sent it back (expired or canceled card).')

    // The lesson is shown neither as refunded nor as being refunded.
    expect(await kindsFor(sam, id)).toEqual(['paid', 'refunded', 'refund_returned', 'refund_retry'])
    const timeline = (await sam.get(`/api/bookings/${id}/timeline`)).json
    expect(Date.parse(timeline.at(-1).at)).toBe(Math.round(Number(request.retry_at)))
    expect((await sam.get(`/api/bookings/${id}`)).json.paymentStatus).toBe('completed')
    expect(await kindsFor(maya, id), 'the coach').not.toContain('refund_returned')
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
      owedBackCents: 8_500,
      refundedCents: 0,
      refundReturned: 'retried',
    })
    expect(await emailsAbout(product, id)).toContain('booking-refund-returned-student')

    await sendRefunds(product, id)
    expect(await atProcessor(id), 'not before its time').toHaveLength(1)
    product.clock.moveTo(retryAt)
    await sendRefunds(product, id)
    expect(await atProcessor(id)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }])
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
    expect(await requestsOf(id)).toMatchObject([{ status: 'sent', attempts: 1, last_error: null }])
    expect(await kindsFor(sam, id)).toEqual(['paid', 'refunded', 'refund_returned', 'refunded'])
    expect(await emailsAbout(product, id)).toContain('booking-refunded-student')
  })

  test('is shown to admins until it was resent', async () => {
    const { id } = await refundedLesson()
    const waiting = async () => (await admin.get('/api/admin/attention')).json
    await comesBack(id)
    expect(await findings(id)).toMatchObject([{ cells: { amount: 8_500, kind: 'refund_returned' } }])
    expect((await findings(id))[0].cells.words).toMatch(/sent it back.*sent again by itself/)
    expect(JSON.stringify(await waiting())).toContain('Refunds with errors')
    product.clock.advance(HOUR)
    await sendRefunds(product, id)
    expect(await findings(id)).toEqual([])
  })

  test.each(['failed', 'canceled'] as const)(
    'repeatedly (%s) is retried three more times, then an admin decides and is notified',
    async (state) => {
      const { sam, id } = await refundedLesson()
      for (const hours of [1, 24, 72]) {
        await comesBack(id, state)
        product.clock.advance(hours * HOUR)
        await sendRefunds(product, id)
      }
      await comesBack(id, state)
      expect(await requestsOf(id)).toMatchObject([{ status: 'failed', attempts: 4, retry_at: null }])
      product.clock.advance(30 * 24 * HOUR)
      await reconcilePayments(product.services)
      expect(await atProcessor(id), 'never by itself').toHaveLength(4)
      await sam.signInAgain()
      await admin.signInAgain()
      expect((await kindsFor(sam, id)).at(-1)).toBe('refund_waits')
      expect([await paymentOf(id), await balances(product, id)]).toMatchObject([back, owed])
      expect((await findings(id))[0].cells.words).toMatch(/not sent again by itself/)

      const [{ id: refundId }] = await findings(id)
      expect((await act('send-again', [refundId])).json.changed).toEqual([refundId])
      await sendRefunds(product, id)
      expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
      expect(await findings(id)).toEqual([])
    },
  )

  test('can be paid another way: the ledger records who did it, once, and the reason is logged', async () => {
    const { sam, id } = await refundedLesson()
    await comesBack(id)
    const [{ id: refundId }] = await findings(id)
    expect((await act('paid-by-hand', [refundId])).status, 'without a reason').toBe(400)
    const reason = 'Check 1042, mailed today'
    const marked = await Promise.all([
      act('paid-by-hand', [refundId], { reason }),
      act('paid-by-hand', [refundId], { reason }),
    ])
    expect(marked.flatMap(({ json }) => json.changed ?? [])).toEqual([refundId])
    expect(await paymentOf(id)).toMatchObject(gone)
    expect(await balances(product, id)).toEqual({ processor_cash: 8_500, paid_by_hand: -8_500 })
    expect(await kindsFor(sam, id)).toEqual(['paid', 'refunded', 'refund_returned', 'refunded_by_hand'])
    expect(
      await query(
        `select reason from audit_log where ids ->> 'bookingId' = $1 and target like '%paid-by-hand%' or after ->> 'act' = 'paid-by-hand' and ids ->> 'bookingId' = $1`,
        [id],
      ),
    ).toEqual([{ reason }])
    product.clock.advance(HOUR)
    await sendRefunds(product, id)
    expect(await atProcessor(id), 'it does not go out as well').toHaveLength(1)
  })

  test('is not announced as sent by an email still in the queue', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, {
      instructorId: maya.userId,
      start: charlotteTime(9 + ++day, 10),
    })
    const { intent } = await paymentOf(id)
    await product.services.payments.refund({
      key: `by-hand:${id}`,
      paymentIntentId: intent,
      amountCents: 8_500,
    })
    await product.hearPayments()
    const [refund] = await atProcessor(id)
    await processor().turnRefund({ refundId: refund.id, state: 'failed', failure: 'lost_or_stolen_card' })
    await product.settle()
    const sent = await emailsAbout(product, id)
    expect(sent).toContain('booking-refund-returned-student')
    expect(sent).not.toContain('booking-refunded-student')
  })

  test('that an operator made in the processor’s dashboard waits for an admin', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, {
      instructorId: maya.userId,
      start: charlotteTime(9 + ++day, 10),
    })
    const { intent } = await paymentOf(id)
    await product.services.payments.refund({
      key: `by-hand:${id}`,
      paymentIntentId: intent,
      amountCents: 2_000,
    })
    await product.settle()
    await comesBack(id)
    expect(await requestsOf(id)).toMatchObject([{ status: 'failed', attempts: 1 }])
    expect(await balances(product, id)).toEqual({
      processor_cash: 8_500,
      refunds_due: -2_000,
      coach_held: -5_850,
      platform_fee: -650,
    })
    // The operator repeats it in the processor's dashboard, which settles the pending refund here.
    await product.services.payments.refund({
      key: `again:${id}`,
      paymentIntentId: intent,
      amountCents: 8_500,
    })
    await product.settle()
    expect(await requestsOf(id)).toMatchObject([{ status: 'sent' }])
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
  })

  test('and repeated by an operator meanwhile is not resent by us', async () => {
    const { id } = await refundedLesson()
    await comesBack(id)
    const { intent } = await paymentOf(id)
    await product.services.payments.refund({ key: `by:${id}`, paymentIntentId: intent, amountCents: 8_500 })
    await product.settle()
    product.clock.advance(HOUR)
    await sendRefunds(product, id)
    expect(await atProcessor(id)).toHaveLength(2)
    expect(await requestsOf(id)).toMatchObject([{ status: 'sent', attempts: 1 }])
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
  })

  test('of a partial amount, repeated by an operator, leaves nothing to be sent twice', async () => {
    const id = await bookPaid(product, await product.student(), {
      instructorId: maya.userId,
      start: charlotteTime(9 + ++day, 10),
    })
    const { intent } = await paymentOf(id)
    const part = { paymentIntentId: intent, amountCents: 2_000 }
    await product.services.payments.refund({ key: `first:${id}`, ...part })
    await product.settle()
    await comesBack(id, 'canceled')
    expect(await requestsOf(id)).toMatchObject([{ status: 'failed' }])
    await product.services.payments.refund({ key: `second:${id}`, ...part })
    await product.settle()
    expect(await requestsOf(id)).toMatchObject([{ status: 'sent' }])
    expect(await balances(product, id)).toEqual({
      processor_cash: 6_500,
      coach_held: -5_850,
      platform_fee: -650,
    })
  })

  test('for unused package lessons is reversed in the package, and settled there when resent', async () => {
    const start = charlotteTime(60, 9)
    const sam = await product.student()
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, times: [start] })
    const root = await acceptAndPay(product, sam, proposalId, start)
    const [{ id: packageId }] = await query('select id from lesson_packages where proposal_id = $1', [
      proposalId,
    ])
    const before = await balances(product, root)
    const [{ cents }] = await query(
      `select sum(value_cents)::int as cents from lesson_credits where package_id = $1 and status = 'available'`,
      [packageId],
    )
    const by = { userId: maya.userId, role: 'coach' as const }
    await endPackage(product.services, by, { packageId, expectedRefundCents: cents })
    await sendRefunds(product, root)
    const settled = await balances(product, root)
    expect(settled).toEqual({
      coach_held: before.coach_held,
      platform_fee: before.platform_fee,
      processor_cash: Number(before.processor_cash) - cents,
    })
    await comesBack(root)
    expect(await balances(product, root)).toEqual({
      ...before,
      package_held: undefined,
      refunds_due: -cents,
    })
    expect(await kindsFor(sam, root)).toContain('refund_retry')
    product.clock.advance(HOUR)
    await sendRefunds(product, root)
    expect(await balances(product, root)).toEqual(settled)
    expect(await query('select refunded_cents from payments where booking_id = $1', [root])).toEqual([
      { refunded_cents: cents },
    ])
  })
})

describe('the processor’s refund status', () => {
  const tell = async (type: string, object: object) => {
    const secret = createHmac('sha256', product.services.env.SESSION_SECRET)
      .update('local payment events')
      .digest('hex')
    const created = Math.floor(product.clock.now() / 1000)
    const event = { id: `evt_${randomUUID()}`, object: 'event', type, created, data: { object } }
    const body = JSON.stringify(event)
    const headers = { 'stripe-signature': signEvent(body, secret, product.clock.now()) }
    return (await product.visitor().send('POST', '/webhooks/payments', body, headers)).json.outcome
  }

  test('counts as refunded when sent, not while waiting for the balance', async () => {
    const id = await bookPaid(product, await product.student(), {
      instructorId: maya.userId,
      start: charlotteTime(9 + ++day, 10),
    })
    const { intent } = await paymentOf(id)
    const refund = { id: `re_${id}`, object: 'refund', amount: 8_500, payment_intent: intent }
    expect(await tell('refund.created', { ...refund, status: 'pending' })).toBe('nothing_to_do')
    expect(await paymentOf(id)).toMatchObject(back)
    expect(await tell('refund.updated', { ...refund, status: 'succeeded' })).toBe('refunded')
    expect(await paymentOf(id)).toMatchObject(gone)
    expect(await tell('refund.updated', { ...refund, status: 'pending' }), 'an older one').toBe(
      'nothing_to_do',
    )
    expect(await paymentOf(id)).toMatchObject(gone)
  })

  test('is polled when no event came: a failed refund is found within hours', async () => {
    const { id } = await refundedLesson()
    const [refund] = await atProcessor(id)
    await processor().turnRefund({ refundId: refund.id, state: 'failed', failure: 'unknown' })
    await query('update local_vendor.events set delivered_at = current_instant() where delivered_at is null')
    await reconcilePayments(product.services)
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([back, owed])
    expect(await requestsOf(id)).toMatchObject([{ status: 'requested', attempts: 1 }])
  })

  test('is matched to a refund recorded before refunds had ids, and reversed when it is returned', async () => {
    const { id } = await refundedLesson()
    // A payment as the migration leaves it when its refunds cannot be identified.
    await query(
      `with gone as (delete from processor_refunds r using payments p where p.id = r.payment_id and p.booking_id = $1
         returning r.payment_id, r.amount_cents)
       update payments p set refunded_unnamed_cents = g.amount_cents from gone g where g.payment_id = p.id`,
      [id],
    )
    await reconcilePayments(product.services)
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
    await comesBack(id)
    expect([await paymentOf(id), await balances(product, id)]).toMatchObject([back, owed])
    expect(
      await query('select refunded_unnamed_cents as n from payments where booking_id = $1', [id]),
    ).toEqual([{ n: 0 }])
  })

  describe('announced to the student whatever the order of events', () => {
    /** A paid lesson, and events about refunds of its payment in the processor's dashboard. */
    async function paidLesson() {
      const start = charlotteTime(9 + ++day, 10)
      const id = await bookPaid(product, await product.student(), { instructorId: maya.userId, start })
      const { intent } = await paymentOf(id)
      const refund = (name: string, amount: number) => {
        const facts = { id: `re_${name}_${id}`, object: 'refund', amount, payment_intent: intent }
        return {
          sent: () => tell('refund.created', { ...facts, status: 'succeeded' }),
          failed: () => tell('refund.updated', { ...facts, status: 'failed', failure_reason: 'declined' }),
          canceled: () => tell('refund.updated', { ...facts, status: 'canceled' }),
        }
      }
      return { id, intent, refund }
    }
    /** The subjects of the sent emails about the refunds of a lesson, in alphabetical order, each once. */
    const subjects = async (id: string) =>
      (
        await query(
          `select distinct subject from email_logs
           where dedupe_key like 'booking-refund%-student%' || $1 || '%' and status = 'sent' order by subject`,
          [id],
        )
      ).map(({ subject }) => subject)
    const onItsWay = (amount: string) => `Your refund of ${amount} is on its way`
    const notArrived = (amount: string) => `Your refund of ${amount} did not reach your card`

    test.each(['failed', 'canceled'] as const)(
      'the second refund, after a first one that was %s',
      async (ended) => {
        const orders = [
          ['first.sent', 'first.ended', 'second.sent'],
          ['first.sent', 'second.sent', 'first.ended'],
          ['first.ended', 'first.sent', 'second.sent'],
          ['first.ended', 'second.sent', 'first.sent'],
          ['second.sent', 'first.sent', 'first.ended'],
          ['second.sent', 'first.ended', 'first.sent'],
        ]
        for (const order of orders) {
          const { id, refund } = await paidLesson()
          const [first, second] = [refund('first', 8_500), refund('second', 8_500)]
          const send: Record<string, () => Promise<unknown>> = {
            'first.sent': first.sent,
            'first.ended': first[ended],
            'second.sent': second.sent,
          }
          for (const event of order) await send[event]?.()
          await product.settle()
          expect([await paymentOf(id), await balances(product, id)], String(order)).toMatchObject([gone, {}])
          const letters = await emailsAbout(product, id)
          const announced = letters.filter((letter) => letter === 'booking-refunded-student')
          expect(announced, String(order)).toHaveLength(1)
        }
      },
    )

    test('a refund that an operator repeats after the student read that the first did not arrive', async () => {
      const { id, refund } = await paidLesson()
      const first = refund('first', 2_000)
      await first.sent()
      await product.settle()
      await first.failed()
      await product.settle()
      expect(await subjects(id)).toEqual([notArrived('$20'), onItsWay('$20')])
      await refund('second', 2_000).sent()
      await product.settle()
      const letters = await emailsAbout(product, id)
      expect(letters.filter((letter) => letter === 'booking-refunded-student')).toHaveLength(2)
    })

    test('a refund that an operator makes in place of the refund of a canceled lesson that did not arrive', async () => {
      const { id } = await refundedLesson()
      expect(await emailsAbout(product, id)).not.toContain('booking-refunded-student')
      await comesBack(id)
      const { intent } = await paymentOf(id)
      await product.services.payments.refund({ key: `by:${id}`, paymentIntentId: intent, amountCents: 8_500 })
      await product.settle()
      expect(await subjects(id)).toEqual([notArrived('$85'), onItsWay('$85')])
    })

    test('a smaller refund after a returned one was paid another way', async () => {
      const { id, refund } = await paidLesson()
      const first = refund('first', 2_000)
      await first.sent()
      await product.settle()
      await first.failed()
      const [{ id: returnedId }] = await findings(id)
      await act('paid-by-hand', [returnedId], { reason: 'Check 1043' })
      await refund('second', 1_000).sent()
      await product.settle()
      expect(await subjects(id)).toEqual([onItsWay('$10'), notArrived('$20'), onItsWay('$20')])
    })

    test('another refund, while a returned one waits for an admin', async () => {
      const { id, refund } = await paidLesson()
      const first = refund('first', 4_000)
      await first.sent()
      await product.settle()
      await first.failed()
      await refund('second', 1_000).sent()
      await product.settle()
      expect(await requestsOf(id)).toMatchObject([{ status: 'failed' }])
      expect(await subjects(id)).toEqual([onItsWay('$10'), notArrived('$40'), onItsWay('$40')])
    })

    test.each(['before', 'after'])('a refund that becomes known %s the bank took the price', async (when) => {
      const { id, intent, refund } = await paidLesson()
      const about = {
        id: `dp_${id}`,
        object: 'dispute',
        payment_intent: intent,
        amount: 8_500,
        reason: 'fraudulent',
      }
      const bank = async () => {
        await tell('charge.dispute.created', { ...about, status: 'needs_response' })
        await tell('charge.dispute.closed', { ...about, status: 'lost' })
      }
      const { sent } = refund('first', 2_000)
      for (const event of when === 'before' ? [sent, bank] : [bank, sent]) await event()
      await product.settle()
      expect(await subjects(id)).toEqual([onItsWay('$20')])
    })
  })

  test('gives the same result with duplicate and out-of-order events, including late ones of the first attempt', async () => {
    /** Takes all pending events from the processor. */
    const takeEvents = async () =>
      (
        await query(
          `update local_vendor.events set delivered_at = current_instant() where delivered_at is null
           returning payload ->> 'type' as type, payload -> 'data' -> 'object' as object`,
        )
      ).map(
        ({ type, object }) =>
          () =>
            tell(type, object),
      )
    const order = fc.array(fc.nat({ max: 999 }), { minLength: 24, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(order, async (ranks) => {
        product.clock.moveTo(testNow)
        const sam = await product.student()
        const start = charlotteTime(9 + ++day, 10)
        const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
        await sam.post(`/api/bookings/${id}/cancellation`)
        await refundPayment(product.services, id)
        const [first] = await atProcessor(id)
        await processor().turnRefund({ refundId: first.id, state: 'failed', failure: 'declined' })
        // Refund created, charge updated, refund updated and failed; each delivered twice, some only at the
        // second attempt.
        const told = await takeEvents()
        const shuffled = [...told, ...told]
          .map((send, at) => ({ send, rank: ranks[at] ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
        const early = shuffled.filter(({ rank }) => rank < 600)
        for (const { send } of early) await send()
        await reconcilePayments(product.services)
        expect([await paymentOf(id), await balances(product, id)]).toMatchObject([back, owed])
        product.clock.advance(HOUR)
        await refundPayment(product.services, id)
        const later = [
          ...shuffled.filter(({ rank }) => rank >= 600),
          ...(await takeEvents()).map((send) => ({ send, rank: 0 })),
        ]
        const mixed = later.map((one, at) => ({ ...one, rank: ranks[at + 8] ?? 0 }))
        for (const { send } of mixed.toSorted((a, b) => a.rank - b.rank)) await send()
        await product.settle()
        expect([await paymentOf(id), await balances(product, id)]).toMatchObject([gone, {}])
        expect(await requestsOf(id)).toMatchObject([{ status: 'sent', attempts: 1 }])
        expect(await atProcessor(id)).toHaveLength(2)
        const letters = await emailsAbout(product, id)
        for (const letter of ['booking-refund-returned-student', 'booking-refunded-student'])
          expect(letters.filter((one) => one === letter)).toHaveLength(1)
      }),
      { numRuns: 6 },
    )
  }, 240_000)
})
