import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { reconcilePayments } from '#features/checkout/reconciliation.ts'
import { sendRefunds } from '#features/checkout/refunds.ts'
import { processDueReviews } from '#features/video-reviews/due.ts'
import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { PaymentsUnavailable } from '#ports/payments/payments.ts'
import { clinicTools, type Person } from '../support/clinics.ts'
import { expectGiftLiability, giftBalanceOf, giveGiftCards } from '../support/gift-cards.ts'
import { enteredLesson } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { fiveLessons, packageBalances, propose, shortGame } from '../support/proposals.ts'

/** Gift cards pay packages, seats, weekly lessons and video reviews, as they pay single lessons (decision 0136). */

const product = testProduct()
const { query } = product
const { begin, clinic, student, hold, child, refund } = clinicTools(product)
/** A seat costs $60, an hour $85, a review $45. */
const [SEAT, LESSON, REVIEW] = [6_000, 8_500, 4_500]
let maya: Person
/** Buys the gift cards of all tests. */
let pat: Person
let sam: Person

beforeEach(async () => {
  maya = await begin()
  pat ??= await product.student('Pat Morgan')
  sam = await student('Sam Rivera')
})

const samHas = (...amounts: number[]) => giveGiftCards(product, { buyer: pat, student: sam }, ...amounts)
const balance = () => giftBalanceOf(sam)
const sessionOf = (url: unknown) => String(url).split('/').at(-1)
const chargeOf = async (url: unknown) =>
  (await sam.get(`/api/test-checkouts/${sessionOf(url)}`)).json.amountCents
async function payAt(url: unknown) {
  const paid = await sam.post(`/api/test-checkouts/${sessionOf(url)}/payments`, goodCard)
  await product.settle()
  return paid
}
const paymentsOf = (bookingIds: readonly string[]) =>
  query(
    `select p.gift_cents, p.payment_method, p.payment_status, b.status from payments p join bookings b on b.id = p.booking_id
     where b.id = any($1) order by p.gift_cents desc, p.id`,
    [bookingIds],
  )
const receiptOf = async (url: unknown) =>
  (
    await sam.get(
      `/api/checkouts/${encodeURIComponent(new URL(String(url)).searchParams.get('session_id') ?? '')}`,
    )
  ).json
/** Letters to Sam, by a word of their subject. */
const letters = async (word: string) =>
  (await lettersTo(product.database.pool, sam.email)).filter(({ subject }) => subject.includes(word))

describe('two seats in a camp', () => {
  const players = async () => [null, await child(sam, 'Emma Rivera')]

  test('that gift cards cover are booked at once, with one letter and one receipt', async () => {
    await samHas(5_000, 10_000)
    const held = await hold(sam, await clinic(), await players(), { giftCents: 2 * SEAT })
    expect(held.status, held.text).toBe(201)
    await product.settle()
    expect(await paymentsOf(held.json.bookingIds)).toEqual(
      Array.from({ length: 2 }, () => ({
        gift_cents: SEAT,
        payment_method: 'gift_card',
        payment_status: 'completed',
        status: 'confirmed',
      })),
    )
    expect(await balance()).toBe(3_000)
    expect(await receiptOf(held.json.checkoutUrl)).toMatchObject({
      state: 'confirmed',
      amountCents: 2 * SEAT,
      giftCents: 2 * SEAT,
      seats: ['Emma Rivera', 'Sam Rivera'],
    })
    expect(await letters('Short game clinic')).toHaveLength(1)
    await expectGiftLiability(product)
  })

  test('charge the rest to a bank’s card, and give each card back what it paid', async () => {
    await samHas(8_000)
    const held = await hold(sam, await clinic(), await players(), { giftCents: 8_000 })
    expect(await chargeOf(held.json.checkoutUrl)).toBe(4_000)
    expect(await balance(), 'while they are held').toBe(0)
    await payAt(held.json.checkoutUrl)
    const { bookingIds } = held.json
    expect((await paymentsOf(bookingIds)).map(({ gift_cents }) => gift_cents)).toEqual([SEAT, 2_000])
    for (const id of bookingIds) expect((await sam.post(`/api/bookings/${id}/cancellation`)).status).toBe(200)
    await refund(bookingIds)
    expect(await balance()).toBe(8_000)
    const [sent] = await query(
      `select sum(amount_cents)::int as cents from payment_refunds
       where booking_id = any($1) and status = 'sent' and provider_refund_id not like 'gift-card:%'`,
      [bookingIds],
    )
    expect(sent?.cents).toBe(4_000)
    product.clock.advance(2 * HOUR)
    expect(await reconcilePayments(product.services)).toMatchObject({ refunded: 0, sent: 0 })
    await expectGiftLiability(product)
  })

  test('repeated after a lost answer are the same; without the gift card, or after one was cancelled, they are refused', async () => {
    await samHas(20_000, 10_000)
    const [camp, who] = [await clinic(), await players()]
    const wish = { giftCents: 2 * SEAT }
    const first = await hold(sam, camp, who, wish)
    const again = await hold(sam, camp, [...who].reverse(), wish)
    expect(again.status, again.text).toBe(201)
    expect(again.json.bookingIds.sort()).toEqual(first.json.bookingIds.sort())
    expect(again.json.checkoutUrl).toBe(first.json.checkoutUrl)
    expect(await balance()).toBe(30_000 - 2 * SEAT)
    for (const other of [hold(sam, camp, who), hold(sam, camp, [null], { giftCents: SEAT })])
      expect((await other).json.code).toBe('already_in')
    const [mine, emmas] = first.json.bookingIds
    expect((await sam.post(`/api/bookings/${emmas}/cancellation`)).status).toBe(200)
    const one = await query('select golfer_id from bookings where id = $1', [mine])
    const kept = await hold(sam, camp, [one[0]?.golfer_id ?? null], { giftCents: SEAT })
    expect(kept.json.code, 'a part of the purchase').toBe('already_in')
    await expectGiftLiability(product)
  })

  test('asked for again keep their checkout, and are replaced when another card was added', async () => {
    await samHas(5_000)
    const [camp, who] = [await clinic(), await players()]
    const first = await hold(sam, camp, who, { giftCents: 5_000 })
    // The page now shows a balance of nothing.
    const again = await hold(sam, camp, who)
    expect([again.status, again.json.checkoutUrl]).toEqual([201, first.json.checkoutUrl])
    await samHas(10_000)
    const more = await hold(sam, camp, who, { giftCents: 10_000 })
    expect([more.status, more.json.code], 'the released money is more than the page showed').toEqual([
      409,
      'gift_changed',
    ])
    expect(await balance()).toBe(15_000)
    const covered = await hold(sam, camp, who, { giftCents: 2 * SEAT })
    expect(covered.status, covered.text).toBe(201)
    expect((await payAt(first.json.checkoutUrl)).status).toBe(409)
    await expectGiftLiability(product)
  })

  test('are refused when less is left than the page showed, and nothing is held; of two tabs with the same money, one is held', async () => {
    await samHas(SEAT)
    const camp = await clinic({ dates: [{ ...laterDate, time: '14:00' }] })
    const refused = await hold(sam, camp, await players(), { giftCents: 2 * SEAT })
    expect([refused.status, refused.json.code]).toEqual([409, 'gift_changed'])
    expect(await query('select from bookings where clinic_id = $1', [camp])).toHaveLength(0)
    const clinics = [await clinic(), await clinic({ dates: [laterDate] })]
    const held = await Promise.all(clinics.map((id) => hold(sam, id, [null], { giftCents: SEAT })))
    expect(held.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await balance()).toBe(0)
    await expectGiftLiability(product)
  })

  const laterDate = { date: charlotteTime(25, 10).slice(0, 10), time: '10:00', durationMinutes: 60 }
})

