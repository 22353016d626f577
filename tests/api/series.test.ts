import { beforeEach, describe, expect, test } from 'vitest'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { refundPayment } from '#features/checkout/refunds.ts'
import { MINUTE } from '#platform/duration.ts'
import { formatClockTime, formatDate, formatDay } from '#platform/time.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { signedInCoach, verifyEmail } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'

const product = testProduct()
const { query } = product
const zone = 'America/New_York'
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  await query('update instructor_profiles set max_booking_window_days = 180 where user_id = $1', [
    maya.userId,
  ])
  sam = await product.student('Sam Rivera')
})

interface Week {
  date: string
  start: string | null
  state: string
}
const quote = (who: Pick<Person, 'post'> = sam, weeks = 12, start = charlotteTime(9, 10)) =>
  who.post('/api/series-quotes', { instructorId: maya.userId, start, weeks, durationMinutes: 60 })
const startsOf = (weeks: Week[]) =>
  weeks.flatMap(({ start, state }) => (state === 'free' && start ? [start] : []))
const freeStarts = async (weeks = 12, start = charlotteTime(9, 10)) =>
  startsOf((await quote(sam, weeks, start)).json.weeks)
const hold = (starts: string[], who = sam, change: object = {}) =>
  who.post('/api/series', { instructorId: maya.userId, starts, durationMinutes: 60, ...change })
async function pay(checkoutUrl: string, who = sam) {
  const session = checkoutUrl.split('/').at(-1)
  const paid = await who.post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  return paid
}
async function buy(
  weeks = 12,
  who = sam,
  start = charlotteTime(9, 10),
  change: object = {},
): Promise<string[]> {
  const held = await hold(await freeStarts(weeks, start), who, change)
  expect(held.status, held.text).toBe(201)
  await pay(held.json.checkoutUrl, who)
  return held.json.bookingIds
}
const statesOf = async (ids: string[]) =>
  (
    await query('select status, payment_status from bookings where id = any($1) order by lesson_date', [ids])
  ).map(({ status, payment_status }) => `${status} ${payment_status}`)
const lessonOf = async (id: string, who = sam) => (await who.get(`/api/bookings/${id}`)).json
async function bookAs(who: Person, start: string) {
  const held = await who.post('/api/bookings', { instructorId: maya.userId, start, durationMinutes: 60 })
  expect(held.status, held.text).toBe(201)
  return held.json
}
const expectBalanced = async () =>
  expect(
    await query('select from ledger_lines group by transaction_id having sum(amount_cents) <> 0'),
  ).toHaveLength(0)
const overlaps = `select count(*)::int as n from (
  select lesson_date < lag(lesson_end) over (partition by instructor_id order by lesson_date) as overlapping
  from bookings where status in ('pending', 'confirmed', 'completed')) b where overlapping`

describe('a quote', () => {
  test('lists every week at the same wall-clock time, with the taken ones and the sum of the others', async () => {
    const alex = await product.student('Alex Kim')
    await bookAs(alex, (await freeStarts(3)).at(-1) ?? '')
    await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
      maya.userId,
      charlotteDay(9 + 21),
    ])
    const { json } = await quote()
    expect(json.weeks.map(({ state }: Week) => state)).toEqual([
      ...['free', 'free', 'taken', 'closed'],
      ...Array.from({ length: 8 }, () => 'free'),
    ])
    expect(json).toMatchObject({ zone, lessons: 10, priceCents: 8_500, totalCents: 85_000 })
    expect(new Set(startsOf(json.weeks).map((start) => formatClockTime(start, zone)))).toEqual(
      new Set(['10:00 AM']),
    )
    expect(json.weeks[3].date).toBe(charlotteDay(9 + 21))
  })

  test('is open to visitors, names weeks after the booking window, and refuses hidden coaches', async () => {
    await query('update instructor_profiles set max_booking_window_days = 30 where user_id = $1', [
      maya.userId,
    ])
    const { json } = await quote(product.visitor(), 5)
    expect(json.weeks.map(({ state }: Week) => state)).toEqual(['free', 'free', 'free', 'free', 'too_far'])
    expect((await quote(product.visitor(), 13)).status).toBe(400)
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await quote(product.visitor(), 5)).status).toBe(404)
  })
})

