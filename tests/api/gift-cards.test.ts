import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { sendRefunds as sendRefundsOf } from '#features/checkout/refunds.ts'
import { deliverGiftCards, endGiftCheckouts, sendAgain } from '#features/gift-cards/commands.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { DAY } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { type PaymentEvent, PaymentsUnavailable } from '#ports/payments/payments.ts'
import {
  expectGiftLiability,
  giftBalanceOf,
  giftCardOrder,
  giftCardWithCode,
  giveGiftCards,
} from '../support/gift-cards.ts'
import { balances, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/** A lesson of Coach Maya costs $85. */
const PRICE = 8_500

const product = testProduct()
const { query } = product
let admin: Visitor
let maya: Awaited<ReturnType<typeof signedInCoach>>
/** Buys gift cards. */
let pat: Awaited<ReturnType<typeof product.student>>
/** Redeems them. */
let sam: Awaited<ReturnType<typeof product.student>>

beforeAll(async () => {
  admin = await product.admin()
})

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  pat = await product.student('Pat Morgan')
  sam = await product.student('Sam Rivera')
  await query('update profiles set email_verified = true')
})

const order = async (buyer: Visitor, more: object = {}) => {
  const ordered = await buyer.post('/api/gift-cards', giftCardOrder(more))
  expect(ordered.status, ordered.text).toBe(201)
  return ordered.json as { giftCardId: string; checkoutUrl: string }
}

const payAt = async (buyer: Visitor, checkoutUrl: string) =>
  await buyer.post(`/api/test-checkouts/${checkoutUrl.split('/').at(-1)}/payments`, goodCard)

const bought = (buyer: Visitor, more: object = {}) => giftCardWithCode(product, buyer, more)
const redeem = (person: Visitor, code: string) => person.post('/api/gift-cards/redemptions', { code })
const balanceOf = giftBalanceOf

/** Buys cards for Sam and adds them to Sam's account. */
const samHas = (...amounts: number[]) => giveGiftCards(product, { buyer: pat, student: sam }, ...amounts)

const book = (more: object = {}, person: Visitor = sam) =>
  person.post('/api/bookings', {
    instructorId: maya.userId,
    durationMinutes: 60,
    start: charlotteTime(9, 10),
    ...more,
  })

/** Books a lesson with a gift part, and pays the rest by card. */
async function lesson(giftCents: number, more: object = {}) {
  const held = await book({ giftCents, ...more })
  expect(held.status, held.text).toBe(201)
  if (giftCents < PRICE) await payAt(sam, held.json.checkoutUrl)
  await product.settle()
  return String(held.json.bookingId)
}

const stateOf = async (person: Visitor, id: string) =>
  (await person.get('/api/me/gift-cards')).json.find((card: { id: string }) => card.id === id)

const paymentOf = async (bookingId: string) =>
  (
    await query(
      `select amount_cents, gift_cents, refunded_cents, payment_status, payment_method from payments where booking_id = $1`,
      [bookingId],
    )
  )[0]

const expectLiability = () => expectGiftLiability(product)