describe('weekly lessons', () => {
  const starts = async () => {
    const quote = await sam.post('/api/series-quotes', {
      instructorId: maya.userId,
      start: charlotteTime(9, 10),
      weeks: 3,
      durationMinutes: 60,
    })
    return quote.json.weeks.map(({ start }: { start: string }) => start)
  }
  const book = (dates: string[], more: object) =>
    sam.post('/api/series', { instructorId: maya.userId, starts: dates, durationMinutes: 60, ...more })

  test('that gift cards cover are booked at once; repeated after a lost answer they are the same', async () => {
    await samHas(20_000, 10_000)
    const [dates, wish] = [await starts(), { giftCents: 3 * LESSON, idempotencyKey: randomUUID() }]
    const first = await book(dates, wish)
    expect(first.status, first.text).toBe(201)
    const again = await book(dates, wish)
    expect(again.status, again.text).toBe(201)
    expect(again.json.bookingIds).toEqual(first.json.bookingIds)
    expect(again.json.checkoutUrl).toBe(first.json.checkoutUrl)
    await product.settle()
    expect((await paymentsOf(first.json.bookingIds)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'confirmed'),
    )
    expect(await balance()).toBe(30_000 - 3 * LESSON)
    expect(await receiptOf(first.json.checkoutUrl)).toMatchObject({
      giftCents: 3 * LESSON,
      amountCents: 3 * LESSON,
    })
    await expectGiftLiability(product)
  })

  test('charge the rest, and each lesson, or the end of the checkout, gives back what paid it', async () => {
    await samHas(10_000)
    const left = await book(await starts(), { giftCents: 10_000 })
    const released = await sam.send('DELETE', `/api/bookings/${left.json.bookingId}/hold`)
    expect(released.status, released.text).toBe(200)
    expect(await balance(), 'after the end of the checkout').toBe(10_000)
    const held = await book(await starts(), { giftCents: 10_000 })
    expect(held.status, held.text).toBe(201)
    expect(await chargeOf(held.json.checkoutUrl)).toBe(3 * LESSON - 10_000)
    await payAt(held.json.checkoutUrl)
    const rest = await sam.get(`/api/bookings/${held.json.bookingIds[0]}/rest-of-series`)
    expect(rest.status, rest.text).toBe(200)
    expect(rest.json).toMatchObject({ refundCents: 3 * LESSON, giftRefundCents: 10_000 })
    const gone = await sam.post(`/api/bookings/${held.json.bookingIds[0]}/rest-of-series`, {
      bookingIds: held.json.bookingIds,
      expectedRefundCents: rest.json.refundCents,
    })
    expect(gone.status, gone.text).toBe(200)
    await refund(held.json.bookingIds)
    expect(await balance()).toBe(10_000)
    const [letter] = (await lettersTo(product.database.pool, sam.email)).filter(({ text }) =>
      text.includes('gift card'),
    )
    expect(letter?.text).toContain('to your gift card and your card. The gift card’s part is there now.')
    await expectGiftLiability(product)
  })
})

