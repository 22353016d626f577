import { beforeAll, describe, expect, test } from 'vitest'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { charlotteDay, charlotteTime, goodCard, withinTheNotice } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: { id: string; locationId: string }

beforeAll(async () => {
  maya = await addCoach(product.database.pool)
})

/** In three days, at this hour in Charlotte. */
const at = (hour: number) => charlotteTime(3, hour)
const lesson = (start: string, more: object = {}) => ({
  instructorId: maya.id,
  start,
  durationMinutes: 60,
  ...more,
})
const sessionOf = (checkoutUrl: string) => checkoutUrl.split('/').at(-1) ?? ''
const pay = (person: Visitor, checkoutUrl: string, card: object = goodCard) =>
  person.post(`/api/test-checkouts/${sessionOf(checkoutUrl)}/payments`, card)
const confirmEmail = (userId: string) =>
  product.database.pool.query('update profiles set email_verified = true where id = $1', [userId])
const count = async (statement: string, values: unknown[] = []) =>
  Number((await product.query(statement, values))[0]?.count)

test('a request sent again after its hold expired holds the time again', async () => {
  const sam = await product.student()
  const { id: instructorId } = await addCoach(product.database.pool)
  const wish = lesson(at(16), { instructorId, idempotencyKey: `tab-${sam.userId}` })
  const first = await sam.post('/api/bookings', wish)
  expect(first.status).toBe(201)
  expect((await sam.post('/api/bookings', wish)).json.bookingId).toBe(first.json.bookingId)
  product.clock.advance(16 * 60_000)
  const second = await sam.post('/api/bookings', wish)
  expect(second.status, second.text).toBe(201)
  expect(second.json.bookingId).not.toBe(first.json.bookingId)
  product.clock.moveTo(testNow)
})

describe('a student books, pays, and the coach sees it', () => {
  test('the slot is held for 15 minutes, paid once, confirmed by the signed event, and both get one email [rows 67, 69, 73]', async () => {
    const sam = await product.student('Sam Rivera')
    const held = await sam.post('/api/bookings', lesson(at(9)))
    expect(held.status).toBe(201)
    expect(held.json).toMatchObject({
      priceCents: 8500,
      holdExpiresAt: new Date(testNow + 15 * 60_000).toISOString(),
    })
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json.status).toBe('pending')

    const session = sessionOf(held.json.checkoutUrl)
    const agreed = await product.database.pool.query(
      'select terms_version::text as version from payments where booking_id = $1',
      [held.json.bookingId],
    )
    expect(agreed.rows).toEqual([{ version: '2026-11-22' }])
    expect((await sam.get(`/api/checkouts/${session}`)).json.state).toBe('processing')
    const paid = await pay(sam, held.json.checkoutUrl)
    expect(paid.json.redirectTo).toContain(`session_id=${session}`)
    expect((await sam.get(`/api/checkouts/${session}`)).json.state, 'paying alone confirms nothing').toBe(
      'processing',
    )
    await product.settle()

    expect((await sam.get(`/api/checkouts/${session}`)).json).toMatchObject({
      state: 'confirmed',
      amountCents: 8500,
      lesson: {
        status: 'confirmed',
        paymentStatus: 'completed',
        coach: { label: 'Coach Maya' },
        zone: 'America/New_York',
      },
    })
    const mails = await product.database.pool.query(
      `select template_key, recipient_email, status from email_logs where dedupe_key like '%' || $1 order by template_key`,
      [held.json.bookingId],
    )
    expect(mails.rows).toEqual([
      { template_key: 'booking-confirmed-coach', recipient_email: `${maya.id}@coaches.test`, status: 'sent' },
      { template_key: 'booking-confirmed-student', recipient_email: sam.email, status: 'sent' },
    ])
  })

  test('a held slot is no longer listed, and others get a 409', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    expect((await sam.post('/api/bookings', lesson(at(10)))).status).toBe(201)
    expect(
      (await alex.post('/api/bookings', lesson(at(10)))).json,
      'not Sam’s hold either',
    ).not.toHaveProperty('bookingId')
    const refused = await alex.post('/api/bookings', lesson(at(10), { durationMinutes: 90 }))
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({
      code: 'slot_taken',
      message: 'Someone just booked this time. Please choose another one.',
    })
    const slots = await alex.get(
      `/api/coaches/${maya.id}/slots?from=${charlotteDay(3)}&to=${charlotteDay(3)}&durationMinutes=60`,
    )
    const starts = slots.json.days[0].slots.map((slot: { start: string }) => slot.start)
    expect(starts).not.toContain(at(10))
    expect(starts).toContain(at(11))
  })

  test('a double click, a second tab and the back button return the same booking and checkout', async () => {
    const sam = await product.student()
    const attempts = await Promise.all(
      Array.from({ length: 10 }, () =>
        sam.post('/api/bookings', lesson(at(12), { idempotencyKey: 'one-click-of-sam' })),
      ),
    )
    expect(new Set(attempts.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(attempts.map((answer) => answer.json.checkoutUrl)).size).toBe(1)
    expect(await count('select count(*) from bookings where student_id = $1', [sam.userId])).toBe(1)
    expect(
      await count('select count(*) from local_vendor.checkouts where booking_id = $1', [
        attempts[0]?.json.bookingId,
      ]),
    ).toBe(1)
  })
})