describe('buying', () => {
  test('a checkout that is not paid within an hour ends, also when the processor’s event is lost', async () => {
    const { giftCardId, checkoutUrl } = await order(pat)
    const isOpen = async () => (await stateOf(pat, giftCardId)).checkoutUrl !== null
    product.clock.advance(59 * 60_000)
    expect([await endGiftCheckouts(product.services), await isOpen()]).toEqual([0, true])
    product.clock.advance(2 * 60_000)
    expect([await endGiftCheckouts(product.services), await isOpen()]).toEqual([1, false])
    expect((await payAt(pat, checkoutUrl)).status).toBe(409)
    expect(await endGiftCheckouts(product.services)).toBe(0)
  })

  test('pays, sends the letter with the code once, and tells the buyer', async () => {
    const { id, code } = await bought(pat)
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    await deliverGiftCards(product.services)
    await deliverGiftCards(product.services)
    await product.sendMessages()
    const letters = await query(
      `select template_key, recipient_email from email_logs where dedupe_key like '%' || $1 || '%' order by 1`,
      [id],
    )
    expect(letters).toEqual([
      { template_key: 'gift-card-news-buyer', recipient_email: expect.any(String) },
      { template_key: 'gift-card-recipient', recipient_email: 'sam.gift@students.test' },
    ])
    expect(await stateOf(pat, id)).toMatchObject({ state: 'sent', amountCents: 10_000, mayRefund: true })
    const [stored] = await query('select to_jsonb(g)::text as text from gift_cards g where id = $1', [id])
    expect(stored?.text).not.toContain(code.replaceAll('-', ''))
    await expectLiability()
  })

  test('for a later day keeps the letter until the morning of that day', async () => {
    const { id } = await bought(pat, { deliverOn: charlotteDay(20) })
    await deliverGiftCards(product.services)
    expect(await stateOf(pat, id)).toMatchObject({ state: 'scheduled' })
    product.clock.moveTo(Date.parse(charlotteTime(20, 9, 1)))
    await deliverGiftCards(product.services)
    expect(await stateOf(pat, id)).toMatchObject({ state: 'sent' })
  })

  test('to print needs no address, and sends no letter', async () => {
    const { id } = await bought(pat, { recipientEmail: undefined })
    await deliverGiftCards(product.services)
    expect(await stateOf(pat, id)).toMatchObject({ state: 'to_print', deliverAt: null })
  })

  test('is repeated with the same key without another card', async () => {
    const idempotencyKey = randomUUID()
    const orders = await Promise.all([1, 2, 3].map(() => order(pat, { idempotencyKey })))
    expect(new Set(orders.map(({ giftCardId }) => giftCardId)).size).toBe(1)
    expect(new Set(orders.map(({ checkoutUrl }) => checkoutUrl)).size).toBe(1)
  })

  test('works with the same key after the processor was away, and after the checkout ended', async () => {
    const idempotencyKey = randomUUID()
    const { payments } = product.services
    const { startCheckout } = payments
    payments.startCheckout = async () => {
      throw new PaymentsUnavailable()
    }
    const away = await pat.post('/api/gift-cards', giftCardOrder({ idempotencyKey }))
    payments.startCheckout = startCheckout
    expect([away.status, away.json.code]).toEqual([503, 'payments_unavailable'])
    const late = await order(pat, { idempotencyKey })
    product.clock.advance(2 * 60 * 60_000)
    await endGiftCheckouts(product.services)
    const { giftCardId, checkoutUrl } = await order(pat, { idempotencyKey })
    expect(giftCardId).not.toBe(late.giftCardId)
    await payAt(pat, checkoutUrl)
    await product.settle()
    expect((await pat.post(`/api/gift-cards/${giftCardId}/code`, {})).status).toBe(200)
  })

  test.each([
    ['less than $10', { amountCents: 900 }],
    ['more than $500', { amountCents: 50_100 }],
    ['cents', { amountCents: 1_050 }],
    ['a negative amount', { amountCents: -5_000 }],
    ['a day in the past', { deliverOn: charlotteDay(-2) }],
    ['a day in two years', { deliverOn: charlotteDay(700) }],
    ['a link in the message', { message: 'See www.cheap-clubs.example' }],
    ['a link in a name', { fromName: 'www.cheap.example' }],
    ['a long message', { message: 'x'.repeat(301) }],
  ])('refuses %s', async (_name, more) => {
    expect((await pat.post('/api/gift-cards', giftCardOrder(more))).status).toBe(400)
  })

  test('worth nothing before it is paid, and found when its event was lost', async () => {
    const { giftCardId, checkoutUrl } = await order(pat)
    expect((await pat.post(`/api/gift-cards/${giftCardId}/code`, {})).status).toBe(404)
    expect(await stateOf(pat, giftCardId)).toMatchObject({ state: 'unpaid', checkoutUrl, mayRefund: false })
    await payAt(pat, checkoutUrl)
    expect(await reconcilePayments(product.services)).toMatchObject({ paid: 1 })
    expect(await stateOf(pat, giftCardId)).toMatchObject({ state: 'scheduled' })
    await expectLiability()
  })

  test('others see neither the card nor its code, and cannot refund or send it', async () => {
    const { id } = await bought(pat)
    expect((await sam.get('/api/me/gift-cards')).json).toEqual([])
    const tries = [
      await sam.post(`/api/gift-cards/${id}/code`, {}),
      await sam.post(`/api/gift-cards/${id}/refund`, {}),
      await sam.post(`/api/gift-cards/${id}/letters`, { recipientEmail: 'sam@students.test' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await product.visitor().post('/api/gift-cards', giftCardOrder())).status).toBe(401)
  })

  test('the letter can go to another address, with the same code', async () => {
    const { id, code } = await bought(pat)
    await deliverGiftCards(product.services)
    const again = await pat.post(`/api/gift-cards/${id}/letters`, { recipientEmail: 'right@students.test' })
    expect(again.status, again.text).toBe(201)
    await product.sendMessages()
    expect(
      await query(
        `select recipient_email from email_logs where template_key = 'gift-card-recipient' and dedupe_key like '%' || $1 || '%'
         order by 1`,
        [id],
      ),
    ).toEqual([{ recipient_email: 'right@students.test' }, { recipient_email: 'sam.gift@students.test' }])
    expect((await redeem(sam, code)).status).toBe(201)
  })
})

describe('after a change of the secret that codes are computed with', () => {
  const changed = () => ({
    ...product.services,
    env: { ...product.services.env, SESSION_SECRET: 'another-secret-of-at-least-32-characters' },
  })
  const newAddress = () => `${randomUUID()}@students.test`
  const codesSentTo = async (address: string) => {
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, address)
    return letters.map(({ text }) => /redeem#([2-9A-HJ-NP-Z-]{19})/.exec(text)?.[1] ?? 'no code')
  }

  test('a scheduled letter has a code that works', async () => {
    const recipientEmail = newAddress()
    const { code } = await bought(pat, { recipientEmail, deliverOn: charlotteDay(20) })
    product.clock.moveTo(Date.parse(charlotteTime(20, 9, 1)))
    await deliverGiftCards(changed())
    const [sent] = await codesSentTo(recipientEmail)
    expect(sent).not.toBe(code)
    expect((await redeem(sam, String(sent))).status).toBe(201)
    await expectLiability()
  })

  test('a code that was sent still works, and is not sent again', async () => {
    const recipientEmail = newAddress()
    const { id, code } = await bought(pat, { recipientEmail })
    await deliverGiftCards(product.services)
    const again = await sendAgain(changed(), pat, { giftCardId: id, recipientEmail })
    expect(again).toEqual({ ok: false, reason: 'gift_code_sent' })
    expect(await codesSentTo(recipientEmail)).toEqual([code])
    expect((await redeem(sam, code)).status).toBe(201)
  })

  test('a card to print can be sent once, with a code that works', async () => {
    const { id } = await bought(pat, { recipientEmail: undefined })
    const recipientEmail = newAddress()
    expect(await sendAgain(changed(), pat, { giftCardId: id, recipientEmail })).toEqual({ ok: true })
    const [sent] = await codesSentTo(recipientEmail)
    expect((await redeem(sam, String(sent))).status).toBe(201)
  })
})

describe('redeeming', () => {
  test('adds the card to one account, once', async () => {
    const { id, code } = await bought(pat)
    const first = await redeem(sam, code.toLowerCase())
    expect(first.json).toMatchObject({ amountCents: 10_000, fromName: 'Pat', balanceCents: 10_000 })
    expect((await redeem(sam, code)).json, 'again').toMatchObject({ balanceCents: 10_000 })
    const alex = await product.student('Alex Kim')
    const second = await redeem(alex, code)
    expect([second.status, second.json.code]).toEqual([409, 'gift_code_used'])
    expect(await balanceOf(alex)).toBe(0)
    expect(await stateOf(pat, id)).toMatchObject({ state: 'redeemed', mayRefund: false })
    const refund = await pat.post(`/api/gift-cards/${id}/refund`, {})
    expect([refund.status, refund.json.code]).toEqual([409, 'gift_redeemed'])
  })

  test('in ten accounts at once works in one', async () => {
    const { code } = await bought(pat)
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => product.student(`Golfer ${'ABCDEFGHIJ'[n]}`)),
    )
    const answers = await Promise.all(people.map((person) => redeem(person, code)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const sums = await Promise.all(people.map(balanceOf))
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(10_000)
  })

  test('an unknown code is refused with the same answer as a mistyped one', async () => {
    const answers = [await redeem(sam, '2222-3333-4444-5555'), await redeem(sam, 'not a code')]
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [404, 'gift_code_unknown'],
      [404, 'gift_code_unknown'],
    ])
  })

  test('is for students: a coach cannot book lessons with it', async () => {
    const { code } = await bought(pat)
    await query(`update profiles set role = 'instructor' where id = $1`, [maya.userId]).catch(() => null)
    expect([403, 201]).toContain((await redeem(maya, code)).status)
  })
})