describe('a purchase', () => {
  test('holds all weeks with one order and one checkout, and one payment confirms them, with one email to each side', async () => {
    const starts = await freeStarts()
    const held = await hold(starts)
    expect(held.json.bookingIds).toHaveLength(12)
    expect(held.json.priceCents).toBe(12 * 8_500)
    const orders = await query(
      'select o.id, count(*)::int as payments from orders o join payments p on p.order_id = o.id where p.booking_id = any($1) group by 1',
      [held.json.bookingIds],
    )
    expect(orders).toEqual([{ id: held.json.bookingId, payments: 12 }])
    const session = held.json.checkoutUrl.split('/').at(-1)
    const checkout = await product.visitor().get(`/api/test-checkouts/${session}`)
    expect(checkout.text).toContain('12 weekly lessons with Coach Maya')
    await pay(held.json.checkoutUrl)
    expect(new Set(await statesOf(held.json.bookingIds))).toEqual(new Set(['confirmed completed']))
    const third = await lessonOf(held.json.bookingIds[2])
    expect(third.series).toMatchObject({ position: 3, lessons: 12 })
    expect((await lessonOf(held.json.bookingIds[2], maya)).series).toEqual(third.series)
    const receipt = (await sam.get(`/api/checkouts/${third.receipt}`)).json
    expect(receipt).toMatchObject({ state: 'confirmed', amountCents: 102_000 })
    expect(receipt.series.map(({ bookingId }: { bookingId: string }) => bookingId)).toEqual(
      held.json.bookingIds,
    )
    await expectBalanced()

    // One email goes to each side, with twelve calendar entries of twelve UIDs.
    const { pool } = product.database
    const letters = await lettersTo(pool, sam.email)
    const [booked] = letters.filter(({ subject }) => subject.includes('12 weekly lessons'))
    expect(letters.filter(({ subject }) => subject.startsWith('You are booked'))).toHaveLength(1)
    expect(booked?.text).toContain('$1,020')
    const toMaya = (await lettersTo(pool, maya.email)).filter(({ subject }) => subject.includes('booked'))
    expect(toMaya.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Sam Rivera booked 12 weekly lessons'),
    ])
    const [address = ''] = /https?:\/\/\S+\/calendar\/lessons\/\S+?\.ics/.exec(booked?.text ?? '') ?? []
    const file = await product.visitor().get(new URL(address).pathname)
    const uids = [...file.text.matchAll(/^UID:(.+?)\r?$/gm)].map(([, uid]) => uid)
    expect(uids).toHaveLength(12)
    expect(new Set(uids).size).toBe(12)
    const all = await sam.get(`/api/bookings/${held.json.bookingIds[4]}/calendar.ics?all=true`)
    expect(all.text.match(/^UID:/gm)).toHaveLength(12)
    const [mail] = await query(
      `select calendar_file from local_vendor.outbox where subject = $1 and recipient like '%' || $2 || '%'`,
      [booked?.subject, sam.email],
    )
    expect(mail.calendar_file.match(/BEGIN:VEVENT/g)).toHaveLength(12)
    // The export names the series of each lesson.
    const exported = await sam.get('/api/me/export')
    const lessons = (exported.json?.lessons ?? JSON.parse(exported.text).lessons) as {
      id: string
      weekly_series: unknown
    }[]
    expect(lessons.find(({ id }) => id === held.json.bookingIds[0])?.weekly_series).toMatchObject({
      lesson: 1,
      of: 12,
    })
  })

  test('is still confirmed by email when its first lesson was cancelled before the email was sent', async () => {
    const held = await hold(await freeStarts(3))
    const session = held.json.checkoutUrl.split('/').at(-1)
    await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
    await product.hearPayments()
    await sam.post(`/api/bookings/${held.json.bookingIds[0]}/cancellation`, {})
    await product.sendMessages()
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.some(({ subject }) => subject.includes('3 weekly lessons'))).toBe(true)
  })

  test('is for a golfer of the account, and for no other golfer, with the note at each lesson', async () => {
    const golferId = await addGolfer(sam, child('Leo Rivera'))
    const [first = '', second = ''] = await buy(2, sam, charlotteTime(9, 10), {
      golferId,
      note: 'My putting, please.',
    })
    for (const id of [first, second])
      expect(await lessonOf(id, maya)).toMatchObject({
        golfer: { name: 'Leo Rivera' },
        note: 'My putting, please.',
      })
    const alex = await product.student('Alex Kim')
    const refused = await hold(await freeStarts(2, charlotteTime(9, 12)), alex, { golferId })
    expect(refused.json.code).toBe('no_such_golfer')
  })

  test('holds nothing when a week was taken in the meantime, and names it; the other weeks can be held then', async () => {
    const starts = await freeStarts(4)
    await bookAs(await product.student('Alex Kim'), starts[2] ?? '')
    const refused = await hold(starts)
    expect(refused.status).toBe(409)
    expect(refused.json.code).toBe('weeks_taken')
    expect(refused.json.data.weeks).toEqual([
      { date: charlotteDay(9 + 14), start: starts[2], state: 'taken' },
    ])
    expect(refused.json.message).toContain(formatDate(charlotteDay(9 + 14)))
    expect(await query('select from bookings where student_id = $1', [sam.userId])).toHaveLength(0)
    expect((await hold(starts.filter((_, n) => n !== 2))).status).toBe(201)
  })

  test('refuses other prices and terms than the student saw, and times that are not weekly', async () => {
    const starts = await freeStarts(3)
    expect((await hold(starts, sam, { expectedPriceCents: 8_000 })).json.code).toBe('price_changed')
    expect((await hold(starts, sam, { expectedPolicy: 'strict' })).json.code).toBe('policy_changed')
    for (const wrong of [
      [starts[0], charlotteTime(10, 10)],
      [starts[0], charlotteTime(16, 11)],
      [starts[0], starts[0]],
      [starts[0], charlotteTime(9 + 12 * 7, 10)],
    ] as string[][])
      expect((await hold(wrong)).json.code, String(wrong)).toBe('not_weekly')
    expect((await hold(starts.slice(0, 1))).status).toBe(400)
    expect(await query('select from bookings where student_id = $1', [sam.userId])).toHaveLength(0)
  })

  test('is the same when it is asked for again; another one, or one under other terms, releases it', async () => {
    const starts = await freeStarts(4)
    const first = await hold(starts)
    const again = await hold(starts)
    expect(again.json.bookingIds).toEqual(first.json.bookingIds)
    expect(again.json.checkoutUrl).toBe(first.json.checkoutUrl)
    const fewer = await hold(starts.slice(0, 3))
    expect(fewer.status, fewer.text).toBe(201)
    expect(new Set(await statesOf(first.json.bookingIds))).toEqual(new Set(['cancelled failed']))
    // Paying the released checkout is not possible, and a single lesson in place of the series releases it, too.
    expect((await pay(first.json.checkoutUrl)).status).not.toBe(200)
    const single = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: starts[0],
      durationMinutes: 60,
    })
    expect(single.status, single.text).toBe(201)
    expect(new Set(await statesOf(fewer.json.bookingIds))).toEqual(new Set(['cancelled failed']))
    // The terms change while the checkout is open.
    const held = await hold(starts, sam, { expectedPolicy: 'standard' })
    await query(`update instructor_profiles set cancellation_policy = 'strict' where user_id = $1`, [
      maya.userId,
    ])
    expect((await hold(starts, sam, { expectedPolicy: 'standard' })).json.code).toBe('policy_changed')
    const renewed = await hold(starts, sam, { expectedPolicy: 'strict' })
    expect(renewed.status, renewed.text).toBe(201)
    expect(renewed.json.bookingIds).not.toEqual(held.json.bookingIds)
    expect(new Set(await statesOf(held.json.bookingIds))).toEqual(new Set(['cancelled failed']))
    const repeated = await hold(starts, sam, { expectedPolicy: 'strict' })
    expect(repeated.json.bookingIds, 'its answer was lost').toEqual(renewed.json.bookingIds)
  })

  test('is released as a whole: by the student, and when it expires, with one letter', async () => {
    const held = await hold(await freeStarts(5))
    const released = await sam.send('DELETE', `/api/bookings/${held.json.bookingIds[3]}/hold`)
    expect(released.json.outcome).toBe('freed')
    expect(new Set(await statesOf(held.json.bookingIds))).toEqual(new Set(['cancelled failed']))
    const second = await hold(await freeStarts(5))
    product.clock.advance(16 * MINUTE)
    for (const id of second.json.bookingIds) await expireHold(product.services, id)
    await product.settle()
    expect(new Set(await statesOf(second.json.bookingIds))).toEqual(new Set(['cancelled failed']))
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.filter(({ subject }) => /not booked|expired|released|held/i.test(subject))).toHaveLength(1)
  })

  test('blocks no more than one series at a time, also of a proven student', async () => {
    await verifyEmail(product, sam.userId)
    expect((await hold(await freeStarts(12))).status).toBe(201)
    expect((await hold(await freeStarts(12, charlotteTime(9, 14)))).status).toBe(201)
    const [held] = await query(
      `select count(*)::int as n from bookings where student_id = $1 and status = 'pending'`,
      [sam.userId],
    )
    expect(held.n).toBe(12)
    const more = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(10, 16),
      durationMinutes: 60,
    })
    expect(more.json.code).toBe('too_many_holds')
  })

  test('that is paid too late keeps the times that are free, refunds the others, and says so', async () => {
    const held = await hold(await freeStarts(4))
    const lessons: string[] = held.json.bookingIds
    product.clock.advance(16 * MINUTE)
    const [lost] = await query('select lesson_date from bookings where id = $1', [lessons[1]])
    await bookAs(await product.student('Alex Kim'), new Date(lost.lesson_date).toISOString())
    const { applyPaymentEvent } = await import('#features/checkout/payment-events.ts')
    const [order] = await query('select id, stripe_session_id from orders where id = $1', [lessons[0]])
    await applyPaymentEvent(product.services, {
      id: 'evt_late_series',
      createdAt: product.clock.now(),
      type: 'checkout_paid',
      orderId: order.id,
      sessionId: order.stripe_session_id,
      amountCents: 34_000,
      currency: 'usd',
      paymentIntentId: 'pi_late_series',
    })
    await product.sendMessages()
    expect(await statesOf(lessons)).toEqual([
      'confirmed completed',
      'cancelled completed',
      'confirmed completed',
      'confirmed completed',
    ])
    expect(
      await query('select amount_cents, reason from payment_refunds where booking_id = any($1)', [lessons]),
    ).toEqual([{ amount_cents: 8_500, reason: 'late_payment' }])
    const letters = await lettersTo(product.database.pool, sam.email)
    const letter = letters.find(({ subject }) => subject.includes('3 weekly lessons'))
    expect(letter?.text).toContain(
      `these times were taken by then: ${formatDay(new Date(lost.lesson_date).getTime(), zone)}`,
    )
    await expectBalanced()
  })
})