describe('a video review', () => {
  beforeEach(async () => {
    const offer = JSON.stringify({ priceCents: REVIEW, promisedHours: 48, isSold: true })
    await maya.send('PUT', '/api/own-video-review', offer, { 'content-type': 'application/json' })
  })
  const buy = (more: object) =>
    sam.post('/api/video-reviews', {
      instructorId: maya.userId,
      expectedPriceCents: REVIEW,
      expectedHours: 48,
      ...more,
    })
  const statusOf = async (id: string) => (await sam.get(`/api/video-reviews/${id}`)).json.status
  const paymentOf = async (id: string) =>
    String((await query('select payment_id as id from video_reviews where id = $1', [id]))[0]?.id)

  test('that a gift card covers is paid at once, once, and listed with the card', async () => {
    // A checkout that was open when the card was added is replaced.
    const open = await buy({})
    await samHas(10_000)
    const [first, again] = [await buy({ giftCents: REVIEW }), await buy({ giftCents: REVIEW })]
    expect([first?.status, again?.status]).toEqual([201, 201])
    const id = first?.json.videoReviewId
    expect(again?.json.videoReviewId, 'a repeated request').toBe(id)
    expect(first?.json.checkoutUrl).toContain(`/video-reviews/${id}`)
    expect(await statusOf(id)).toBe('paid')
    expect(await statusOf(open.json.videoReviewId)).toBe('unpaid')
    expect((await payAt(open.json.checkoutUrl)).status).toBe(409)
    expect((await sam.get('/api/me/gift-balance')).json).toMatchObject({
      balanceCents: 10_000 - REVIEW,
      uses: [{ kind: 'video_review', title: 'Video review', bookingId: null, amountCents: REVIEW }],
    })
    await expectGiftLiability(product)
  })

  test('repeated after a lost answer is the same review, also when the card has less than its price left', async () => {
    await samHas(5_000)
    const idempotencyKey = randomUUID()
    const first = await buy({ giftCents: REVIEW, idempotencyKey })
    expect(first.status, first.text).toBe(201)
    for (const part of [{ giftCents: 500 }, {}])
      expect((await buy({ ...part, idempotencyKey })).json).toEqual(first.json)
    expect(await balance()).toBe(500)
    const other = await buy({ giftCents: 500, idempotencyKey: randomUUID() })
    expect(await chargeOf(other.json.checkoutUrl), 'another purchase').toBe(REVIEW - 500)
    await expectGiftLiability(product)
  })

  test('that is canceled goes back to the card, and the letter says so', async () => {
    await samHas(10_000)
    const { videoReviewId: id } = (await buy({ giftCents: REVIEW })).json
    const canceled = await sam.post(`/api/video-reviews/${id}/cancellation`, {})
    expect(canceled.status, canceled.text).toBe(200)
    await product.settle()
    expect(await balance()).toBe(10_000)
    expect((await letters('is refunded')).map(({ text }) => text).join()).toContain(
      'is back on your gift card.',
    )
    await expectGiftLiability(product)
  })

  test('that costs more charges the rest, and both get their part back when it is not answered', async () => {
    await samHas(3_000)
    const bought = await buy({ giftCents: 3_000 })
    expect(await chargeOf(bought.json.checkoutUrl)).toBe(1_500)
    await payAt(bought.json.checkoutUrl)
    const id = bought.json.videoReviewId
    expect(await statusOf(id)).toBe('paid')
    product.clock.advance(31 * DAY)
    await processDueReviews(product.services)
    await sendRefunds(product.services, { paymentId: await paymentOf(id) })
    await product.settle()
    await sam.post('/api/sessions', { email: sam.email, password: 'fairway-seven' })
    expect(await statusOf(id)).toBe('refunded')
    expect(await balance()).toBe(3_000)
    expect(
      (
        await query(
          `select amount_cents from payment_refunds where payment_id = $1 and status = 'sent' order by 1`,
          [await paymentOf(id)],
        )
      ).map(({ amount_cents }) => amount_cents),
    ).toEqual([1_500, 3_000])
    await expectGiftLiability(product)
  })

  test('that is paid after its money was spent otherwise is refunded', async () => {
    await samHas(3_000)
    const bought = await buy({ giftCents: 3_000 })
    const [sale] = await query(
      `select p.id, p.order_id from payments p join video_reviews v on v.payment_id = p.id where v.id = $1`,
      [bought.json.videoReviewId],
    )
    const expired = {
      type: 'checkout_expired',
      sessionId: String(sessionOf(bought.json.checkoutUrl)),
    } as const
    const event = { createdAt: product.clock.now(), orderId: String(sale?.order_id) }
    await applyPaymentEvent(product.services, { ...event, ...expired, id: `evt_${randomUUID()}` })
    product.clock.advance(MINUTE)
    const other = await buy({ giftCents: 3_000 })
    await payAt(other.json.checkoutUrl)
    const late = {
      ...event,
      id: `evt_${randomUUID()}`,
      type: 'checkout_paid',
      sessionId: expired.sessionId,
      amountCents: 1_500,
      currency: 'usd',
      paymentIntentId: `pi_${randomUUID()}`,
    } as const
    expect(await applyPaymentEvent(product.services, late)).toBe('refund_started')
    expect(await statusOf(bought.json.videoReviewId)).toBe('refunded')
    expect(await statusOf(other.json.videoReviewId)).toBe('paid')
    expect(await balance()).toBe(0)
    await expectGiftLiability(product)
  })
})