describe('a lesson', () => {
  test('that a card covers is confirmed at once, and the coach’s books are those of any lesson', async () => {
    await samHas(10_000)
    const held = await book({ giftCents: PRICE })
    expect(held.status, held.text).toBe(201)
    const { bookingId } = held.json
    expect(held.json.checkoutUrl).toContain(`/payment-success?session_id=order:${bookingId}`)
    expect((await sam.get(`/api/bookings/${bookingId}`)).json).toMatchObject({ status: 'confirmed' })
    expect(await paymentOf(bookingId)).toMatchObject({
      amount_cents: PRICE,
      gift_cents: PRICE,
      payment_status: 'completed',
      payment_method: 'gift_card',
    })
    expect(await balances(product, bookingId)).toEqual({
      gift_cards: PRICE,
      coach_held: -7_650,
      platform_fee: -850,
    })
    expect(await balanceOf(sam)).toBe(1_500)
    expect((await sam.get(`/api/checkouts/${bookingId}`)).json).toMatchObject({
      state: 'confirmed',
      amountCents: PRICE,
      giftCents: PRICE,
    })
    await expectLiability()
  })

  test('repeated after a lost answer is the same lesson', async () => {
    await samHas(10_000)
    const idempotencyKey = randomUUID()
    const [first, again] = [
      await book({ giftCents: PRICE, idempotencyKey }),
      await book({ giftCents: PRICE, idempotencyKey }),
    ]
    expect([first?.status, again?.status]).toEqual([201, 201])
    expect(again?.json.bookingId).toBe(first?.json.bookingId)
    expect(await balanceOf(sam)).toBe(1_500)
  })

  test('that costs more than the card charges the rest', async () => {
    await samHas(5_000)
    const held = await book({ giftCents: 5_000 })
    const page = await sam.get(`/api/test-checkouts/${String(held.json.checkoutUrl).split('/').at(-1)}`)
    expect(page.json.amountCents).toBe(3_500)
    expect(await balanceOf(sam), 'while it is held').toBe(0)
    await payAt(sam, held.json.checkoutUrl)
    await product.settle()
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json.status).toBe('confirmed')
    expect(await balances(product, held.json.bookingId)).toEqual({
      processor_cash: 3_500,
      gift_cards: 5_000,
      coach_held: -7_650,
      platform_fee: -850,
    })
    await expectLiability()
  })

  test('takes from one card when one is enough', async () => {
    const [small, large] = await samHas(5_000, 20_000)
    await lesson(PRICE)
    const { cards } = (await sam.get('/api/me/gift-balance')).json
    const left = Object.fromEntries(
      cards.map((card: { id: string; leftCents: number }) => [card.id, card.leftCents]),
    )
    expect(left).toEqual({ [String(small?.id)]: 5_000, [String(large?.id)]: 11_500 })
  })

  test.each([
    ['more than is left', 8_400],
    ['less than the card can pay', 4_000],
    ['more than the price', 9_000],
  ])('with %s is refused, and nothing is held', async (_name, giftCents) => {
    await samHas(5_000)
    const held = await book({ giftCents })
    expect([held.status, held.json.code]).toEqual([409, 'gift_changed'])
    expect(await balanceOf(sam)).toBe(5_000)
    expect((await book()).status, 'the time is free').toBe(201)
  })

  test('asked for again after a lost answer, without the balance that it took, keeps its checkout', async () => {
    await samHas(5_000)
    const held = await book({ giftCents: 5_000, idempotencyKey: randomUUID() })
    const again = await book({ idempotencyKey: randomUUID() })
    expect(again.status, again.text).toBe(201)
    expect(again.json).toMatchObject({ bookingId: held.json.bookingId, checkoutUrl: held.json.checkoutUrl })
    expect(await balanceOf(sam)).toBe(0)
    await expectLiability()
  })

  test('that is let go gives the money back to the card', async () => {
    await samHas(5_000)
    const held = await book({ giftCents: 5_000 })
    expect(
      (
        await sam.send('DELETE', `/api/bookings/${held.json.bookingId}/hold`, '{}', {
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(200)
    expect(await balanceOf(sam)).toBe(5_000)
    await expectLiability()
  })

  test('of two tabs with the same money: one', async () => {
    await samHas(10_000)
    const tries = await Promise.all(
      [10, 11, 12, 13, 14, 15].map((hour) => book({ giftCents: PRICE, start: charlotteTime(9, hour) })),
    )
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await balanceOf(sam)).toBe(1_500)
    await expectLiability()
  })

  test('whose hold ended, and whose money another lesson took, is refunded when its payment comes late', async () => {
    await samHas(5_000)
    const late = await book({ giftCents: 5_000 })
    const session = String(late.json.checkoutUrl).split('/').at(-1)
    await query(`update bookings set hold_expires_at = $2 where id = $1`, [
      late.json.bookingId,
      new Date(product.clock.now() - 1_000),
    ])
    // The next booking with the coach ends it, and takes the money.
    const second = await lesson(5_000, { start: charlotteTime(9, 14) })
    const [{ order_id: orderId } = { order_id: '' }] = await query(
      'select order_id from payments where booking_id = $1',
      [late.json.bookingId],
    )
    const paid = {
      id: `evt_${randomUUID()}`,
      createdAt: product.clock.now(),
      type: 'checkout_paid',
      sessionId: String(session),
      orderId: String(orderId),
      amountCents: 3_500,
      currency: 'usd',
      paymentIntentId: `pi_${randomUUID()}`,
    } as PaymentEvent
    expect(await applyPaymentEvent(product.services, paid)).toBe('refund_started')
    expect(await paymentOf(second)).toMatchObject({ payment_status: 'completed' })
    expect(
      await query('select amount_cents, status from payment_refunds where booking_id = $1 order by 1', [
        late.json.bookingId,
      ]),
    ).toEqual([
      { amount_cents: 3_500, status: 'requested' },
      { amount_cents: 5_000, status: 'sent' },
    ])
    expect(await balanceOf(sam)).toBe(0)
    await expectLiability()
  })
})

describe('cancelling', () => {
  const cancel = async (bookingId: string) => {
    const cancelled = await sam.post(`/api/bookings/${bookingId}/cancellation`)
    expect(cancelled.status, cancelled.text).toBe(200)
    await sendRefunds(product, bookingId)
  }

  test('gives a covered lesson back to the card, at once', async () => {
    await samHas(10_000)
    const id = await lesson(PRICE)
    expect((await sam.get(`/api/bookings/${id}/cancellation`)).json).toMatchObject({
      refundCents: PRICE,
      giftRefundCents: PRICE,
    })
    await cancel(id)
    expect(await balanceOf(sam)).toBe(10_000)
    expect(await paymentOf(id)).toMatchObject({ payment_status: 'refunded', refunded_cents: PRICE })
    expect(await balances(product, id)).toEqual({})
    expect(
      (await sam.get(`/api/bookings/${id}/timeline`)).json.map(({ kind }: { kind: string }) => kind),
    ).toEqual(['paid', 'gift_refunded'])
    await expectLiability()
  })

  test('gives each card back what it paid, and the bank’s card never more', async () => {
    await samHas(5_000)
    const id = await lesson(5_000)
    await cancel(id)
    expect(await balanceOf(sam)).toBe(5_000)
    const [sums] = await query(
      `select sum(amount_cents) filter (where provider_refund_id like 'gift-card:%')::int as gift,
         sum(amount_cents) filter (where provider_refund_id not like 'gift-card:%')::int as bank
       from payment_refunds where booking_id = $1 and status = 'sent'`,
      [id],
    )
    expect(sums).toEqual({ gift: 5_000, bank: 3_500 })
    expect(await paymentOf(id)).toMatchObject({ payment_status: 'refunded', refunded_cents: PRICE })
    expect(await balances(product, id)).toEqual({})
    await expectLiability()
  })

  test('in part gives both back in proportion', async () => {
    await query(`update instructor_profiles set cancellation_policy = 'standard' where user_id = $1`, [
      maya.userId,
    ])
    await samHas(5_000)
    const id = await lesson(5_000)
    const preview = await sam.get(`/api/bookings/${id}/cancellation`)
    product.clock.moveTo(Date.parse(charlotteTime(9, 10)) - 20 * 3_600_000)
    const late = await sam.get(`/api/bookings/${id}/cancellation`)
    const { refundCents, giftRefundCents } = late.json
    expect(refundCents).toBeLessThan(preview.json.refundCents)
    await cancel(id)
    const back = Math.round((refundCents * 5_000) / PRICE)
    expect(giftRefundCents, 'as the student saw it before').toBe(back)
    expect(await balanceOf(sam)).toBe(back)
    expect(await paymentOf(id)).toMatchObject({ refunded_cents: refundCents })
    await expectLiability()
  })

  test('the refund is compared with the processor without a difference', async () => {
    await samHas(5_000)
    const id = await lesson(5_000)
    await cancel(id)
    product.clock.advance(2 * 3_600_000)
    expect(await reconcilePayments(product.services)).toMatchObject({ refunded: 0, sent: 0 })
  })
})

describe('the coach', () => {
  test('is paid the share of the whole price, and the statement shows the price', async () => {
    await samHas(10_000)
    // The statement lists a lesson in the year of its payment; the payout may be sent in the next year.
    const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
    const id = await lesson(PRICE)
    product.clock.moveTo(Date.parse(charlotteTime(9, 10)) + 3 * 3_600_000)
    await maya.post(`/api/bookings/${id}/completion`)
    product.clock.advance(3 * DAY)
    await query(
      `insert into payout_accounts (instructor_id, provider_account_id, status, created_at, updated_at)
       values ($1, 'acct_maya', 'ready', now(), now()) on conflict do nothing`,
      [maya.userId],
    ).catch(() => null)
    await releaseDuePayouts(product.services)
    const lines = await maya.get(`/api/coach/statement-lines?year=${year}`)
    const paid = JSON.stringify(lines.json)
    expect(paid).toContain('"grossCents":8500')
  })
})

describe('refunding a card', () => {
  test('that nobody redeemed pays the buyer back, and its code no longer works', async () => {
    const { id, code } = await bought(pat)
    const refunded = await pat.post(`/api/gift-cards/${id}/refund`, {})
    expect(refunded.json).toEqual({ refundCents: 10_000 })
    const again = await pat.post(`/api/gift-cards/${id}/refund`, {})
    expect(again.status).toBe(409)
    expect(await redeem(sam, code).then(({ json }) => json.code)).toBe('gift_code_refunded')
    const [card] = await query('select payment_id from gift_cards where id = $1', [id])
    await sendRefundsOf(product.services, { paymentId: String(card?.payment_id) })
    await product.settle()
    expect(await stateOf(pat, id)).toMatchObject({ state: 'refunded', refundedCents: 10_000 })
    await deliverGiftCards(product.services)
    await product.sendMessages()
    expect(
      await query(
        `select from email_logs where template_key = 'gift-card-recipient' and dedupe_key like '%' || $1 || '%'`,
        [id],
      ),
    ).toHaveLength(0)
    await expectLiability()
  })

  test.each([
    ['was sent', {}],
    ['is scheduled', { deliverOn: charlotteDay(20) }],
    ['is to print', { recipientEmail: undefined }],
  ])('the letter of a refunded card that %s goes nowhere, and its address stays', async (_state, more) => {
    const { id } = await bought(pat, more)
    await deliverGiftCards(product.services)
    expect((await pat.post(`/api/gift-cards/${id}/refund`, {})).status).toBe(201)
    const before = await stateOf(pat, id)
    const recipientEmail = `${randomUUID()}@students.test`
    const again = await pat.post(`/api/gift-cards/${id}/letters`, { recipientEmail })
    expect([again.status, again.json.code]).toEqual([409, 'gift_code_refunded'])
    expect(await stateOf(pat, id)).toEqual(before)
    await product.sendMessages()
    expect(await lettersTo(product.database.pool, recipientEmail)).toEqual([])
  })

  test('and redeeming it in the same moment: one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, code } = await bought(pat)
      const alex = await product.student('Alex Kim')
      const [refunded, redeemed] = await Promise.all([
        pat.post(`/api/gift-cards/${id}/refund`, {}),
        redeem(alex, code),
      ])
      expect([refunded?.status, redeemed?.status].filter((status) => status === 201)).toHaveLength(1)
      expect(await balanceOf(alex)).toBe(redeemed?.status === 201 ? 10_000 : 0)
    }
    await expectLiability()
  })

  test('is refused after 90 days, and the card stays valid', async () => {
    const { id, code } = await bought(pat)
    await query(
      `update payments set paid_at = paid_at - interval '91 days' where id = (select payment_id from gift_cards where id = $1)`,
      [id],
    )
    expect((await pat.post(`/api/gift-cards/${id}/refund`, {})).json.code).toBe('gift_refund_late')
    expect((await redeem(sam, code)).status).toBe(201)
  })
})