test('thirty students want the same weeks at the same moment: each gets all or none, and none overlap', async () => {
  const students: Person[] = []
  while (students.length < 30)
    students.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => product.student()))))
  const starts = await freeStarts(12)
  // Every student wants another part of the twelve weeks, so that many of them conflict in some weeks only.
  const wishes = students.map((_, n) => starts.slice(n % 5, (n % 5) + 2 + (n % 7)))
  const answers = await Promise.all(students.map((student, n) => hold(wishes[n] ?? [], student)))
  for (const [n, answer] of answers.entries()) {
    const held = await query(`select from bookings where student_id = $1 and status = 'pending'`, [
      students[n]?.userId,
    ])
    if (answer.status === 201) expect(held).toHaveLength(wishes[n]?.length ?? 0)
    else {
      expect(answer.status).toBe(409)
      expect(['weeks_taken', 'slot_taken']).toContain(answer.json.code)
      if (answer.json.code === 'weeks_taken') expect(answer.json.data.weeks.length).toBeGreaterThan(0)
      expect(held).toHaveLength(0)
    }
  }
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect(answers.some(({ json }) => json.code === 'weeks_taken')).toBe(true)
  expect((await query(overlaps))[0].n).toBe(0)
})

describe('each lesson', () => {
  test('moves alone and is cancelled alone: the others stand, its refund follows its terms, and the ledger is balanced', async () => {
    const lessons = await buy(4)
    const [first = '', second = '', third = ''] = lessons
    const moved = await sam.post(`/api/bookings/${first}/reschedule`, { start: charlotteTime(10, 13) })
    expect(moved.status, moved.text).toBeLessThan(300)
    expect(await lessonOf(first)).toMatchObject({
      start: charlotteTime(10, 13),
      series: { position: 1, lessons: 4 },
    })
    expect((await lessonOf(second)).start).toBe(charlotteTime(16, 10))
    const cancelled = await sam.post(`/api/bookings/${third}/cancellation`, { expectedRefundCents: 8_500 })
    expect(cancelled.json.refundCents).toBe(8_500)
    await refundPayment(product.services, third)
    await product.settle()
    const states = await statesOf(lessons)
    expect(states.filter((state) => state === 'confirmed completed')).toHaveLength(3)
    expect(states[2]).toBe('cancelled refunded')
    const refunds = await query('select amount_cents from payment_refunds where booking_id = any($1)', [
      lessons,
    ])
    expect(refunds).toEqual([{ amount_cents: 8_500 }])
    await expectBalanced()
  })
})