describe('a lesson that the coach entered', () => {
  const PRICE = 9_000
  async function entered(): Promise<{ bookingId: string; checkoutUrl: string }> {
    await meetSam()
    const lesson = enteredLesson({
      student: { is: 'known', studentId: sam.userId },
      start: charlotteTime(4, 10),
      payment: 'here',
    })
    const answer = await maya.post('/api/coach/lessons', lesson)
    expect(answer.status, answer.text).toBe(201)
    return answer.json
  }
  /** They know each other by a message. */
  const meetSam = async () => {
    const first = { instructorId: maya.userId, clientId: randomUUID(), content: 'Is there a time on Friday?' }
    expect((await sam.post('/api/conversations', first)).status).toBe(201)
  }
  const pay = (bookingId: string, giftCents: number, person = sam) =>
    person.post(`/api/bookings/${bookingId}/checkout`, { giftCents })
  const shown = async (bookingId: string) => (await sam.get(`/api/bookings/${bookingId}`)).json

  test('is booked at once when they cover it, and its first checkout ends', async () => {
    await samHas(10_000)
    const { bookingId, checkoutUrl } = await entered()
    expect(await shown(bookingId)).toMatchObject({ toPayCents: PRICE, isEnteredToPay: true })
    const paid = await pay(bookingId, PRICE)
    expect(paid.status, paid.text).toBe(200)
    await product.settle()
    expect(await paymentsOf([bookingId])).toEqual([
      { gift_cents: PRICE, payment_method: 'gift_card', payment_status: 'completed', status: 'confirmed' },
    ])
    expect(await receiptOf(paid.json.checkoutUrl)).toMatchObject({ state: 'confirmed', giftCents: PRICE })
    expect((await payAt(checkoutUrl)).status).toBe(409)
    expect(await balance()).toBe(1_000)
    expect(await shown(bookingId)).toMatchObject({ toPayCents: null, isEnteredToPay: false })
    await expectGiftLiability(product)
  })

  test('is charged the rest, and the end of its first checkout releases nothing', async () => {
    await samHas(4_000)
    const { bookingId, checkoutUrl } = await entered()
    const rest = await pay(bookingId, 4_000)
    expect(await chargeOf(rest.json.checkoutUrl)).toBe(5_000)
    expect(await shown(bookingId)).toMatchObject({ toPayCents: 5_000, checkoutUrl: rest.json.checkoutUrl })
    // The page now shows a balance of nothing, and so does a second tab that was open.
    for (const giftCents of [0, 4_000])
      expect((await pay(bookingId, giftCents)).json.checkoutUrl).toBe(rest.json.checkoutUrl)
    const ended = await applyPaymentEvent(product.services, {
      id: `evt_${randomUUID()}`,
      createdAt: product.clock.now(),
      type: 'checkout_expired',
      orderId: bookingId,
      sessionId: String(sessionOf(checkoutUrl)),
    })
    expect(ended).toBe('nothing_to_do')
    await payAt(rest.json.checkoutUrl)
    expect(await paymentsOf([bookingId])).toMatchObject([{ gift_cents: 4_000, status: 'confirmed' }])
    // The coach sees the whole price, and not what paid it.
    const listed = (await maya.get(`/api/bookings/${bookingId}`)).json
    expect(listed).toMatchObject({ priceCents: PRICE, toPayCents: null, isEnteredToPay: false })
    expect((await sam.post(`/api/bookings/${bookingId}/cancellation`)).status).toBe(200)
    await refund([bookingId])
    expect(await balance()).toBe(4_000)
    await expectGiftLiability(product)
  })

  test('takes nothing from them when its first checkout was paid in the last moment', async () => {
    await samHas(4_000)
    const { bookingId, checkoutUrl } = await entered()
    // The processor's event has not arrived yet.
    const paid = await sam.post(`/api/test-checkouts/${sessionOf(checkoutUrl)}/payments`, goodCard)
    expect(paid.status, paid.text).toBeLessThan(300)
    const late = await pay(bookingId, 4_000)
    expect(late.status, late.text).toBe(200)
    expect(late.json.checkoutUrl).toContain('/payment-success')
    await product.settle()
    expect(await paymentsOf([bookingId])).toMatchObject([{ gift_cents: 0, status: 'confirmed' }])
    expect(await balance()).toBe(4_000)
  })

  test('can be paid as before when less is left than the page showed', async () => {
    await samHas(4_000)
    const { bookingId } = await entered()
    const refused = await pay(bookingId, 5_000)
    expect([refused.status, refused.json.code]).toEqual([409, 'gift_changed'])
    expect(await balance()).toBe(4_000)
    const { checkoutUrl } = await shown(bookingId)
    expect(await chargeOf(checkoutUrl)).toBe(PRICE)
    await payAt(checkoutUrl)
    expect(await paymentsOf([bookingId])).toMatchObject([{ gift_cents: 0, status: 'confirmed' }])
  })

  test('stays held while the processor is away, and the next request goes on', async () => {
    await samHas(4_000)
    const { bookingId } = await entered()
    const { payments } = product.services
    const { startCheckout } = payments
    payments.startCheckout = async () => {
      throw new PaymentsUnavailable()
    }
    const away = await pay(bookingId, 4_000)
    payments.startCheckout = startCheckout
    expect([away.status, away.json.code]).toEqual([503, 'payments_unavailable'])
    expect(await shown(bookingId)).toMatchObject({ status: 'pending', checkoutUrl: null, toPayCents: 5_000 })
    const rest = await pay(bookingId, 0)
    expect(await chargeOf(rest.json.checkoutUrl)).toBe(5_000)
    await payAt(rest.json.checkoutUrl)
    expect(await paymentsOf([bookingId])).toMatchObject([{ gift_cents: 4_000, status: 'confirmed' }])
    await expectGiftLiability(product)
  })

  describe('of which one tab pays with the gift card', () => {
    /** Lets a call of the processor wait until the other tab has its answer. @returns what continues it */
    function slow(method: 'expireCheckout' | 'startCheckout') {
      const { payments } = product.services
      const original = payments[method].bind(payments) as (...input: never[]) => Promise<never>
      const gate = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      Object.assign(payments, {
        [method]: async (...input: never[]) => {
          Object.assign(payments, { [method]: original })
          if (method === 'startCheckout') await original(...input)
          begun.resolve()
          await gate.promise
          return await original(...input)
        },
      })
      return { begun: begun.promise, go: gate.resolve }
    }
    /** Any checkout that a tab shows charges the rest, or there is nothing left to pay. */
    async function expectOnePrice(bookingId: string, giftCents: number, urls: readonly string[]) {
      for (const url of urls.filter((one) => one.includes('/checkout/'))) await payAt(url)
      await product.settle()
      const [paid] = await paymentsOf([bookingId])
      expect(paid).toMatchObject({ payment_status: 'completed', status: 'confirmed' })
      const [charged] = await query(
        `select coalesce(sum(amount_cents), 0)::int as cents from local_vendor.checkouts where booking_id = $1 and status = 'complete'`,
        [bookingId],
      )
      expect(charged?.cents + paid?.gift_cents).toBe(PRICE)
      expect(await balance()).toBe(giftCents - paid?.gift_cents)
      await expectGiftLiability(product)
    }

    test.each([4_000, PRICE])(
      'is paid once when the other tab asks for the whole price while the first checkout ends: %i cents of it',
      async (giftCents) => {
        await samHas(giftCents)
        const { bookingId } = await entered()
        const { begun, go } = slow('expireCheckout')
        const first = pay(bookingId, giftCents)
        await begun
        const second = await pay(bookingId, 0)
        go()
        expect((await first).status, (await first).text).toBe(200)
        await expectOnePrice(bookingId, giftCents, [(await first).json.checkoutUrl, second.json.checkoutUrl])
      },
    )

    test.each([4_000, PRICE])(
      'is paid once when the checkout of the whole price opens after the gift card was taken: %i cents of it',
      async (giftCents) => {
        await samHas(giftCents)
        const { bookingId, checkoutUrl } = await entered()
        const withdrawn = slow('expireCheckout')
        const whole = pay(bookingId, giftCents)
        await withdrawn.begun
        const opened = slow('startCheckout')
        const second = pay(bookingId, 0)
        await opened.begun
        withdrawn.go()
        expect((await whole).status, (await whole).text).toBe(200)
        opened.go()
        expect((await second).status, (await second).text).toBe(200)
        const urls = [checkoutUrl, (await whole).json.checkoutUrl, (await second).json.checkoutUrl]
        await expectOnePrice(bookingId, giftCents, urls)
      },
    )
  })

  test.each([
    ['a part of it', 4_000],
    ['all of it', PRICE],
  ])('has one checkout when two tabs ask at once to pay %s', async (_, giftCents) => {
    await samHas(giftCents)
    const { bookingId } = await entered()
    const both = await Promise.all([pay(bookingId, giftCents), pay(bookingId, giftCents)])
    const urls = both.map(({ json: answer }) => answer.checkoutUrl)
    expect(new Set(urls).size, both.map(({ text }) => text).join()).toBe(1)
    if (giftCents < PRICE) await payAt(urls[0])
    else await product.settle()
    expect(await paymentsOf([bookingId])).toMatchObject([{ gift_cents: giftCents, status: 'confirmed' }])
    expect((await pay(bookingId, giftCents)).json.checkoutUrl).toContain('/payment-success')
    await expectGiftLiability(product)
  })

  test('is a matter of its student alone, until the time is released', async () => {
    await samHas(10_000)
    const { bookingId } = await entered()
    const own = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(5, 10),
      durationMinutes: 60,
    })
    const asked = [await pay(bookingId, PRICE, pat), await pay(own.json.bookingId, LESSON)]
    expect((await maya.send('DELETE', `/api/coach/lessons/${bookingId}/hold`)).status).toBe(200)
    asked.push(await pay(bookingId, PRICE))
    expect(asked.map(({ status, json: answer }) => [status, answer.code])).toEqual([
      [404, 'no_such_booking'],
      [404, 'no_such_booking'],
      [409, 'slot_gone'],
    ])
    expect(await balance()).toBe(10_000)
  })
})