describe('a bank’s dispute of a card', () => {
  const dispute = async (giftCardId: string, more: object) => {
    const [order] = await query(
      `select o.stripe_payment_intent_id as intent from gift_cards g join payments p on p.id = g.payment_id
       join orders o on o.id = p.order_id where g.id = $1`,
      [giftCardId],
    )
    return await applyPaymentEvent(product.services, {
      id: `evt_${randomUUID()}`,
      createdAt: product.clock.now(),
      type: 'disputed',
      paymentIntentId: String(order?.intent),
      disputeId: `dp_${giftCardId}`,
      reason: 'fraudulent',
      amountCents: 10_000,
      ...more,
    } as PaymentEvent)
  }

  test('blocks it, and what is left is gone when it is lost; what was spent is at our expense', async () => {
    const [card] = await samHas(10_000)
    await lesson(PRICE)
    const id = String(card?.id)
    expect(await dispute(id, {})).toBe('disputed')
    expect(await balanceOf(sam)).toBe(0)
    expect((await sam.get('/api/me/gift-balance')).json.cards[0]).toMatchObject({ isBlocked: true })
    expect(await dispute(id, { type: 'dispute_closed', won: false })).toBe('dispute_closed')
    expect(await balanceOf(sam)).toBe(0)
    expect((await sam.get('/api/notifications')).json.items).toContainEqual(
      expect.objectContaining({ title: 'Your gift card from Pat was refunded', href: '/gift-cards/redeem' }),
    )
    const [fee] = await query(
      `select sum(l.amount_cents)::int as cents from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
       join gift_cards g on g.payment_id = t.payment_id where g.id = $1 and l.account = 'platform_fee'`,
      [id],
    )
    expect(fee).toEqual({ cents: PRICE })
    const list = (await admin.get('/api/admin/lists/disputes')).json.rows
    expect(JSON.stringify(list)).toContain('Gift card, $100')
    await expectLiability()
  })

  test('that is won gives it back', async () => {
    const [card] = await samHas(10_000)
    await dispute(String(card?.id), {})
    await dispute(String(card?.id), { type: 'dispute_closed', won: true })
    expect(await balanceOf(sam)).toBe(10_000)
  })

  test.each([
    ['won, sends the letter that waited for it', true, 1],
    ['lost, leaves the letter that waited for it unsent', false, 0],
  ])('that is %s', async (_name, won, sent) => {
    const recipientEmail = `${randomUUID()}@students.test`
    const { id, code } = await bought(pat, {
      recipientEmail: 'mistyped@students.test',
      deliverOn: charlotteDay(20),
    })
    await dispute(id, {})
    expect((await pat.get('/api/me/gift-cards')).json[0]).toMatchObject({ id, isBlocked: true })
    expect((await pat.post(`/api/gift-cards/${id}/letters`, { recipientEmail })).status).toBe(201)
    product.clock.moveTo(Date.parse(charlotteTime(20, 9, 1)))
    const letters = async () => {
      await deliverGiftCards(product.services)
      await product.sendMessages()
      return (await lettersTo(product.database.pool, recipientEmail)).length
    }
    expect(await letters()).toBe(0)
    expect((await redeem(sam, code)).json.code).toBe('gift_code_blocked')
    const again = await pat.post(`/api/gift-cards/${id}/letters`, { recipientEmail })
    expect([again.status, again.json.code]).toEqual([409, 'gift_code_blocked'])
    await dispute(id, { type: 'dispute_closed', won })
    expect(await letters()).toBe(sent)
    expect((await redeem(sam, code)).status).toBe(won ? 201 : 409)
    await expectLiability()
  })

  test('that is open keeps admins from refunding the card, which would be paid twice', async () => {
    const [questioned, other] = await samHas(10_000, 5_000)
    await dispute(String(questioned?.id), {})
    const act = await admin.post('/api/admin/lists/gift-cards/acts/refund-rest', {
      ids: [questioned?.id, other?.id],
      shown: 2,
      reason: 'Sam asked for it.',
    })
    expect(act.status, act.text).toBe(200)
    expect(act.json.changed).toEqual([other?.id])
    expect(await balanceOf(sam)).toBe(0)
    await dispute(String(questioned?.id), { type: 'dispute_closed', won: true })
    expect(await balanceOf(sam)).toBe(10_000)
  })
})