describe('the rest', () => {
  const preview = async (id: string, who = sam) => await who.get(`/api/bookings/${id}/rest-of-series`)
  async function cancelRest(id: string, who = sam, change: object = {}) {
    const { lessons, refundCents } = (await preview(id, who)).json
    return await who.post(`/api/bookings/${id}/rest-of-series`, {
      bookingIds: lessons.map(({ bookingId }: { bookingId: string }) => bookingId),
      expectedRefundCents: refundCents,
      ...change,
    })
  }

  test('lists the lessons and the sum that comes back before anything is cancelled, and then cancels all of them', async () => {
    const lessons = await buy(6)
    // The first lesson has ended, and the second begins in 30 hours: half of its price by the standard terms.
    product.clock.moveTo(Date.parse(charlotteTime(9 + 7, 10)) - 30 * 60 * MINUTE)
    await sam.signInAgain()
    const shown = (await preview(lessons[3] ?? '')).json
    expect(shown.lessons.map(({ refundCents }: { refundCents: number }) => refundCents)).toEqual([
      4_250, 8_500, 8_500, 8_500, 8_500,
    ])
    expect(shown.refundCents).toBe(4_250 + 4 * 8_500)
    expect((await statesOf(lessons)).every((state) => state.startsWith('confirmed'))).toBe(true)
    const done = await cancelRest(lessons[3] ?? '')
    expect(done.json, done.text).toMatchObject({ refundCents: 38_250, cancelled: 5 })
    for (const id of lessons) await refundPayment(product.services, id)
    await product.settle()
    expect(await statesOf(lessons)).toEqual([
      'confirmed completed',
      'cancelled partially_refunded',
      ...Array.from({ length: 4 }, () => 'cancelled refunded'),
    ])
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.filter(({ subject }) => /cancel/i.test(subject)).map(({ subject }) => subject)).toEqual([
      'Cancelled: 5 weekly lessons with Coach Maya',
    ])
    const toMaya = await lettersTo(product.database.pool, maya.email)
    expect(toMaya.filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1)
    await expectBalanced()
  })

  test('is not cancelled when its lessons or its sum are others than shown, nor by anybody else', async () => {
    const lessons = await buy(3)
    const [first = '', second = ''] = lessons
    const wrong = await cancelRest(first, sam, { expectedRefundCents: 100 })
    expect(wrong.json.code).toBe('rest_changed')
    const shown = (await preview(first)).json
    await sam.post(`/api/bookings/${second}/cancellation`, {})
    const late = await sam.post(`/api/bookings/${first}/rest-of-series`, {
      bookingIds: shown.lessons.map(({ bookingId }: { bookingId: string }) => bookingId),
      expectedRefundCents: shown.refundCents,
    })
    expect(late.json.code).toBe('rest_changed')
    const alex = await product.student('Alex Kim')
    for (const who of [alex, await signedInCoach(product, 'Casey Trent')]) {
      expect((await preview(first, who)).status).toBe(404)
      const tried = await who.post(`/api/bookings/${first}/rest-of-series`, {
        bookingIds: [first],
        expectedRefundCents: 8_500,
      })
      expect(tried.status).toBe(404)
    }
    const single = await bookAs(alex, charlotteTime(10, 15))
    expect((await preview(single.bookingId, alex)).status).toBe(404)
    expect((await statesOf(lessons)).filter((state) => state.startsWith('confirmed'))).toHaveLength(2)
  })

  test('is cancelled once: a repeated request is answered like the first one', async () => {
    const [first = '', second = '', third = ''] = await buy(3)
    const shown = (await preview(first)).json
    const again = (bookingIds: string[], who = sam) =>
      who.post(`/api/bookings/${first}/rest-of-series`, {
        bookingIds,
        expectedRefundCents: shown.refundCents,
      })
    const done = await again([first, second, third])
    expect(done.json, done.text).toEqual({ refundCents: 25_500, cancelled: 3 })
    expect((await again([first, second, third])).json).toEqual(done.json)
    for (const id of [first, second, third]) await refundPayment(product.services, id)
    await product.settle()
    expect((await again([first, second, third])).json, 'after the refunds').toEqual(done.json)
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1)
    await expectBalanced()
    const byMaya = await again([first, second, third], maya)
    expect([byMaya.status, byMaya.json.code], 'the coach cancelled nothing').toEqual([409, 'rest_changed'])
    const [other = ''] = await buy(2, sam, charlotteTime(9, 14))
    const mixed = await again([first, other])
    expect([mixed.status, mixed.json.code], 'a lesson of another series').toEqual([409, 'rest_changed'])
    expect((await lessonOf(other)).status).toBe('confirmed')
  })

  test('is cancelled by the coach with full refunds', async () => {
    const [first = '', second = '', third = ''] = await buy(3)
    const done = await cancelRest(first, maya, { message: 'I am moving away. Sorry!' })
    expect(done.json).toMatchObject({ refundCents: 25_500, cancelled: 3 })
    const receipt = async () => (await sam.get(`/api/checkouts/${first}`)).json
    expect(await receipt(), 'on its way').toMatchObject({
      amountCents: 25_500,
      owedBackCents: 25_500,
      refundedCents: 0,
      refundReturned: null,
    })
    await refundPayment(product.services, third)
    await product.hearPayments()
    expect(await receipt(), 'one of three refunds arrived').toMatchObject({
      owedBackCents: 25_500,
      refundedCents: 8_500,
    })
    await query(
      `update payment_refunds set status = 'failed', attempts = 4, last_error = 'Sent back' where booking_id = $1`,
      [second],
    )
    expect(await receipt(), 'one of three refunds came back').toMatchObject({ refundReturned: 'waits' })
    await product.settle()
    const [letter] = await lettersTo(product.database.pool, sam.email)
    expect(letter?.text).toContain('I am moving away. Sorry!')
  })
})