test('the same time at another place is another booking, and leaving its checkout shows that place again', async () => {
  const sam = await product.student()
  const { id: instructorId, locationId: first } = await addCoach(product.database.pool)
  const [second] = await product.query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
     values ($1, 'Pine Ridge Range', '9 Pine Road', 'Charlotte', 'NC', 35.23, -80.85, 'America/New_York') returning id`,
    [instructorId],
  )
  const wish = { instructorId, idempotencyKey: `tab-${sam.userId}` }
  const hold = (locationId: string) => sam.post('/api/bookings', lesson(at(10), { ...wish, locationId }))
  const here = await hold(first)
  const there = await hold(second?.id)
  expect([here.status, there.status], there.text).toEqual([201, 201])
  expect((await hold(second?.id)).json.bookingId).toBe(there.json.bookingId)
  expect((await sam.get(`/api/bookings/${there.json.bookingId}`)).json.location.name).toBe('Pine Ridge Range')
  expect((await sam.get(`/api/bookings/${here.json.bookingId}`)).json.status).toBe('cancelled')
  const [checkout] = await product.query('select cancel_url from local_vendor.checkouts where id = $1', [
    sessionOf(there.json.checkoutUrl),
  ])
  expect(new URL(checkout?.cancel_url).searchParams.get('place')).toBe(second?.id)
  // A place with hours of its own, of which it has none: the hold stays.
  await product.query('insert into places_with_own_hours (instructor_id, place_id) values ($1, $2)', [
    instructorId,
    first,
  ])
  expect((await hold(first)).json.code).toBe('slot_taken')
  expect((await sam.get(`/api/bookings/${there.json.bookingId}`)).json.status).toBe('pending')
})

test('the checkout names the lesson, its place and the cancellation deadline', async () => {
  const sam = await product.student()
  const held = await sam.post('/api/bookings', lesson(at(16)))
  const page = (await sam.get(`/api/test-checkouts/${sessionOf(held.json.checkoutUrl)}`)).json
  expect(page.description).toContain('60-minute Lesson with Coach')
  expect(page.place).toContain(', ')
  expect(page.terms).toMatch(/^(Free cancellation|50% refund) until \w+, \w+ \d+, \d+:\d\d [AP]M E[SD]T/)
})

describe('when the student does not pay in time', () => {
  test('the hold expires, the slot is free again, and the old checkout accepts no payment', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const held = await sam.post('/api/bookings', lesson(at(13)))
    expect(await expireHold(product.services, held.json.bookingId), 'not before its time').toBe('not_due')
    product.clock.advance(15 * 60_000)
    expect(await expireHold(product.services, held.json.bookingId)).toBe('freed')
    expect((await pay(sam, held.json.checkoutUrl)).json.code).toBe('expired')
    expect((await sam.get(`/api/checkouts/${sessionOf(held.json.checkoutUrl)}`)).json.state).toBe('expired')
    expect((await alex.post('/api/bookings', lesson(at(13)))).status).toBe(201)
  })

  test('a slot whose expiry job was lost still goes to the next student', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    await sam.post('/api/bookings', lesson(at(14)))
    product.clock.advance(15 * 60_000)
    expect((await alex.post('/api/bookings', lesson(at(14)))).status).toBe(201)
  })

  test('a payment in the last second beats the expiry job that was about to run', async () => {
    const sam = await product.student()
    const held = await sam.post('/api/bookings', lesson(at(15)))
    await pay(sam, held.json.checkoutUrl)
    product.clock.advance(15 * 60_000)
    expect(await expireHold(product.services, held.json.bookingId)).toBe('paid')
    expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json.status).toBe('confirmed')
    await product.settle()
    expect(
      await count(`select count(*) from email_logs where dedupe_key like '%' || $1`, [held.json.bookingId]),
    ).toBe(2)
  })

  test('a late payment takes the slot back when it is still free', async () => {
    const sam = await product.student()
    const { bookingId, checkoutUrl } = (await sam.post('/api/bookings', lesson(charlotteTime(4, 9)))).json
    await pay(sam, checkoutUrl)
    await product.query(
      `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'hold_expired' where id = $1`,
      [bookingId],
    )
    await product.settle()
    expect((await sam.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'confirmed',
      cancelReason: null,
    })
  })

  test('a late payment for a taken slot is refunded in full, and two bookings are never confirmed', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const start = charlotteTime(4, 11)
    const late = (await sam.post('/api/bookings', lesson(start))).json
    await pay(sam, late.checkoutUrl)
    await product.query(
      `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'hold_expired' where id = $1`,
      [late.bookingId],
    )
    const winner = (await alex.post('/api/bookings', lesson(start))).json
    await pay(alex, winner.checkoutUrl)
    await product.settle()
    expect((await alex.get(`/api/bookings/${winner.bookingId}`)).json.status).toBe('confirmed')
    expect((await sam.get(`/api/bookings/${late.bookingId}`)).json.status).toBe('cancelled')
    await refundPayment(product.services, late.bookingId)
    await refundPayment(product.services, late.bookingId)
    await product.settle()
    expect((await sam.get(`/api/checkouts/${sessionOf(late.checkoutUrl)}`)).json).toMatchObject({
      state: 'refunded',
      amountCents: 8500,
      refundedCents: 8500,
    })
    expect(await count('select count(*) from local_vendor.refunds')).toBe(1)
    expect(
      await count(`select count(*) from email_logs where template_key = 'booking-refunded-student'`),
    ).toBe(1)
  })
})

describe('server-side checks', () => {
  test('a price sent by the client is compared, never used [row 69]', async () => {
    const sam = await product.student()
    const cheap = await sam.post('/api/bookings', lesson(charlotteTime(5, 9), { expectedPriceCents: 1 }))
    expect(cheap.status).toBe(409)
    expect(cheap.json.code).toBe('price_changed')
    const smuggled = await sam.post(
      '/api/bookings',
      lesson(charlotteTime(5, 9), { priceCents: 1, price_amount: 0.01, status: 'confirmed' }),
    )
    expect(smuggled.json.priceCents).toBe(8500)
    const charged = await product.database.pool.query(
      'select amount_cents from payments where booking_id = $1',
      [smuggled.json.bookingId],
    )
    expect(charged.rows[0]?.amount_cents).toBe(8500)
  })

  test('90 minutes at $85 an hour cost $127.50 through both APIs [rows 54, 69]', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const rest = await sam.post('/api/bookings', lesson(charlotteTime(6, 9), { durationMinutes: 90 }))
    expect(rest.json.priceCents).toBe(12750)
    const body = {
      instructorId: maya.id,
      instructorName: 'Maya',
      lessonDate: charlotteTime(6, 11),
      durationMinutes: 90,
      location: '',
    }
    const tampered = await alex.post('/api/functions/create-instant-booking-payment', {
      ...body,
      priceAmount: 0.01,
      discountPercentage: 100,
    })
    expect(tampered.json.code).toBe('price_changed')
    const fair = await alex.post('/api/functions/create-instant-booking-payment', {
      ...body,
      priceAmount: 127.5,
      discountPercentage: 0,
    })
    expect(fair.json.url).toMatch(/^http:\/\/greenside\.test\/checkout\/cs_local_/)
  })

  test.each([
    ['a time in the past', { start: charlotteTime(-1, 10) }, 400, 'in_the_past'],
    ['a time inside the notice', { start: withinTheNotice }, 409, 'slot_taken'],
    ['a time outside the hours', { start: charlotteTime(6, 3) }, 409, 'slot_taken'],
    ['a time off the grid', { start: charlotteTime(6, 9, 7) }, 409, 'slot_taken'],
    ['a time beyond the window', { start: charlotteTime(190, 9) }, 409, 'slot_taken'],
    ['a length the coach does not offer', { durationMinutes: 45 }, 400, 'duration_not_offered'],
    ['a length that is no length', { durationMinutes: -60 }, 400, 'bad_input'],
    ['a time that is no time', { start: '9:30 AM' }, 400, 'bad_input'],
    ['an unknown coach', { instructorId: '00000000-0000-4000-8000-000000000000' }, 409, 'slot_gone'],
    ['a coach id that is none', { instructorId: 'maya' }, 400, 'bad_input'],
    [
      'a place that is not the coach’s',
      { locationId: '00000000-0000-4000-8000-000000000000' },
      409,
      'slot_gone',
    ],
  ])('%s is refused with a reason', async (_, change, status, code) => {
    const sam = await product.student()
    const answer = await sam.post('/api/bookings', lesson(charlotteTime(6, 13), change))
    expect(answer.json).toMatchObject({ code })
    expect(answer.status).toBe(status)
  })

  test('a student can hold at most three times at once', async () => {
    const sam = await product.student()
    await confirmEmail(sam.userId)
    const hours = [9, 10, 11, 12].map((hour) => charlotteTime(7, hour))
    for (const start of hours.slice(0, 3))
      expect((await sam.post('/api/bookings', lesson(start))).status).toBe(201)
    expect((await sam.post('/api/bookings', lesson(hours[3] ?? ''))).json.code).toBe('too_many_holds')
  })

  test('asked for at the same instant, no account holds more than one time, or three with a confirmed address', async () => {
    const coach = await addCoach(product.database.pool)
    const accounts = await Promise.all([1, 2, 3, 4].map(() => product.student()))
    const [confirmed] = accounts
    if (confirmed) await confirmEmail(confirmed.userId)
    await Promise.all(
      accounts.flatMap((account, at) =>
        [9, 10, 11, 12].map((hour) =>
          account.post('/api/bookings', {
            instructorId: coach.id,
            start: charlotteTime(7 + at, hour),
            durationMinutes: 60,
          }),
        ),
      ),
    )
    const { rows } = await product.database.pool.query<{ holds: number }>(
      `select count(*)::int as holds from bookings where instructor_id = $1 and status = 'pending' group by student_id`,
      [coach.id],
    )
    expect(rows.map(({ holds }) => holds).sort()).toEqual([1, 1, 1, 3])
  })

  test('accounts nobody confirmed hold one time each: choosing another lets the first go, until one was paid', async () => {
    const maker = await addCoach(product.database.pool)
    const wish = (hour: number) => ({
      instructorId: maker.id,
      start: charlotteTime(7, hour),
      durationMinutes: 60,
    })
    const held = async () => {
      const { rows } = await product.database.pool.query(
        `select 1 from bookings where instructor_id = $1 and status = 'pending'`,
        [maker.id],
      )
      return rows.length
    }
    const accounts = await Promise.all([1, 2, 3, 4].map(() => product.student()))
    for (const [at, account] of accounts.entries())
      for (const hour of [9, 10]) {
        const answer = await account.post('/api/bookings', wish(hour + 2 * at))
        expect(answer.status, answer.text).toBe(201)
      }
    expect(await held(), 'four accounts, four times').toBe(4)
    const [sam] = accounts
    const own = await sam?.get('/api/bookings')
    expect(own?.json.map((one: { start: string }) => one.start)).toEqual([charlotteTime(7, 10)])
    const session = String(own?.json[0].checkoutUrl).split('/').at(-1)
    await sam?.post(`/api/test-checkouts/${session}/payments`, goodCard)
    await product.settle()
    for (const hour of [9, 11]) expect((await sam?.post('/api/bookings', wish(hour)))?.status).toBe(201)
    expect(await held(), 'who has paid holds more than one').toBe(5)
  })

  test('a coach without instant booking is bookable only with access granted by the coach [row 64]', async () => {
    const priya = await addCoach(product.database.pool, { name: 'Priya Raman', instantBookEnabled: false })
    const sam = await product.student()
    const wish = { instructorId: priya.id, start: charlotteTime(4, 9), durationMinutes: 60 }
    const refused = await sam.post('/api/bookings', wish)
    expect([refused.status, refused.json.code]).toEqual([403, 'not_allowed'])
    await product.query('insert into student_calendar_access values ($1, $2)', [sam.userId, priya.id])
    expect((await sam.post('/api/bookings', wish)).status).toBe(201)
  })

  test('a hidden coach cannot be booked', async () => {
    const hollis = await addCoach(product.database.pool, { name: 'Hidden Hollis', isVisible: false })
    const sam = await product.student()
    const answer = await sam.post('/api/bookings', {
      instructorId: hollis.id,
      start: charlotteTime(4, 9),
      durationMinutes: 60,
    })
    expect(answer.status).toBe(403)
  })

  test('the booking is refused when the rules change between viewing and booking', async () => {
    const coach = await addCoach(product.database.pool)
    const sam = await product.student()
    await product.query(
      `insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)`,
      [coach.id, charlotteDay(4)],
    )
    const answer = await sam.post('/api/bookings', {
      instructorId: coach.id,
      start: charlotteTime(4, 9),
      durationMinutes: 60,
    })
    expect(answer.json.code).toBe('slot_taken')
  })
})