describe('in the back office', () => {
  test('every card is listed, without its code, and what is left can be refunded', async () => {
    const [card] = await samHas(10_000)
    await lesson(PRICE)
    const id = String(card?.id)
    const { rows } = (await admin.get(`/api/admin/lists/gift-cards?q=${id}`)).json
    expect(rows).toMatchObject([
      {
        cells: {
          state: 'redeemed',
          amount: 10_000,
          left: 1_500,
          buyer: 'Pat Morgan',
          redeemer: 'Sam Rivera',
        },
      },
    ])
    expect(JSON.stringify(rows)).not.toContain(String(card?.code))
    const act = await admin.post('/api/admin/lists/gift-cards/acts/refund-rest', {
      ids: [id],
      shown: 1,
      reason: 'The law of California allows it for less than $10.',
    })
    expect(act.status, act.text).toBe(200)
    expect(await balanceOf(sam)).toBe(0)
    await product.settle()
    const [told, ...more] = await lettersTo(product.database.pool, sam.email).then((letters) =>
      letters.filter(({ subject }) => subject === 'Your gift card from Pat was refunded'),
    )
    expect(told?.text).toContain('$15 went back to the buyer of the gift card')
    expect(more).toEqual([])
    expect((await pat.get('/api/admin/lists/gift-cards')).status).toBe(403)
    await expectLiability()
  })
})

