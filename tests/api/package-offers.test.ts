import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { packageBalances } from '../support/proposals.ts'

const product = testProduct()
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person

const query = async (statement: string, values: unknown[] = []) =>
  (await product.database.pool.query(statement, values)).rows

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

/** Five lessons of an hour for $400; single ones cost $85. */
const fiveLessons = {
  title: 'Break 90',
  lessonType: 'individual',
  lessons: 5,
  durationMinutes: 60,
  priceCents: 40_000,
  validDays: 180,
  visibility: 'public',
}
const put = (who: Person, body: object) => who.put('/api/own-packages', body)
async function offer(change: object = {}, who = maya): Promise<string> {
  const saved = await put(who, { ...fiveLessons, ...change })
  if (saved.status !== 200) throw new Error(`not saved: ${saved.text}`)
  return String(saved.json.offerId)
}
const offersOf = async (who: Person | ReturnType<typeof product.visitor>, offerId = '') =>
  (await who.get(`/api/coaches/${maya.userId}/packages${offerId && `?offerId=${offerId}`}`)).json
const priced = (offerId: string, who = sam) =>
  who.post('/api/quotes', { instructorId: maya.userId, durationMinutes: 60, packageOfferId: offerId })
const hold = (offerId: string, change: object = {}, who = sam) =>
  who.post('/api/bookings', {
    instructorId: maya.userId,
    durationMinutes: 60,
    start: charlotteTime(9, 10),
    package: { offerId, version: 1 },
    expectedPriceCents: 40_000,
    ...change,
  })
async function pay(checkoutUrl: string, who = sam) {
  const session = checkoutUrl.split('/').at(-1)
  const paid = await who.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  return paid
}
const packagesOf = async (who: Person) => (await who.get('/api/packages')).json