describe('a package', () => {
  const PACKAGE = 40_000
  let offerId: string
  beforeEach(async () => {
    const terms = { title: 'Break 90', lessonType: 'individual', lessons: 5, durationMinutes: 60 }
    const offer = JSON.stringify({ ...terms, priceCents: PACKAGE, validDays: 180, visibility: 'public' })
    const saved = await maya.send('PUT', '/api/own-packages', offer, { 'content-type': 'application/json' })
    offerId = saved.json.offerId
  })
  const buy = (more: object = {}) =>
    sam.post('/api/package-sales', { instructorId: maya.userId, offerId, version: 1, ...more })
  const bookFirst = (more: object = {}) =>
    sam.post('/api/bookings', {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: charlotteTime(9, 10),
      package: { offerId, version: 1 },
      ...more,
    })
  const own = async () => (await sam.get('/api/packages')).json[0]
  const draw = async (packageId: string, hour: number) => {
    const drawn = await sam.post(`/api/packages/${packageId}/lessons`, { start: charlotteTime(12, hour) })
    expect(drawn.status, drawn.text).toBe(201)
    return String(drawn.json.bookingId)
  }
  const end = async (packageId: string, who: Person) => {
    const { refundCents } = (await who.get('/api/packages')).json[0]
    const ended = await who.post(`/api/packages/${packageId}/end`, { expectedRefundCents: refundCents })
    expect(ended.status, ended.text).toBe(200)
    return Number(refundCents)
  }
  const cancelAsCoach = async (bookingId: string) => {
    const { refundCents } = (await maya.get(`/api/bookings/${bookingId}/cancellation`)).json
    const wish = { expectedRefundCents: refundCents, reason: 'Sorry, I am ill.' }
    const cancelled = await maya.post(`/api/bookings/${bookingId}/cancellation`, wish)
    expect(cancelled.status, cancelled.text).toBe(200)
  }
  const refundsOf = async (packageId: string) =>
    (
      await query(
        `select coalesce(sum(r.amount_cents) filter (where r.provider_refund_id like 'gift-card:%'), 0)::int as gift,
           coalesce(sum(r.amount_cents) filter (where r.provider_refund_id not like 'gift-card:%'), 0)::int as bank
         from payment_refunds r join lesson_packages k on k.payment_id = r.payment_id where k.id = $1 and r.status = 'sent'`,
        [packageId],
      )
    )[0]
  const paymentOf = async (packageId: string) =>
    String((await query('select payment_id as id from lesson_packages where id = $1', [packageId]))[0]?.id)

  test('that gift cards cover is opened at once, once; its end gives the rest back to them', async () => {
    // A checkout that was open when the cards were added is replaced.
    const open = await buy()
    await samHas(30_000, 20_000)
    const [first, again] = [await buy({ giftCents: PACKAGE }), await buy({ giftCents: PACKAGE })]
    expect([first?.status, again?.status], first?.text).toEqual([201, 201])
    expect(again?.json.paymentId, 'a repeated request').toBe(first?.json.paymentId)
    expect(first?.json.paymentId).not.toBe(open.json.paymentId)
    expect((await payAt(open.json.checkoutUrl)).status).toBe(409)
    const one = await own()
    expect(one).toMatchObject({ title: 'Break 90', left: 5 })
    expect(await packageBalances(product, one.id)).toEqual({ gift_cards: PACKAGE, package_held: -PACKAGE })
    await draw(one.id, 10)
    const refundCents = await end(one.id, sam)
    await product.settle()
    expect(await balance()).toBe(50_000 - PACKAGE + refundCents)
    expect(await refundsOf(one.id)).toEqual({ gift: refundCents, bank: 0 })
    const [letter] = await letters('You ended your package')
    expect(letter?.text).toContain('to your gift card. It is there now.')
    expect((await packageBalances(product, one.id)).refunds_due).toBeUndefined()
    await expectGiftLiability(product)
  })

  test('repeated after a lost answer is the same package, also when the cards have less than its price left', async () => {
    await samHas(45_000)
    const idempotencyKey = randomUUID()
    const first = await buy({ giftCents: PACKAGE, idempotencyKey })
    expect(first.status, first.text).toBe(201)
    for (const part of [{ giftCents: 5_000 }, {}])
      expect((await buy({ ...part, idempotencyKey })).json).toEqual(first.json)
    expect(await balance()).toBe(5_000)
    expect((await sam.get('/api/packages')).json).toHaveLength(1)
    const other = await buy({ giftCents: 5_000, idempotencyKey: randomUUID() })
    expect(await chargeOf(other.json.checkoutUrl), 'another purchase').toBe(PACKAGE - 5_000)
    await expectGiftLiability(product)
  })

  test('that costs more charges the rest; each refund goes back in proportion, and never more than was paid', async () => {
    await samHas(15_000)
    const sale = await buy({ giftCents: 15_000 })
    expect(await chargeOf(sale.json.checkoutUrl)).toBe(PACKAGE - 15_000)
    await payAt(sale.json.checkoutUrl)
    const { id } = await own()
    const lessons = [await draw(id, 10), await draw(id, 12)]
    // The coach ends it: the three lessons that are left are refunded in full, then each booked one that the coach cancels.
    expect(await end(id, maya)).toBe(24_000)
    const arrive = async () => {
      await sendRefunds(product.services, { paymentId: await paymentOf(id) })
      for (const bookingId of lessons) await sendRefunds(product.services, { bookingId })
      await product.settle()
    }
    await arrive()
    expect(await refundsOf(id)).toEqual({ gift: 9_000, bank: 15_000 })
    for (const bookingId of lessons) await cancelAsCoach(bookingId)
    await arrive()
    expect(await refundsOf(id)).toEqual({ gift: 15_000, bank: 25_000 })
    const told = await letters('Cancelled')
    expect(told.map(({ text }) => /for this lesson to [^.]+\./.exec(text)?.[0])).toEqual(
      lessons.map(() => 'for this lesson to your gift card and your card.'),
    )
    expect(await balance()).toBe(15_000)
    expect(await packageBalances(product, id)).toEqual({})
    expect(
      await query('select payment_status, refunded_cents from payments where id = $1', [await paymentOf(id)]),
    ).toEqual([{ payment_status: 'refunded', refunded_cents: PACKAGE }])
    product.clock.advance(2 * HOUR)
    expect(await reconcilePayments(product.services)).toMatchObject({ refunded: 0, sent: 0 })
    await expectGiftLiability(product)
  })

  test('that is paid after its coach was suspended goes back the way it was paid', async () => {
    await samHas(15_000)
    const sale = await buy({ giftCents: 15_000 })
    await query('update profiles set suspended_at = current_instant() where id = $1', [maya.userId])
    await payAt(sale.json.checkoutUrl)
    await sendRefunds(product.services, { paymentId: sale.json.paymentId })
    await product.settle()
    expect(await balance()).toBe(15_000)
    const [letter] = await letters('Your refund of $400')
    expect(letter?.text).toContain('back the way you paid it')
    expect(letter?.text).not.toContain('back to your card')
    await expectGiftLiability(product)
  })

  test('that is paid after its money was spent otherwise is refunded, and its page knows of the gift card', async () => {
    await samHas(3_000)
    const sale = await buy({ giftCents: 3_000 })
    const [payment] = await query('select order_id from payments where id = $1', [sale.json.paymentId])
    const sessionId = String(sessionOf(sale.json.checkoutUrl))
    const event = { sessionId, createdAt: product.clock.now(), orderId: String(payment?.order_id) }
    await applyPaymentEvent(product.services, {
      ...event,
      id: `evt_${randomUUID()}`,
      type: 'checkout_expired',
    })
    product.clock.advance(MINUTE)
    const lesson = { instructorId: maya.userId, durationMinutes: 60, start: charlotteTime(9, 10) }
    expect((await sam.post('/api/bookings', { ...lesson, giftCents: 3_000 })).status).toBe(201)
    const late = {
      ...event,
      id: `evt_${randomUUID()}`,
      type: 'checkout_paid',
      amountCents: PACKAGE - 3_000,
      currency: 'usd',
      paymentIntentId: `pi_${randomUUID()}`,
    } as const
    expect(await applyPaymentEvent(product.services, late)).toBe('refund_started')
    const shown = await sam.get(`/api/package-sales/${sale.json.paymentId}`)
    expect(shown.json).toMatchObject({ status: 'refunded', hasGiftPart: true })
  })

  test('with its first lesson is paid by gift cards, repeated after a lost answer too', async () => {
    await samHas(50_000)
    const idempotencyKey = randomUUID()
    const [first, again] = [
      await bookFirst({ giftCents: PACKAGE, idempotencyKey }),
      await bookFirst({ giftCents: PACKAGE, idempotencyKey }),
    ]
    expect([first?.status, again?.status], `${first?.text} ${again?.text}`).toEqual([201, 201])
    expect(again?.json.bookingId).toBe(first?.json.bookingId)
    expect(await own()).toMatchObject({ title: 'Break 90', left: 4 })
    expect(await balance()).toBe(10_000)
    await expectGiftLiability(product)
  })

  test('with its first lesson takes a part of gift cards, which the lessons share', async () => {
    await samHas(10_000)
    const held = await bookFirst({ giftCents: 10_000 })
    expect(await chargeOf(held.json.checkoutUrl)).toBe(30_000)
    await payAt(held.json.checkoutUrl)
    const { id } = await own()
    expect(await end(id, maya)).toBe(32_000)
    await cancelAsCoach(held.json.bookingId)
    await sendRefunds(product.services, { bookingId: held.json.bookingId })
    await product.settle()
    expect(await refundsOf(id)).toEqual({ gift: 10_000, bank: 30_000 })
    expect(await balance()).toBe(10_000)
    expect(await packageBalances(product, id)).toEqual({})
    await expectGiftLiability(product)
  })
})