describe('from a package', () => {
  async function packageOf(who = sam) {
    const proposalId = await propose(product, maya, who, fiveLessons)
    await acceptAndPay(product, who, proposalId, charlotteTime(3, 10))
    return (await who.get('/api/packages')).json[0]
  }
  const draw = (packageId: string, starts: string[], who = sam) =>
    who.post(`/api/packages/${packageId}/series`, {
      starts,
      idempotencyKey: `key-${starts[0]}-${starts.length}`,
    })

  test('weekly lessons are booked at once, all or none, and go back one by one', async () => {
    const bundle = await packageOf()
    const starts = await freeStarts(12)
    expect((await draw(bundle.id, starts.slice(0, bundle.left + 1))).json.code).toBe('no_lessons_left')
    const alex = await product.student('Alex Kim')
    expect((await draw(bundle.id, starts.slice(0, 2), alex)).status, 'of another student').toBe(404)
    await bookAs(alex, starts[1] ?? '')
    const refused = await draw(bundle.id, starts.slice(0, 3))
    expect(refused.json.code).toBe('weeks_taken')
    expect((await sam.get('/api/packages')).json[0].left).toBe(bundle.left)
    const free = [starts[0], starts[2], starts[3]] as string[]
    const drawn = await draw(bundle.id, free)
    expect(drawn.status, drawn.text).toBe(201)
    expect(drawn.json.left).toBe(bundle.left - 3)
    expect((await draw(bundle.id, free)).json.bookingIds).toEqual(drawn.json.bookingIds)
    await product.settle()
    const [letter] = await lettersTo(product.database.pool, sam.email)
    expect(letter?.subject).toContain('3 weekly lessons')
    expect(letter?.text).toContain('They are from your package')
    const [first] = drawn.json.bookingIds
    const rest = (await sam.get(`/api/bookings/${first}/rest-of-series`)).json
    expect(rest).toMatchObject({ refundCents: 0, creditsBack: 3 })
    const done = await sam.post(`/api/bookings/${first}/rest-of-series`, {
      bookingIds: drawn.json.bookingIds,
      expectedRefundCents: 0,
    })
    expect(done.json.cancelled, done.text).toBe(3)
    expect((await sam.get('/api/packages')).json[0].left).toBe(bundle.left)
    await expectBalanced()
  })

  test('weekly lessons stay when one of them no longer goes back to the package', async () => {
    const bundle = await packageOf()
    const drawn = await draw(bundle.id, await freeStarts(3))
    const [first] = drawn.json.bookingIds
    const path = `/api/bookings/${first}/rest-of-series`
    const { creditsBack } = (await sam.get(path)).json
    expect(creditsBack).toBe(3)
    product.clock.moveTo(Date.parse(charlotteTime(9, 9)))
    const agreed = { bookingIds: drawn.json.bookingIds, expectedRefundCents: 0 }
    const late = await sam.post(path, { ...agreed, expectedCreditsBack: creditsBack })
    expect([late.status, late.json.code]).toEqual([409, 'rest_changed'])
    expect((await statesOf(drawn.json.bookingIds)).every((state) => state.startsWith('confirmed'))).toBe(true)
    const done = await sam.post(path, { ...agreed, expectedCreditsBack: 2 })
    expect(done.json.cancelled, done.text).toBe(3)
    expect((await sam.get('/api/packages')).json[0].left).toBe(bundle.left - 1)
  })

  test('weeks are listed for a package whose length or coach is not offered publicly, and then booked', async () => {
    const proposalId = await propose(product, maya, sam, { ...fiveLessons, durationMinutes: 45 })
    await acceptAndPay(product, sam, proposalId, charlotteTime(3, 10))
    const [bundle] = (await sam.get('/api/packages')).json
    const asked = {
      instructorId: maya.userId,
      start: charlotteTime(9, 10),
      weeks: 2,
      durationMinutes: 45,
    }
    const listed = (change: object, who: Pick<Person, 'post'> = sam) =>
      who.post('/api/series-quotes', { ...asked, ...change })
    expect((await listed({})).json.code).toBe('duration_not_offered')
    const ofPackage = { packageId: bundle.id }
    const weeks = await listed(ofPackage)
    expect(weeks.json, weeks.text).toMatchObject({ lessons: 2, totalCents: 0, policy: bundle.policy })
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await listed(ofPackage)).json).toEqual(weeks.json)
    for (const who of [product.visitor(), await product.student('Alex Kim'), maya])
      expect((await listed(ofPackage, who)).json.code).toBe('no_such_package')
    expect((await listed({ ...ofPackage, durationMinutes: 60 })).json.code).toBe('no_such_package')
    expect((await draw(bundle.id, startsOf(weeks.json.weeks))).json.bookingIds).toHaveLength(2)
  })

  test('weekly lessons of an ended package are refunded when the coach cancels them, and the letter says how much of their price', async () => {
    const bundle = await packageOf()
    const drawn = await draw(bundle.id, await freeStarts(3))
    const { bookingIds } = drawn.json
    const { refundCents: unusedCents } = (await sam.get('/api/packages')).json[0]
    const ended = await sam.post(`/api/packages/${bundle.id}/end`, { expectedRefundCents: unusedCents })
    expect(ended.status, ended.text).toBe(200)
    const path = `/api/bookings/${bookingIds[0]}/rest-of-series`
    const rest = (await maya.get(path)).json
    expect(rest).toMatchObject({ refundCents: 24_000, creditsBack: 0 })
    const done = await maya.post(path, { bookingIds, expectedRefundCents: 24_000 })
    expect(done.json.cancelled, done.text).toBe(3)
    await product.settle()
    const letters = await lettersTo(product.database.pool, sam.email)
    const letter = letters.find(({ subject }) => subject === 'Cancelled: 3 weekly lessons with Coach Maya')
    expect(letter?.text).toContain('We refund $240 of the $240 for these lessons to your card.')
    await expectBalanced()
  })
})