describe('a coach', () => {
  test('sells packages on the profile: public ones to everyone, others by link, and none that is off', async () => {
    const open = await offer()
    const byLink = await offer({ visibility: 'link', title: 'For the club' })
    await offer({ visibility: 'off', title: 'Next year' })
    expect(await offersOf(product.visitor())).toEqual([
      {
        id: open,
        title: 'Break 90',
        lessonType: 'individual',
        lessons: 5,
        durationMinutes: 60,
        priceCents: 40_000,
        validDays: 180,
        version: 1,
      },
    ])
    expect((await offersOf(sam, byLink)).map(({ title }: { title: string }) => title).sort()).toEqual([
      'Break 90',
      'For the club',
    ])
    expect((await maya.get('/api/own-packages')).json).toHaveLength(3)
  })

  test('sees how many were bought, and names a package by its lessons without a title', async () => {
    const id = await offer({ title: '' })
    await pay((await hold(id)).json.checkoutUrl)
    expect((await maya.get('/api/own-packages')).json).toMatchObject([
      { id, title: '5 lessons of 1 hour', sold: 1 },
    ])
  })

  test('cannot change, remove or sell another coach’s package', async () => {
    const id = await offer()
    const other = await signedInCoach(product, 'Jon Park')
    expect((await put(other, { ...fiveLessons, offerId: id, priceCents: 100 })).status).toBe(404)
    expect((await other.send('DELETE', `/api/own-packages/${id}`)).status).toBe(404)
    const sold = await hold(id, { instructorId: other.userId })
    expect([sold.status, sold.json.code]).toEqual([409, 'package_not_sold'])
    expect(await offersOf(sam)).toMatchObject([{ priceCents: 40_000 }])
  })

  test('saves a new package again after a lost answer, and has it once', async () => {
    const newOfferId = randomUUID()
    const saved = await Promise.all([offer({ newOfferId }), offer({ newOfferId })])
    expect(saved).toEqual([newOfferId, newOfferId])
    await offer({ newOfferId, priceCents: 42_000 })
    const other = await signedInCoach(product, 'Jon Park')
    const foreign = await put(other, { ...fiveLessons, newOfferId, priceCents: 100 })
    expect([foreign.status, foreign.json.code]).toEqual([404, 'no_such_offer'])
    expect((await maya.get('/api/own-packages')).json).toMatchObject([
      { id: newOfferId, priceCents: 42_000, version: 2 },
    ])
    expect((await other.get('/api/own-packages')).json).toEqual([])
  })

  test('does not replace a change of another window, and makes the same change again without a conflict', async () => {
    const offerId = await offer()
    await offer({ offerId, basedOn: 1, priceCents: 42_000 })
    await offer({ offerId, basedOn: 1, priceCents: 42_000 })
    const late = await put(maya, { ...fiveLessons, offerId, basedOn: 1, lessons: 6 })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    await offer({ offerId, basedOn: 2, lessons: 6 })
    expect((await maya.get('/api/own-packages')).json).toMatchObject([{ lessons: 6, version: 3 }])
  })

  test('offers up to six packages, also from two tabs at once', async () => {
    const saved = await Promise.all(Array.from({ length: 9 }, () => put(maya, fiveLessons)))
    expect(saved.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      ...Array.from({ length: 3 }, () => 409),
    ])
    expect(saved.find(({ status }) => status === 409)?.json.message).toContain('up to 6 packages')
  })

  test.each([
    [{ lessons: 1 }, 'At least two lessons'],
    [{ lessons: 21 }, 'At most 20 lessons'],
    [{ priceCents: 99 }, 'At least $1'],
    [{ validDays: 45 }, 'Choose one of the periods'],
    [{ title: 'Call 704 555 0150' }, 'phone number'],
  ])('is told what is wrong with %j', async (change, message) => {
    const saved = await put(maya, { ...fiveLessons, ...change })
    expect([saved.status, saved.text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('other sites and programs', () => {
  test('a coach’s own site shows public packages, and a time of one opens its purchase', async () => {
    const id = await offer({ durationMinutes: 90 })
    const byLink = await offer({ visibility: 'link', title: 'For the club' })
    const single = (await product.visitor().get(`/embed/${maya.userId}`)).text
    expect(single).toMatch(/Break 90 <b>\$400<\/b>\s+<small>5 × 1.5 hours, save \$237.50<\/small>/)
    expect(single).not.toContain('For the club')
    expect(single).not.toContain(`package=${id}&`)
    const { text } = await product.visitor().get(`/embed/${maya.userId}?package=${id}`)
    expect(text).toContain('Choose the time of the first lesson.')
    expect(text).toContain(`href="/instructor/${maya.userId}?package=${id}#instant-book-section"`)
    const times = [...text.matchAll(/href="([^"]*)"[^>]*data-start/g)].map(([, link]) => link)
    expect(times.length).toBeGreaterThan(0)
    for (const link of times) expect(link).toContain(`package=${id}`)
    const linked = (await product.visitor().get(`/embed/${maya.userId}?package=${byLink}`)).text
    expect(linked).toContain('For the club')
  })

  test('the public API lists them, and holds the first lesson of one', async () => {
    const id = await offer()
    const listed = await product.visitor().get(`/api/v1/coaches/${maya.userId}/packages`)
    expect(listed.json).toMatchObject({ items: [{ id, priceCents: 40_000, version: 1 }], nextCursor: null })
    const made = await sam.post('/api/me/access-tokens', {
      name: 'My app',
      scopes: ['bookings:write'],
      lifetime: '30',
    })
    const headers = { authorization: `Bearer ${made.json.token}`, 'content-type': 'application/json' }
    const booking = {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: charlotteTime(9, 10),
      package: { offerId: id, version: 1 },
      expectedPriceCents: 40_000,
    }
    const held = await product.visitor().send('POST', '/api/v1/bookings', JSON.stringify(booking), headers)
    expect(held.status, held.text).toBe(201)
    await pay(held.json.checkoutUrl)
    expect(await packagesOf(sam)).toMatchObject([{ title: 'Break 90', left: 4 }])
  })
})

describe('a student', () => {
  test('buys five lessons for $400 with the first one, and the money of four is held', async () => {
    const id = await offer()
    const quote = await priced(id)
    expect(quote.json).toMatchObject({
      title: 'Break 90',
      priceCents: 40_000,
      lessons: 5,
      isAgreed: false,
      package: { offerId: id, version: 1 },
      policyText: expect.stringMatching(/^The lessons can be booked for 180 days. 80% of the price/),
    })
    const held = await hold(id)
    expect(held.json).toMatchObject({ priceCents: 40_000 })
    expect(await packagesOf(sam), 'nothing is bought before it is paid').toEqual([])
    await pay(held.json.checkoutUrl)
    const [bought] = await packagesOf(sam)
    expect(bought).toMatchObject({ title: 'Break 90', lessons: 5, left: 4, durationMinutes: 60 })
    expect(await packagesOf(maya)).toMatchObject([{ id: bought.id }])
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      priceCents: 8_000,
    })
    expect(await packageBalances(product, bought.id)).toEqual({
      processor_cash: 40_000,
      package_held: -32_000,
      coach_held: -7_200,
      platform_fee: -800,
    })
    const drawn = await sam.post(`/api/packages/${bought.id}/lessons`, { start: charlotteTime(12, 10) })
    expect(drawn.json).toMatchObject({ left: 3 })
  })

  test('buys the terms that were shown: a change in between asks again, and a later one changes nothing', async () => {
    const id = await offer()
    await put(maya, { ...fiveLessons, offerId: id, lessons: 4 })
    const asked = await hold(id)
    expect([asked.status, asked.json.code]).toEqual([409, 'package_changed'])
    const { version } = (await priced(id)).json.package
    const held = await hold(id, { package: { offerId: id, version } })
    await maya.send('DELETE', `/api/own-packages/${id}`)
    await pay(held.json.checkoutUrl)
    expect(await packagesOf(sam)).toMatchObject([{ lessons: 4, left: 3 }])
  })

  test('of another visibility, a package keeps its version', async () => {
    const id = await offer()
    await put(maya, { ...fiveLessons, offerId: id, visibility: 'link' })
    expect((await hold(id)).status).toBe(201)
  })

  test('cannot buy what is no longer sold, or use a promo code on it', async () => {
    const id = await offer()
    expect((await hold(id, { promoCode: 'WELCOME10' })).json.code).toBe('not_with_package')
    await put(maya, { ...fiveLessons, offerId: id, visibility: 'off' })
    const off = await hold(id)
    expect([off.status, off.json.code]).toEqual([409, 'package_not_sold'])
    expect((await priced(id)).json.code).toBe('package_not_sold')
    expect(await query('select from bookings where student_id = $1', [sam.userId])).toEqual([])
  })

  test('books lessons of a length that is only sold in a package', async () => {
    const id = await offer({ durationMinutes: 105 })
    const times = (offerId: string) =>
      sam.get(
        `/api/coaches/${maya.userId}/slots?durationMinutes=105${offerId && `&packageOfferId=${offerId}`}`,
      )
    expect((await times('')).status).toBe(400)
    expect((await times(id)).json.days.length).toBeGreaterThan(0)
    const held = await hold(id, { durationMinutes: 105 })
    expect(held.status, held.text).toBe(201)
    expect((await hold(id, { durationMinutes: 60, start: charlotteTime(11, 10) })).json.code).toBe(
      'duration_not_offered',
    )
  })

  test('who holds a single lesson and then chooses a package pays for the package only', async () => {
    const id = await offer()
    const single = await hold(id, { package: undefined, expectedPriceCents: undefined })
    const held = await hold(id)
    expect(held.status, held.text).toBe(201)
    expect(held.json.bookingId).not.toBe(single.json.bookingId)
    expect((await pay(single.json.checkoutUrl)).json.code).toBe('expired')
    await pay(held.json.checkoutUrl)
    expect(await packagesOf(sam)).toHaveLength(1)
  })

  test('who chooses another package of the same price gets that one; a second click changes nothing', async () => {
    const [five, four] = [await offer(), await offer({ lessons: 4, title: 'Four' })]
    const first = await hold(five)
    expect((await hold(five)).json.bookingId).toBe(first.json.bookingId)
    const second = await hold(four)
    expect(second.json.bookingId).not.toBe(first.json.bookingId)
    await pay(second.json.checkoutUrl)
    expect(await packagesOf(sam)).toMatchObject([{ title: 'Four', lessons: 4, left: 3 }])
  })

  test('comes back from the checkout to the package', async () => {
    const id = await offer()
    const held = await hold(id)
    const [order] = await query('select cancel_url from local_vendor.checkouts where id = $1', [
      String(held.json.checkoutUrl).split('/').at(-1),
    ])
    expect(order?.cancel_url).toContain(`package=${id}`)
  })

  test('ends it, and unused lessons are refunded by the coach’s terms', async () => {
    const id = await offer()
    await pay((await hold(id)).json.checkoutUrl)
    const [bought] = await packagesOf(sam)
    const ended = await sam.post(`/api/packages/${bought.id}/end`, {
      expectedRefundCents: bought.refundCents,
    })
    expect([ended.status, ended.json.refundCents]).toEqual([200, 25_600])
  })
})

describe('paid too late', () => {
  async function payLate(id: string) {
    const held = await hold(id)
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
    product.clock.advance(16 * 60_000)
    return held
  }

  test('with the time still free, the package opens', async () => {
    const held = await payLate(await offer())
    expect(await expireHold(product.services, held.json.bookingId)).toBe('paid')
    expect(await packagesOf(sam)).toMatchObject([{ lessons: 5, left: 4 }])
  })

  test('with the time gone, everything is refunded and no package opens', async () => {
    const held = await payLate(await offer())
    const alex = await product.student('Alex Kim')
    const taken = await alex.post('/api/bookings', {
      instructorId: maya.userId,
      durationMinutes: 60,
      start: charlotteTime(9, 10),
    })
    expect(taken.status, taken.text).toBe(201)
    await product.settle()
    expect(await packagesOf(sam)).toEqual([])
    expect(
      await query('select amount_cents, reason from payment_refunds where booking_id = $1', [
        held.json.bookingId,
      ]),
    ).toEqual([{ amount_cents: 40_000, reason: 'late_payment' }])
  })
})

test('the last lesson of a package is booked once in fifty tries at the same moment', async () => {
  const id = await offer({ lessons: 2 })
  await pay((await hold(id)).json.checkoutUrl)
  const [bought] = await packagesOf(sam)
  const times = (await sam.get(`/api/coaches/${maya.userId}/slots?durationMinutes=60`)).json.days
    .flatMap(({ slots }: { slots: { start: string }[] }) => slots.map(({ start }) => start))
    .slice(0, 50)
  expect(times).toHaveLength(50)
  const drawn: Awaited<ReturnType<typeof sam.post>>[] = await Promise.all(
    times.map((start: string) => sam.post(`/api/packages/${bought.id}/lessons`, { start })),
  )
  expect(drawn.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(drawn.filter(({ status }) => status >= 500)).toEqual([])
  expect(await packagesOf(sam)).toMatchObject([{ left: 0 }])
})

test('one time is bought once: of twenty students who buy a package with it, one gets it', async () => {
  const id = await offer()
  const students = await Promise.all(Array.from({ length: 20 }, () => product.student()))
  const held = await Promise.all(students.map((student) => hold(id, {}, student)))
  expect(held.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await query('select from package_purchases where offer_id = $1', [id])).toHaveLength(1)
})

test.each([
  ['suspended', 'update profiles set suspended_at = now() where id = $1'],
  ['not listed', 'update instructor_profiles set is_visible = false where user_id = $1'],
  [
    'without instant booking',
    'update instructor_profiles set instant_book_enabled = false where user_id = $1',
  ],
])('a coach who is %s sells no package', async (_state, change) => {
  const id = await offer()
  await query(change, [maya.userId])
  expect(await offersOf(sam)).toEqual([])
  expect([403, 404, 409]).toContain((await hold(id)).status)
  expect(await query('select from package_purchases where offer_id = $1', [id])).toEqual([])
})

test('a package is in the data that both of them take with them', async () => {
  const id = await offer()
  await pay((await hold(id)).json.checkoutUrl)
  expect((await maya.get('/api/me/export')).json.package_offers).toMatchObject([{ title: 'Break 90' }])
  expect((await sam.get('/api/me/export')).json.package_purchases).toMatchObject([{ offer_id: id }])
})