describe('a proposal accepted in the conversation', () => {
  const accept = (id: string, more: object = {}, start = shortGame.times[0]) =>
    sam.post(`/api/proposals/${id}/acceptance`, { version: 1, start, ...more })
  const proposal = async (id: string, who: Person = sam) => (await who.get(`/api/proposals/${id}`)).json
  async function setPolicy(policy: string) {
    const set = await maya.put('/api/coach/cancellation-policy', { policy })
    expect(set.status, set.text).toBe(200)
  }
  const conversation = async () =>
    (
      await query(
        `select m.content from messages m join conversations c on c.id = m.conversation_id
         where c.student_id = $1 and m.message_type = 'proposal'`,
        [sam.userId],
      )
    )
      .map(({ content }) => String(content))
      .sort()
      .reverse()

  test('that gift cards cover is scheduled at once, once', async () => {
    await samHas(10_000)
    const id = await propose(product, maya, sam)
    const accepted = await accept(id, { giftCents: LESSON })
    expect(accepted.status, accepted.text).toBe(200)
    await product.settle()
    for (const who of [sam, maya])
      expect(await proposal(id, who)).toMatchObject({
        status: 'scheduled',
        acceptedStart: shortGame.times[0],
        bookingId: accepted.json.bookingId,
        checkoutUrl: null,
      })
    expect(await receiptOf(accepted.json.checkoutUrl)).toMatchObject({
      state: 'confirmed',
      giftCents: LESSON,
    })
    expect(await conversation()).toEqual([
      'Proposal: Short game tune-up',
      expect.stringMatching(/^Accepted and paid: /),
    ])
    const again = await accept(id, { giftCents: LESSON })
    expect([again.status, again.json.code]).toEqual([409, 'not_now'])
    expect(await balance()).toBe(10_000 - LESSON)
    await expectGiftLiability(product)
  })

  test('charges the rest, which the page names while the time is held', async () => {
    await samHas(3_000)
    const id = await propose(product, maya, sam)
    const accepted = await accept(id, { giftCents: 3_000 })
    expect(await chargeOf(accepted.json.checkoutUrl)).toBe(LESSON - 3_000)
    expect(await proposal(id)).toMatchObject({ status: 'accepted', giftCents: 3_000 })
    expect((await proposal(id, maya)).giftCents, 'seen by the coach').toBe(0)
    await payAt(accepted.json.checkoutUrl)
    expect(await proposal(id)).toMatchObject({ status: 'scheduled', giftCents: 0 })
    expect(await conversation()).toContainEqual(
      expect.stringMatching(/The time is held during the payment\.$/),
    )
    await expectGiftLiability(product)
  })

  test('gives the money back when its time is released, and another time is paid with it', async () => {
    await samHas(10_000)
    const id = await propose(product, maya, sam)
    const first = await accept(id)
    await sam.send('DELETE', `/api/bookings/${first.json.bookingId}/hold`)
    expect(await proposal(id)).toMatchObject({ status: 'pending' })
    const second = await accept(id, { giftCents: LESSON }, shortGame.times[1])
    expect(second.status, second.text).toBe(200)
    expect(await proposal(id)).toMatchObject({ status: 'scheduled', acceptedStart: shortGame.times[1] })
    expect(await balance()).toBe(10_000 - LESSON)
    await expectGiftLiability(product)
  })

  test('replaces its checkout when a card was added since', async () => {
    const id = await propose(product, maya, sam)
    const first = await accept(id)
    await samHas(10_000)
    const covered = await accept(id, { giftCents: LESSON })
    expect(covered.status, covered.text).toBe(200)
    expect(await proposal(id)).toMatchObject({ status: 'scheduled', bookingId: covered.json.bookingId })
    expect((await payAt(first.json.checkoutUrl)).status).toBe(409)
    await expectGiftLiability(product)
  })

  test('stays accepted when its checkout is replaced, and one that is changed before the payment arrives is refunded', async () => {
    const id = await propose(product, maya, sam)
    const first = await accept(id)
    await samHas(3_000)
    const rest = await accept(id, { giftCents: 3_000 })
    expect(await proposal(id)).toMatchObject({ status: 'accepted', bookingId: rest.json.bookingId })
    // The page no longer shows the balance that the checkout takes.
    expect((await accept(id)).json.checkoutUrl).toBe(rest.json.checkoutUrl)
    expect((await payAt(first.json.checkoutUrl)).status).toBe(409)
    // As a program of an earlier version left it.
    await query(`update lesson_proposals set status = 'pending', accepted_start = null where id = $1`, [id])
    expect((await maya.post(`/api/proposals/${id}/withdrawal`, {})).status).toBe(200)
    await payAt(rest.json.checkoutUrl)
    await refund([rest.json.bookingId])
    expect(await paymentsOf([rest.json.bookingId])).toMatchObject([
      { payment_status: 'refunded', status: 'cancelled' },
    ])
    expect(await balance()).toBe(3_000)
    await expectGiftLiability(product)
  })

  test('stays open when less is left than the page showed', async () => {
    await samHas(3_000)
    const id = await propose(product, maya, sam)
    const asked = await accept(id, { giftCents: LESSON })
    expect([asked.status, asked.json.code]).toEqual([409, 'gift_changed'])
    expect(await proposal(id)).toMatchObject({ status: 'pending', bookingId: null })
    expect(await conversation()).toHaveLength(1)
    expect(await balance()).toBe(3_000)
  })

  test('under terms that have changed since is refused and stays open; a held time keeps its terms', async () => {
    await samHas(40_000)
    const id = await propose(product, maya, sam, fiveLessons)
    const { policy } = await proposal(id)
    expect(policy).toBe('standard')
    await setPolicy('strict')
    const asked = await accept(id, { giftCents: 40_000, expectedPolicy: policy })
    expect([asked.status, asked.json.code]).toEqual([409, 'policy_changed'])
    expect(await proposal(id)).toMatchObject({ status: 'pending', bookingId: null, policy: 'strict' })
    expect(await balance()).toBe(40_000)
    const held = await accept(id, { expectedPolicy: 'strict' })
    expect(held.status, held.text).toBe(200)
    await setPolicy('flexible')
    const again = await accept(id, { expectedPolicy: 'strict' })
    expect(again.json.checkoutUrl, again.text).toBe(held.json.checkoutUrl)
    const withGift = await accept(id, { giftCents: 40_000, expectedPolicy: 'strict' })
    expect(withGift.json.code, 'the hold would be replaced under the new terms').toBe('policy_changed')
    await payAt(held.json.checkoutUrl)
    expect((await sam.get('/api/packages')).json[0]).toMatchObject({ left: 4, policy: 'strict' })
  })

  test('that is held under older terms is held again under the terms that the student has seen since', async () => {
    const id = await propose(product, maya, sam, fiveLessons)
    const held = await accept(id, { expectedPolicy: 'standard' })
    await setPolicy('flexible')
    const renewed = await accept(id, { expectedPolicy: 'flexible' })
    expect(renewed.json.checkoutUrl, renewed.text).not.toBe(held.json.checkoutUrl)
    expect((await accept(id, { expectedPolicy: 'flexible' })).json).toEqual(renewed.json)
    await payAt(renewed.json.checkoutUrl)
    expect((await sam.get('/api/packages')).json).toMatchObject([{ left: 4, policy: 'flexible' }])
  })

  test('of five lessons opens the package', async () => {
    await samHas(40_000)
    const id = await propose(product, maya, sam, fiveLessons)
    const accepted = await accept(id, { giftCents: 40_000 })
    expect(accepted.status, accepted.text).toBe(200)
    expect((await sam.get('/api/packages')).json[0]).toMatchObject({ title: 'Five lessons', left: 4 })
    expect(await balance()).toBe(0)
    await expectGiftLiability(product)
  })
})