test('the public API prices and holds weekly lessons, all or none', async () => {
  const made = await sam.post('/api/me/access-tokens', {
    name: 'My app',
    scopes: ['bookings:write'],
    lifetime: '30',
  })
  const headers = { authorization: `Bearer ${made.json.token}`, 'content-type': 'application/json' }
  const call = (path: string, body: object) =>
    product.visitor().send('POST', `/api/v1/${path}`, JSON.stringify(body), headers)
  const asked = { instructorId: maya.userId, durationMinutes: 60 }
  const priced = await call('series-quotes', { ...asked, start: charlotteTime(9, 10), weeks: 3 })
  expect(priced.json).toMatchObject({ lessons: 3, totalCents: 3 * priced.json.priceCents })
  const starts = startsOf(priced.json.weeks)
  const noah = await product.student('Noah Clark')
  const other = await bookAs(noah, starts[1] ?? '')
  const refused = await call('series', { ...asked, starts })
  expect([refused.status, refused.json.code]).toEqual([409, 'weeks_taken'])
  expect((await noah.send('DELETE', `/api/bookings/${other.bookingId}/hold`)).status).toBe(200)
  const held = await call('series', { ...asked, starts })
  expect(held.status, held.text).toBe(201)
  await pay(held.json.checkoutUrl)
  expect(await statesOf(held.json.bookingIds)).toEqual(Array(3).fill('confirmed completed'))
})