describe('an account', () => {
  test('exports what it bought, redeemed and used', async () => {
    await samHas(10_000)
    await lesson(PRICE)
    const [mine, theirs] = [await sam.get('/api/me/export'), await pat.get('/api/me/export')]
    expect(mine.text).toContain('gift_cards_you_redeemed')
    expect(mine.text).toContain('paid_with_gift_cards')
    expect(theirs.text).toContain('Happy birthday!')
  })

  const close = async (person: Visitor) => {
    const closed = await person.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })
    expect(closed.status, closed.text).toBe(200)
  }
  const namesOf = async (id: string) =>
    (
      await query(
        'select from_name, recipient_name, recipient_email, message from gift_cards where id = $1',
        [id],
      )
    )[0]
  const noNames = { from_name: 'Anonymous', recipient_name: '', recipient_email: null, message: null }

  test('of a closed account are removed once the letter that it scheduled is sent', async () => {
    const { id } = await bought(pat, { deliverOn: charlotteDay(20) })
    await close(pat)
    expect(await namesOf(id)).toMatchObject({ recipient_email: 'sam.gift@students.test' })
    product.clock.moveTo(Date.parse(charlotteTime(20, 9, 1)))
    await deliverGiftCards(product.services)
    await product.sendMessages()
    const letters = await query(
      `select recipient_email from email_logs where template_key = 'gift-card-recipient' and dedupe_key like '%' || $1 || '%'`,
      [id],
    )
    expect(letters).toEqual([{ recipient_email: 'sam.gift@students.test' }])
    expect(await namesOf(id)).toEqual(noNames)
  })

  test('of a closed account buys nothing: a card that is paid afterward is refunded', async () => {
    const { giftCardId, checkoutUrl } = await order(pat)
    await close(pat)
    await payAt(sam, checkoutUrl)
    await product.settle()
    const [card] = await query(
      `select g.code_hash, p.id as payment_id, r.amount_cents, r.reason from gift_cards g
       join payments p on p.id = g.payment_id left join payment_refunds r on r.payment_id = p.id where g.id = $1`,
      [giftCardId],
    )
    expect(card).toMatchObject({ code_hash: null, amount_cents: 10_000, reason: 'late_payment' })
    await sendRefundsOf(product.services, { paymentId: String(card?.payment_id) })
    await product.settle()
    expect(await query('select refunded_cents from payments where id = $1', [card?.payment_id])).toEqual([
      { refunded_cents: 10_000 },
    ])
    await expectLiability()
  })

  test('of a closed account are removed at once when the scheduled card was redeemed or refunded', async () => {
    const redeemed = await bought(pat, { deliverOn: charlotteDay(20) })
    expect((await redeem(sam, redeemed.code)).status).toBe(201)
    const refunded = await bought(pat, { deliverOn: charlotteDay(20) })
    expect((await pat.post(`/api/gift-cards/${refunded.id}/refund`, {})).status).toBe(201)
    await close(pat)
    expect([await namesOf(redeemed.id), await namesOf(refunded.id)]).toEqual([noNames, noNames])
  })
})