test('only the owner of the account pays with gift cards, not an admin who acts as the student, and no program', async () => {
  await samHas(10_000)
  const made = await sam.post('/api/me/access-tokens', {
    name: 'My site',
    scopes: ['bookings:write'],
    lifetime: '90',
  })
  const wish = {
    instructorId: maya.userId,
    durationMinutes: 60,
    start: charlotteTime(9, 10),
    giftCents: LESSON,
  }
  const headers = { authorization: `Bearer ${made.json.token}`, 'content-type': 'application/json' }
  const asked = await product.visitor().send('POST', '/api/v1/bookings', JSON.stringify(wish), headers)
  expect([asked.status, asked.json.code]).toEqual([403, 'gift_owner_only'])
  const admin = await product.admin()
  const reason = 'Sam asked us for help with a booking'
  const started = await admin.post('/api/admin/impersonation', { userId: sam.userId, reason })
  expect(started.status, started.text).toBeLessThan(300)
  expect((await admin.send('PUT', '/api/impersonation/acting')).status).toBeLessThan(300)
  expect((await admin.get('/api/me/gift-balance')).json).toMatchObject({
    balanceCents: 10_000,
    mayPay: false,
  })
  const terms = { title: 'Break 90', lessonType: 'individual', lessons: 5, durationMinutes: 60 }
  const offered = { ...terms, priceCents: 40_000, validDays: 180, visibility: 'public' }
  const saved = await maya.put('/api/own-packages', offered)
  const review = { priceCents: REVIEW, promisedHours: 48, isSold: true }
  await maya.put('/api/own-video-review', review)
  const proposalId = await propose(product, maya, sam)
  const instructorId = maya.userId
  const student = { is: 'known', studentId: sam.userId }
  const kept = await maya.post(
    '/api/coach/lessons',
    enteredLesson({ student, start: charlotteTime(12, 10), payment: 'here' }),
  )
  expect(kept.status, kept.text).toBe(201)
  const purchases = {
    'lesson of the coach': await admin.post(`/api/bookings/${kept.json.bookingId}/checkout`, {
      giftCents: 9_000,
    }),
    lesson: await admin.post('/api/bookings', wish),
    seat: await hold(admin, await clinic(), [null], { giftCents: SEAT }),
    'weekly lessons': await admin.post('/api/series', {
      instructorId,
      starts: [charlotteTime(9, 10), charlotteTime(16, 10)],
      durationMinutes: 60,
      giftCents: 2 * LESSON,
    }),
    package: await admin.post('/api/package-sales', {
      instructorId,
      offerId: saved.json.offerId,
      version: 1,
      giftCents: 10_000,
    }),
    'video review': await admin.post('/api/video-reviews', {
      instructorId,
      expectedPriceCents: REVIEW,
      expectedHours: 48,
      giftCents: REVIEW,
    }),
    proposal: await admin.post(`/api/proposals/${proposalId}/acceptance`, {
      version: 1,
      start: shortGame.times[0],
      giftCents: LESSON,
    }),
  }
  for (const [what, { status, json: answer }] of Object.entries(purchases))
    expect([status, answer.code], what).toEqual([403, 'gift_owner_only'])
  const held = (await sam.get('/api/bookings')).json.map(({ id }: { id: string }) => id)
  expect(held).toEqual([kept.json.bookingId])
  expect((await maya.get(`/api/proposals/${proposalId}`)).json.status).toBe('pending')
  expect(await balance()).toBe(10_000)
})
