import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { toIso } from '#platform/time.ts'
import { readCheckoutId, takePart } from '../support/discounts.ts'
import { balances, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: { id: string; locationId: string }
let keoni: { id: string; locationId: string }
let slots = 0

beforeAll(async () => {
  maya = await addCoach(product.database.pool)
  keoni = await addCoach(product.database.pool, { name: 'Keoni Akana' })
  for (const { id } of [maya, keoni]) await takePart(product.database.pool, id, testNow)
})
beforeEach(() => product.clock.moveTo(testNow))

/** An hour of Maya's that no other test uses. */
function nextStart(): string {
  slots++
  return charlotteTime(3 + Math.floor(slots / 7), 9 + (slots % 7))
}
const lesson = (more: object = {}) => ({
  instructorId: maya.id,
  start: nextStart(),
  durationMinutes: 60,
  ...more,
})
const { query } = product

async function addCode(code: string, columns: Record<string, unknown> = {}) {
  const all = { code, percent_off: 10, valid_from: new Date(0), ...columns }
  await query(
    `insert into promo_codes (${Object.keys(all).join(', ')}) values (${Object.keys(all)
      .map((_, i) => `$${i + 1}`)
      .join(', ')})`,
    Object.values(all),
  )
}

async function offerTo(person: Visitor, coach: { id: string } = maya): Promise<string> {
  const made = await person.post(`/api/coaches/${coach.id}/exit-offer`)
  expect(made.status).toBe(200)
  return String(made.json.offer?.token)
}

const quoteFor = (person: Visitor, more: object = {}) =>
  person.post('/api/quotes', { instructorId: maya.id, durationMinutes: 60, ...more })

async function pay(person: Visitor, held: { checkoutUrl: string }) {
  const paid = await person.post(`/api/test-checkouts/${readCheckoutId(held)}/payments`, goodCard)
  expect(paid.status, paid.text).toBe(200)
  await product.settle()
}

describe('the exit offer [row 66]', () => {
  test('a quarter off, for one coach, in one browser, once: priced, charged and redeemed by the server', async () => {
    const sam = await product.student()
    const token = await offerTo(sam)
    expect((await quoteFor(sam, { offerToken: token })).json).toMatchObject({
      listPriceCents: 8500,
      priceCents: 6375,
      discount: { source: 'exit_offer', percentOff: 25, amountCents: 2125 },
      lines: [{ label: 'Your offer, 25% off', cents: -2125 }],
      discountRefusal: null,
    })
    const held = await sam.post('/api/bookings', lesson({ offerToken: token, expectedPriceCents: 6375 }))
    expect([held.status, held.json.priceCents]).toEqual([201, 6375])
    const charged = await query('select amount_cents from local_vendor.checkouts where booking_id = $1', [
      held.json.bookingId,
    ])
    expect(charged).toEqual([{ amount_cents: 6375 }])
    await pay(sam, held.json)
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json.status).toBe('confirmed')
    // The platform gives up its fee and no more: the coach gets everything that was paid.
    expect(await balances(product, held.json.bookingId)).toEqual({ processor_cash: 6375, coach_held: -6375 })
    const replay = await sam.post('/api/bookings', lesson({ offerToken: token }))
    expect([replay.status, replay.json.code]).toEqual([409, 'offer_used'])
    expect((await sam.post(`/api/coaches/${maya.id}/exit-offer`)).json.offer, 'shown once').toBeNull()
  })

  test('asking again returns the same offer while it lasts, and none for another coach', async () => {
    const visitor = product.visitor()
    const token = await offerTo(visitor)
    expect(await offerTo(visitor)).toBe(token)
    expect((await visitor.post(`/api/coaches/${keoni.id}/exit-offer`)).json.offer).toBeNull()
    product.clock.advance(30 * 60_000)
    expect((await visitor.post(`/api/coaches/${maya.id}/exit-offer`)).json.offer, 'not made anew').toBeNull()
  })

  test('the page asks for an offer only where one can be made', async () => {
    const hasOffers = async (person: Visitor, coachId = maya.id) =>
      (await person.get(`/api/coaches/${coachId}/slots?durationMinutes=60`)).json.hasExitOffers
    const newcomer = await addCoach(product.database.pool, { name: 'Nora New' })
    expect(await hasOffers(product.visitor(), newcomer.id), 'does not take part').toBe(false)
    await query('update instructor_profiles set funds_exit_offers = true where user_id = $1', [newcomer.id])
    expect(await hasOffers(product.visitor(), newcomer.id), 'has taught nothing').toBe(false)
    expect(await hasOffers(product.visitor())).toBe(true)
    await query('update instructor_profiles set instant_book_enabled = false where user_id = $1', [maya.id])
    expect(await hasOffers(product.visitor()), 'times cannot be booked here').toBe(false)
    await query('update instructor_profiles set instant_book_enabled = true where user_id = $1', [maya.id])
    expect(await hasOffers(await signedInCoach(product)), 'coaches buy nothing').toBe(false)
    const sam = await product.student()
    expect(await hasOffers(sam)).toBe(true)
    const held = await sam.post('/api/bookings', lesson({ offerToken: await offerTo(sam) }))
    await pay(sam, held.json)
    expect(await hasOffers(sam), 'has used an offer').toBe(false)
  })

  test('a visitor’s offer moves to the visitor’s new account', async () => {
    const visitor = product.visitor()
    const token = await offerTo(visitor)
    const account = await visitor.post('/api/accounts', {
      name: 'Alex Kim',
      email: `alex-${slots}@students.test`,
      phone: '704 555 0150',
      password: 'fairway-seven',
    })
    expect(account.status).toBe(201)
    expect((await visitor.post('/api/bookings', lesson({ offerToken: token }))).json.priceCents).toBe(6375)
  })

  test('each misuse is refused with its own reason, and the lesson is not booked', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const token = await offerTo(sam)
    const tampered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    const refusals: [Visitor, object, string][] = [
      [sam, { offerToken: tampered }, 'offer_invalid'],
      [sam, { offerToken: 'free-lessons-for-all' }, 'offer_invalid'],
      [sam, { offerToken: `${crypto.randomUUID()}.${token.split('.')[1]}` }, 'offer_invalid'],
      [sam, { offerToken: token, instructorId: keoni.id }, 'offer_other_coach'],
      [alex, { offerToken: token }, 'offer_other_session'],
      [sam, { offerToken: token, promoCode: 'FAIRWAY10' }, 'one_discount_only'],
    ]
    for (const [person, body, code] of refusals) {
      const answer = await person.post('/api/bookings', lesson(body))
      expect([answer.status, answer.json.code], JSON.stringify(body)).toEqual([409, code])
      expect(answer.json.message.length).toBeGreaterThan(20)
    }
    product.clock.advance(30 * 60_000)
    expect((await sam.post('/api/bookings', lesson({ offerToken: token }))).json.code).toBe('offer_expired')
    const quoted = (await quoteFor(sam, { offerToken: token })).json
    expect([quoted.priceCents, quoted.discountRefusal.code], 'the usual price, and why').toEqual([
      8500,
      'offer_expired',
    ])
    const none = await query('select 1 from bookings where student_id in ($1, $2)', [sam.userId, alex.userId])
    expect(none).toEqual([])
  })

  test('applies to one hold at a time, and is free again when that hold ends', async () => {
    const sam = await product.student()
    const token = await offerTo(sam)
    const first = await sam.post('/api/bookings', lesson({ offerToken: token }))
    expect((await sam.post('/api/bookings', lesson({ offerToken: token }))).json.code).toBe('offer_in_use')
    await sam.send('DELETE', `/api/bookings/${first.json.bookingId}/hold`)
    expect((await sam.post('/api/bookings', lesson({ offerToken: token }))).status).toBe(201)
  })

  test('the same lesson in another tab is the same hold, not a refusal', async () => {
    const sam = await product.student()
    const token = await offerTo(sam)
    const wish = lesson({ offerToken: token })
    const [one, two] = [await sam.post('/api/bookings', wish), await sam.post('/api/bookings', wish)]
    expect(two.json).toEqual(one.json)
  })

  test('the price of a held lesson keeps the offer, also after the offer has expired; other lessons do not get it', async () => {
    const sam = await product.student()
    const token = await offerTo(sam)
    product.clock.advance(20 * 60_000)
    const wish = lesson({ offerToken: token, expectedPriceCents: 6375 })
    const held = await sam.post('/api/bookings', wish)
    expect((await quoteFor(sam, { offerToken: token, start: wish.start })).json.priceCents).toBe(6375)
    const other = (await quoteFor(sam, { offerToken: token, start: nextStart() })).json
    expect([other.priceCents, other.discountRefusal.code]).toEqual([8500, 'offer_in_use'])
    product.clock.advance(12 * 60_000)
    expect((await quoteFor(sam, { offerToken: token, start: wish.start })).json.priceCents).toBe(6375)
    expect((await sam.post('/api/bookings', wish)).json).toEqual(held.json)
  })

  test('only one of two parallel holds gets the offer', async () => {
    const sam = await product.student()
    // A verified student may hold two times; for others the second hold replaces the first one and its offer.
    await query('update profiles set email_verified = true where id = $1', [sam.userId])
    const token = await offerTo(sam)
    const answers = await Promise.all([
      sam.post('/api/bookings', lesson({ offerToken: token })),
      sam.post('/api/bookings', { ...lesson({ offerToken: token }), start: charlotteTime(19, 10) }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('a new browser session gives no new discount to a student who just had one', async () => {
    const sam = await product.student()
    const held = await sam.post('/api/bookings', lesson({ offerToken: await offerTo(sam) }))
    await pay(sam, held.json)
    const newBrowser = (cookie: string) => cookie.replace(/(; )?greenside_visit=[^;]+/, '')
    sam.cookie = newBrowser(sam.cookie)
    expect((await sam.post(`/api/coaches/${keoni.id}/exit-offer`)).json.offer).toBeNull()
    const other = product.visitor()
    const token = await offerTo(other, keoni)
    sam.cookie = `${newBrowser(sam.cookie)}; ${other.cookie}`
    const refused = await sam.post('/api/bookings', lesson({ offerToken: token, instructorId: keoni.id }))
    expect(refused.json.code).toBe('offer_used_before')
  })

  test('a percentage made up by the client is never used', async () => {
    const sam = await product.student()
    const body = {
      instructorId: maya.id,
      lessonDate: nextStart(),
      durationMinutes: 60,
      discountPercentage: 25,
    }
    const refused = await sam.post('/api/functions/create-instant-booking-payment', {
      ...body,
      priceAmount: 63.75,
    })
    expect([refused.status, refused.json.code]).toEqual([409, 'price_changed'])
    const made = await sam.post('/api/functions/create-instant-booking-payment', body)
    const session = readCheckoutId({ checkoutUrl: made.json.url })
    expect(await query('select amount_cents from local_vendor.checkouts where id = $1', [session])).toEqual([
      { amount_cents: 8500 },
    ])
  })

  test('a coach opts in; Greenside gives up its fee and the coach gives the rest', async () => {
    const dale = await signedInCoach(product, 'Dale Hoffman')
    await takePart(product.database.pool, dale.userId, testNow)
    const say = (takesPart: boolean) => dale.put('/api/coach/exit-offers', { takesPart })
    const example = { priceCents: 8500, reducedCents: 6375, earnsCents: 6375, usuallyEarnsCents: 7650 }
    expect((await say(false)).json).toEqual({ takesPart: false, percentOff: 25, example })
    const sam = await product.student()
    expect((await sam.post(`/api/coaches/${dale.userId}/exit-offer`)).json.offer).toBeNull()
    expect((await say(true)).json).toEqual({ takesPart: true, percentOff: 25, example })
    const token = await offerTo(sam, { id: dale.userId })
    await say(false)
    const wish = { instructorId: dale.userId, offerToken: token }
    expect((await sam.post('/api/bookings', lesson(wish))).json.code).toBe('offer_ended')
    await say(true)
    const held = await sam.post('/api/bookings', lesson(wish))
    await pay(sam, held.json)
    expect(await balances(product, held.json.bookingId)).toEqual({ processor_cash: 6375, coach_held: -6375 })
  })

  test('is available only for coaches who have taught five lessons to three students for a month', async () => {
    const { pool } = product.database
    const newcomer = await addCoach(pool, { name: 'Nora New', hourlyRate: 1000 })
    await query('update instructor_profiles set funds_exit_offers = true where user_id = $1', [newcomer.id])
    const ask = async () =>
      (await product.visitor().post(`/api/coaches/${newcomer.id}/exit-offer`)).json.offer
    expect(await ask()).toBeNull()
    await takePart(pool, newcomer.id, testNow + 35 * 86_400_000)
    expect(await ask(), 'taught last week').toBeNull()
    product.clock.advance(40 * 86_400_000)
    expect(await ask()).not.toBeNull()
  })

  test('can be redeemed once per device, even with another account in the same browser', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const held = await sam.post('/api/bookings', lesson({ offerToken: await offerTo(sam) }))
    await pay(sam, held.json)
    const device = /greenside_offers=[^;]+/.exec(sam.cookie)?.[0]
    alex.cookie = `${alex.cookie}; ${device}`
    expect((await alex.post(`/api/coaches/${maya.id}/exit-offer`)).json.offer).toBeNull()
  })

  test('can be redeemed once per card: a second account’s payment is refunded in full and not booked', async () => {
    const card = { ...goodCard, number: '5555 5555 5555 4444' }
    const payWith = async (person: Visitor, held: { checkoutUrl: string }) => {
      await person.post(`/api/test-checkouts/${readCheckoutId(held)}/payments`, card)
      await product.settle()
    }
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const first = (await sam.post('/api/bookings', lesson({ offerToken: await offerTo(sam) }))).json
    await payWith(sam, first)
    expect((await sam.get(`/api/bookings/${first.bookingId}`)).json.status).toBe('confirmed')
    const second = (await alex.post('/api/bookings', lesson({ offerToken: await offerTo(alex) }))).json
    await payWith(alex, second)
    await sendRefunds(product, second.bookingId)
    const outcome = (await alex.get(`/api/checkouts/${readCheckoutId(second)}`)).json
    expect(outcome).toMatchObject({
      state: 'refunded',
      refundedCents: 6375,
      refundReason: 'discount_used',
      lesson: { status: 'cancelled' },
    })
    expect(await balances(product, second.bookingId)).toEqual({})
    // Without a discount the card is accepted as usual.
    const usual = (await alex.post('/api/bookings', lesson())).json
    await payWith(alex, usual)
    expect((await alex.get(`/api/bookings/${usual.bookingId}`)).json.status).toBe('confirmed')
  })

  test('ten can be redeemed per coach in 30 days; an admin sees their revenue and cost', async () => {
    const ruby = await addCoach(product.database.pool, { name: 'Ruby Ten' })
    await takePart(product.database.pool, ruby.id, testNow)
    const book = async () => {
      const student = await product.student()
      const offerToken = await offerTo(student, ruby)
      return {
        student,
        held: await student.post('/api/bookings', lesson({ instructorId: ruby.id, offerToken })),
      }
    }
    const waiting = await book()
    for (let used = 0; used < 10; used++) {
      const { student, held } = await book()
      await student.post(`/api/test-checkouts/${readCheckoutId(held.json)}/payments`, goodCard)
    }
    await product.settle()
    const late = await product.student()
    expect((await late.post(`/api/coaches/${ruby.id}/exit-offer`)).json.offer).toBeNull()
    await pay(waiting.student, waiting.held.json)
    await sendRefunds(product, waiting.held.json.bookingId)
    expect(await balances(product, waiting.held.json.bookingId), 'held before, paid after the tenth').toEqual(
      {},
    )

    const avery = await product.admin('Avery Admin')
    const report = await avery.get('/api/admin/exit-offers?days=30')
    expect(report.json.find((row: { coachId: string }) => row.coachId === ruby.id)).toEqual({
      coachId: ruby.id,
      coachName: 'Ruby Ten',
      takesPart: true,
      made: 11,
      used: 10,
      cancelled: 0,
      byNewAccounts: expect.any(Number),
      studentsWithOneLesson: 10,
      refused: 1,
      paidCents: 63_750,
      discountCents: 21_250,
      feeGivenUpCents: 8_500,
    })
    expect((await late.get('/api/admin/exit-offers')).status).toBe(403)
    product.clock.advance(31 * 86_400_000)
    expect((await product.visitor().post(`/api/coaches/${ruby.id}/exit-offer`)).json.offer).not.toBeNull()
  })
})

describe('promo codes', () => {
  test('a percentage or amount is taken off, regardless of letter case, and paying redeems the code', async () => {
    await addCode('FAIRWAY10', { max_uses: 1 })
    await addCode('TENOFF', { percent_off: null, amount_off_cents: 1000 })
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    expect((await quoteFor(sam, { promoCode: ' fairway 10' })).json).toMatchObject({
      priceCents: 7650,
      discount: { source: 'promo_code', code: 'FAIRWAY10', percentOff: 10, amountCents: 850 },
      lines: [{ label: 'Code FAIRWAY10, 10% off', cents: -850 }],
    })
    expect((await quoteFor(sam, { promoCode: 'tenoff', durationMinutes: 90 })).json.priceCents).toBe(11_750)
    const held = await sam.post('/api/bookings', lesson({ promoCode: 'fairway10' }))
    expect(held.json.priceCents).toBe(7650)
    expect(
      (await quoteFor(alex, { promoCode: 'FAIRWAY10' })).json.discountRefusal.code,
      'kept while Sam pays',
    ).toBe('code_used_up')
    await pay(sam, held.json)
    const receipt = await sam.get(`/api/checkouts/${readCheckoutId(held.json)}`)
    expect(receipt.json).toMatchObject({
      amountCents: 7650,
      priceLines: [{ label: 'Code FAIRWAY10, 10% off', cents: -850 }],
    })
    expect((await alex.post('/api/bookings', lesson({ promoCode: 'FAIRWAY10' }))).json.code).toBe(
      'code_used_up',
    )
    expect((await sam.post('/api/bookings', lesson({ promoCode: 'FAIRWAY10' }))).json.code).toBe(
      'code_used_by_you',
    )
  })

  describe('on a time that the student holds', () => {
    /** A student who may hold several times. */
    async function verified(name?: string) {
      const student = await product.student(name)
      await query('update profiles set email_verified = true where id = $1', [student.userId])
      return student
    }

    test('a repeated request, in another tab or after a lost answer, gets the same hold and checkout', async () => {
      await addCode('ONCEEACH', { max_uses: 1, max_uses_per_student: 1 })
      const sam = await verified()
      for (const _ of ['the first', 'the second']) await sam.post('/api/bookings', lesson())
      const wish = lesson({ promoCode: 'ONCEEACH', expectedPriceCents: 7650 })
      const keyed = { ...wish, idempotencyKey: crypto.randomUUID() }
      const held = await sam.post('/api/bookings', keyed)
      expect([held.status, held.json.priceCents]).toEqual([201, 7650])
      for (const again of [keyed, wish, { ...wish, idempotencyKey: crypto.randomUUID() }])
        expect((await sam.post('/api/bookings', again)).json).toEqual(held.json)
      await query(`update promo_codes set is_active = false where code = 'ONCEEACH'`)
      expect((await sam.post('/api/bookings', keyed)).json, 'the code has ended').toEqual(held.json)
    })

    test('its price keeps the code for this student and this lesson', async () => {
      await addCode('MINEONLY', { max_uses: 1 })
      const [sam, alex] = [await verified(), await verified('Alex Kim')]
      const wish = lesson({ promoCode: 'MINEONLY' })
      await sam.post('/api/bookings', wish)
      const price = async (person: Visitor, more: object = {}) => {
        const quoted = await quoteFor(person, { promoCode: 'MINEONLY', start: wish.start, ...more })
        return [quoted.json.priceCents, quoted.json.discountRefusal?.code ?? null]
      }
      expect(await price(sam)).toEqual([7650, null])
      expect(await price(sam, { start: nextStart() }), 'another lesson').toEqual([8500, 'code_used_by_you'])
      expect(await price(sam, { promoCode: 'NOSUCHCODE' })).toEqual([8500, 'code_unknown'])
      expect(await price(alex)).toEqual([8500, 'code_used_up'])
      expect(await price(product.visitor())).toEqual([8500, 'code_used_up'])
    })

    test('two tabs that book the lesson at once hold it once; another lesson is refused', async () => {
      await addCode('TWOTABS')
      const sam = await verified()
      const wish = lesson({ promoCode: 'TWOTABS', expectedPriceCents: 7650 })
      const tabs = await Promise.all([wish, wish, wish].map((each) => sam.post('/api/bookings', each)))
      expect(new Set(tabs.map(({ json }) => json.bookingId)).size).toBe(1)
      const others = await Promise.all(
        [lesson(), lesson()].map((other) => sam.post('/api/bookings', { ...other, promoCode: 'TWOTABS' })),
      )
      expect(others.map(({ json }) => json.code)).toEqual(['code_used_by_you', 'code_used_by_you'])
    })

    test('two lessons booked at once share no use of it', async () => {
      await addCode('TWOATONCE')
      const sam = await verified()
      const wishes = [lesson(), lesson()].map((wish) => ({ ...wish, promoCode: 'TWOATONCE' }))
      const answers = await Promise.all(wishes.map((wish) => sam.post('/api/bookings', wish)))
      expect(answers.map(({ status, json }) => (status === 201 ? 'held' : json.code)).sort()).toEqual([
        'code_used_by_you',
        'held',
      ])
    })

    test('is kept when it alone still has the code, and the lesson is asked for at another price', async () => {
      await addCode('ENDSSOON')
      const sam = await verified()
      const wish = lesson({ promoCode: 'ENDSSOON', expectedPriceCents: 7650 })
      const held = await sam.post('/api/bookings', wish)
      await query(`update promo_codes set is_active = false where code = 'ENDSSOON'`)
      await query('update instructor_profiles set hourly_rate = 100 where user_id = $1', [wish.instructorId])
      const dearer = await sam.post('/api/bookings', { ...wish, expectedPriceCents: 9000 })
      await query('update instructor_profiles set hourly_rate = 85 where user_id = $1', [wish.instructorId])
      expect(dearer.json.code).toBe('code_unknown')
      expect((await sam.post('/api/bookings', wish)).json).toEqual(held.json)
    })

    test('after its payment the code is used', async () => {
      await addCode('PAIDONCE')
      const sam = await verified()
      const wish = lesson({ promoCode: 'PAIDONCE' })
      await pay(sam, (await sam.post('/api/bookings', wish)).json)
      expect((await quoteFor(sam, wish)).json.discountRefusal.code).toBe('code_used_by_you')
      expect((await sam.post('/api/bookings', wish)).json.code).toBe('code_used_by_you')
    })
  })

  test('an expired hold releases the code', async () => {
    await addCode('ONLYONE', { max_uses: 1 })
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const held = await sam.post('/api/bookings', lesson({ promoCode: 'ONLYONE' }))
    product.clock.advance(15 * 60_000)
    expect((await quoteFor(alex, { promoCode: 'ONLYONE' })).json.discountRefusal).toBeNull()
    await expireHold(product.services, held.json.bookingId)
    expect((await alex.post('/api/bookings', lesson({ promoCode: 'ONLYONE' }))).status).toBe(201)
  })

  test('a payment that arrives after the code was used up is refunded in full', async () => {
    await addCode('LASTONE', { max_uses: 1 })
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const late = await sam.post('/api/bookings', lesson({ promoCode: 'LASTONE' }))
    await sam.post(`/api/test-checkouts/${readCheckoutId(late.json)}/payments`, goodCard)
    // The hold expires before the processor's event arrives.
    await query(`update bookings set hold_expires_at = $2 where id = $1`, [
      late.json.bookingId,
      new Date(product.clock.now() - 1),
    ])
    const held = await alex.post('/api/bookings', lesson({ promoCode: 'LASTONE' }))
    expect(held.status).toBe(201)
    await alex.post(`/api/test-checkouts/${readCheckoutId(held.json)}/payments`, goodCard)
    await product.settle()
    await sendRefunds(product, late.json.bookingId)
    await sendRefunds(product, held.json.bookingId)
    const uses = await query(
      `select count(*)::int as n from booking_discounts d join promo_codes p on p.id = d.promo_code_id
       where p.code = 'LASTONE' and d.redeemed_at is not null`,
    )
    expect(uses, 'used once, whoever was first').toEqual([{ n: 1 }])
    const states = await query(
      'select status, payment_status from bookings where id in ($1, $2) order by status',
      [late.json.bookingId, held.json.bookingId],
    )
    expect(states).toEqual([
      { status: 'cancelled', payment_status: 'refunded' },
      { status: 'confirmed', payment_status: 'completed' },
    ])
  })

  test('a code with a last day holds until midnight in New York', async () => {
    const admin = await product.admin()
    const terms = { percentOff: 10, amountOffCents: null, lastDay: charlotteDay(2) }
    const made = await admin.post('/api/admin/promo-codes', { code: 'TWODAYS', ...terms })
    expect(made.status, made.text).toBe(201)
    const past = await admin.post('/api/admin/promo-codes', {
      ...terms,
      code: 'PAST',
      lastDay: charlotteDay(-2),
    })
    expect([past.status, past.json.code]).toEqual([400, 'day_has_passed'])
    const sam = await product.student()
    const refusal = async () =>
      (await quoteFor(sam, { promoCode: 'TWODAYS' })).json.discountRefusal?.code ?? null
    product.clock.moveTo(Date.parse(charlotteTime(3, 0)) - 1_000)
    expect(await refusal()).toBeNull()
    product.clock.moveTo(Date.parse(charlotteTime(3, 0)))
    expect(await refusal()).toBe('code_expired')
    const listed = (await admin.get('/api/admin/lists/promo-codes?q=TWODAYS')).json.rows
    expect(listed[0].cells).toMatchObject({
      validUntil: toIso(Date.parse(charlotteTime(3, 0)) - 1),
      state: 'ended',
    })
  })

  test('invalid, early, expired and other coaches’ codes each get their own message', async () => {
    await addCode('EARLY', { valid_from: new Date(testNow + 86_400_000) })
    await addCode('LATE', {
      valid_from: new Date(testNow - 2 * 86_400_000),
      valid_until: new Date(testNow - 1),
    })
    await addCode('KEONI', { instructor_id: keoni.id, funded_by: 'coach' })
    await addCode('SWITCHEDOFF', { is_active: false })
    const sam = await product.student()
    for (const [promoCode, code] of [
      ['NOSUCHCODE', 'code_unknown'],
      ['🏌️'.repeat(20), 'code_unknown'],
      ['ß'.repeat(60), 'code_unknown'],
      ['SWITCHEDOFF', 'code_unknown'],
      ['EARLY', 'code_not_yet'],
      ['LATE', 'code_expired'],
      ['KEONI', 'code_other_coach'],
    ]) {
      expect((await quoteFor(sam, { promoCode })).json.discountRefusal.code, promoCode).toBe(code)
      expect((await sam.post('/api/bookings', lesson({ promoCode }))).json.code, promoCode).toBe(code)
    }
  })

  test('of twenty students using a code with three uses at once, three get it', async () => {
    await addCode('THREE', { max_uses: 3 })
    const students = await Promise.all(Array.from({ length: 20 }, () => product.student()))
    const answers = await Promise.all(
      students.map((student) => student.post('/api/bookings', lesson({ promoCode: 'THREE' }))),
    )
    const codes = answers.map(({ status, json }) => (status === 201 ? 'held' : json.code))
    expect(codes.filter((code) => code === 'held')).toHaveLength(3)
    expect(codes.filter((code) => code === 'code_used_up')).toHaveLength(17)
  })

  test('a code added after the time was held replaces the hold and its checkout', async () => {
    await addCode('FOUNDLATER')
    const sam = await product.student()
    const wish = lesson()
    const first = await sam.post('/api/bookings', wish)
    const second = await sam.post('/api/bookings', {
      ...wish,
      promoCode: 'FOUNDLATER',
      expectedPriceCents: 7650,
    })
    expect([second.status, second.json.priceCents]).toEqual([201, 7650])
    expect(second.json.bookingId).not.toBe(first.json.bookingId)
    const old = await sam.post(`/api/test-checkouts/${readCheckoutId(first.json)}/payments`, goodCard)
    expect(old.json.code).toBe('expired')
  })

  test('at least one dollar remains to pay', async () => {
    await addCode('ALLOFIT', { percent_off: 100, instructor_id: maya.id, funded_by: 'coach' })
    const sam = await product.student()
    expect((await quoteFor(sam, { promoCode: 'ALLOFIT' })).json).toMatchObject({
      priceCents: 100,
      listPriceCents: 8500,
    })
  })

  test('a canceled lesson refunds what was paid, and the ledger balances', async () => {
    await addCode('BACKAGAIN')
    const sam = await product.student()
    const held = await sam.post(
      '/api/bookings',
      lesson({ promoCode: 'BACKAGAIN', start: charlotteTime(24, 10) }),
    )
    await pay(sam, held.json)
    expect(await balances(product, held.json.bookingId)).toEqual({ processor_cash: 7650, coach_held: -7650 })
    await sam.post(`/api/bookings/${held.json.bookingId}/cancellation`, {})
    await sendRefunds(product, held.json.bookingId)
    expect(await balances(product, held.json.bookingId)).toEqual({})
  })

  test('limits also apply to direct SQL', async () => {
    await addCode('DIRECT', { max_uses: 1 })
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    for (const person of [sam, alex]) {
      const held = await person.post('/api/bookings', lesson())
      const used = query(
        `insert into booking_discounts (booking_id, student_id, promo_code_id, amount_cents, redeemed_at)
         select $1, $2, id, 1700, current_instant() from promo_codes where code = 'DIRECT'`,
        [held.json.bookingId, person.userId],
      )
      if (person === sam) await used
      else await expect(used).rejects.toThrow(/used up/)
    }
  })
})

describe('the platform’s part of a discount', () => {
  test('never exceeds its fee on that lesson, regardless of the code', async () => {
    await addCode('HALFPRICE', { percent_off: 50 })
    await addCode('FORTY', { percent_off: null, amount_off_cents: 4000 })
    const sam = await product.student()
    expect((await quoteFor(sam, { promoCode: 'HALFPRICE' })).json).toMatchObject({
      priceCents: 7650,
      discount: { percentOff: null, amountCents: 850 },
      lines: [{ label: expect.stringMatching(/^Code \w+$/), cents: -850 }],
    })
    const held = await sam.post('/api/bookings', lesson({ promoCode: 'FORTY' }))
    expect(held.json.priceCents).toBe(7650)
    await pay(sam, held.json)
    expect(await balances(product, held.json.bookingId)).toEqual({ processor_cash: 7650, coach_held: -7650 })
    const direct = query(
      `insert into payments (booking_id, instructor_id, student_id, amount_cents, discount_cents, discount_funded_by)
       select $1, $2, $3, 6375, 2125, 'platform'`,
      [held.json.bookingId, maya.id, sam.userId],
    )
    await expect(direct).rejects.toThrow(/more than the platform’s fee/)
  })
})

describe('a student pays the price shown', () => {
  test('a booking with an outdated price or terms is refused, and a retry with the new ones succeeds', async () => {
    const ruth = await addCoach(product.database.pool, { name: 'Ruth Yazzie' })
    const sam = await product.student()
    const seen = (await quoteFor(sam, { instructorId: ruth.id })).json
    expect(seen).toMatchObject({ priceCents: 8500, policy: 'standard' })
    await query(`update instructor_profiles set cancellation_policy = 'strict' where user_id = $1`, [ruth.id])
    const wish = lesson({ instructorId: ruth.id })
    const changed = await sam.post('/api/bookings', {
      ...wish,
      expectedPriceCents: 8500,
      expectedPolicy: seen.policy,
    })
    expect([changed.status, changed.json.code]).toEqual([409, 'policy_changed'])
    const now = (await quoteFor(sam, { instructorId: ruth.id })).json
    const held = await sam.post('/api/bookings', {
      ...wish,
      expectedPriceCents: now.priceCents,
      expectedPolicy: now.policy,
    })
    expect(held.status).toBe(201)
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json.terms.policy, 'frozen').toBe('strict')
    // The terms change again while the checkout is open.
    await query(`update instructor_profiles set cancellation_policy = 'flexible' where user_id = $1`, [
      ruth.id,
    ])
    const stale = await sam.post('/api/bookings', { ...wish, expectedPolicy: 'strict' })
    expect(stale.json.code).toBe('policy_changed')
    const renewed = await sam.post('/api/bookings', { ...wish, expectedPolicy: 'flexible' })
    expect(renewed.json.bookingId, renewed.text).not.toBe(held.json.bookingId)
    const repeated = await sam.post('/api/bookings', { ...wish, expectedPolicy: 'flexible' })
    expect(repeated.json, 'its answer was lost').toEqual(renewed.json)
    expect((await sam.get(`/api/bookings/${renewed.json.bookingId}`)).json.terms.policy).toBe('flexible')
    await query('update instructor_profiles set hourly_rate = 90 where user_id = $1', [ruth.id])
    const dearer = await sam.post('/api/bookings', { ...wish, start: nextStart(), expectedPriceCents: 8500 })
    expect(dearer.json.code).toBe('price_changed')
  })
})
