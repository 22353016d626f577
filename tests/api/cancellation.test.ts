import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refundPayment } from '#features/checkout/refunds.ts'
import { HOUR } from '#platform/duration.ts'
import { balances, bookPaid, emailsAbout, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime } from '../support/now.ts'
import { giveRole } from '../support/people.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let day = 24

beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(() => {
  product.clock.moveTo(testNow)
  day++
})

/** A time of its own for every test. */
const nextStart = () => charlotteTime(day - 21, 10)
const hoursBefore = (start: string, hours: number) => product.clock.moveTo(Date.parse(start) - hours * HOUR)

describe('a student cancels', () => {
  test.each([
    [49, 8_500, {}],
    [30, 4_250, { processor_cash: 4_250, coach_held: -3_825, platform_fee: -425 }],
    [5, 0, { processor_cash: 8_500, coach_held: -7_650, platform_fee: -850 }],
  ])(
    '%d hours before: %d cents are refunded, as previewed, and the ledger matches',
    async (hours, refund, left) => {
      const sam = await product.student('Sam Rivera')
      const start = nextStart()
      const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
      hoursBefore(start, hours)
      const preview = await sam.get(`/api/bookings/${id}/cancellation`)
      expect(preview.json).toMatchObject({
        refusal: null,
        paidCents: 8_500,
        refundCents: refund,
        keptCents: 8_500 - refund,
      })
      const cancelled = await sam.post(`/api/bookings/${id}/cancellation`, { expectedRefundCents: refund })
      expect(cancelled.json).toEqual({ refundCents: refund })
      await sendRefunds(product, id)
      const lesson = await sam.get(`/api/bookings/${id}`)
      expect(lesson.json).toMatchObject({
        status: 'cancelled',
        cancelReason: 'student',
        paymentStatus: refund === 8_500 ? 'refunded' : refund > 0 ? 'partially_refunded' : 'completed',
        changeNumber: 1,
      })
      expect(await balances(product, id)).toEqual(left)
      expect(await emailsAbout(product, id)).toEqual([
        'booking-cancelled-coach',
        'booking-cancelled-student',
        'booking-confirmed-coach',
        'booking-confirmed-student',
      ])
    },
  )

  test('the lesson moves to the cancelled ones at once for both, and no longer counts as upcoming', async () => {
    const sam = await product.student()
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const lists = async (who: Visitor) => {
      const listed = async (when: string) =>
        (await who.get(`/api/bookings?when=${when}`)).json.some((lesson: { id: string }) => lesson.id === id)
      return {
        upcoming: await listed('upcoming'),
        past: await listed('past'),
        cancelled: await listed('cancelled'),
      }
    }
    const before = [(await sam.get('/api/booking-counts')).json, (await maya.get('/api/booking-counts')).json]
    expect(await lists(sam)).toEqual({ upcoming: true, past: false, cancelled: false })
    await sam.post(`/api/bookings/${id}/cancellation`)
    expect(await lists(sam)).toEqual({ upcoming: false, past: false, cancelled: true })
    expect(await lists(maya)).toEqual({ upcoming: false, past: false, cancelled: true })
    const after = [(await sam.get('/api/booking-counts')).json, (await maya.get('/api/booking-counts')).json]
    expect(after).toEqual(
      before.map(({ upcoming, past, cancelled }) => ({
        upcoming: upcoming - 1,
        past,
        cancelled: cancelled + 1,
      })),
    )
  })

  test('the time is free for others at once', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    await sam.post(`/api/bookings/${id}/cancellation`)
    const wish = { instructorId: maya.userId, start, durationMinutes: 60 }
    expect((await alex.post('/api/bookings', wish)).status).toBe(201)
  })

  test('twice, ten times, all at once: one refund and one email of each kind', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: nextStart() })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sam.post(`/api/bookings/${id}/cancellation`)),
    )
    expect(answers.map((answer) => answer.json.refundCents)).toEqual(Array(10).fill(8_500))
    await Promise.all(Array.from({ length: 5 }, () => refundPayment(product.services, id)))
    await product.settle()
    await sendRefunds(product, id)
    const { rows } = await product.database.pool.query(
      `select count(*)::int as n from local_vendor.refunds r join local_vendor.checkouts c using (payment_intent_id)
       where c.booking_id = $1`,
      [id],
    )
    expect(rows[0].n).toBe(1)
    const mails = await emailsAbout(product, id)
    expect(mails.length).toBe(new Set(mails).size)
    expect(await balances(product, id)).toEqual({})
  })

  test('a refund that no longer matches the preview cancels nothing', async () => {
    const sam = await product.student()
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    hoursBefore(start, 47)
    const late = await sam.post(`/api/bookings/${id}/cancellation`, { expectedRefundCents: 8_500 })
    expect([late.status, late.json.code]).toEqual([409, 'refund_changed'])
    expect((await sam.get(`/api/bookings/${id}`)).json.status).toBe('confirmed')
  })

  test.each([
    ['a lesson that has begun', 0, 'already_started'],
    ['a lesson long over', -30, 'already_started'],
  ])('%s is refused with a reason, and the preview says so', async (_what, hours, code) => {
    const sam = await product.student()
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    hoursBefore(start, hours)
    expect((await sam.get(`/api/bookings/${id}/cancellation`)).json.refusal.code).toBe(code)
    expect((await sam.post(`/api/bookings/${id}/cancellation`)).json.code).toBe(code)
  })

  test('a hold is released, not canceled', async () => {
    const sam = await product.student()
    const wish = { instructorId: maya.userId, start: nextStart(), durationMinutes: 60 }
    const held = await sam.post('/api/bookings', wish)
    const answer = await sam.post(`/api/bookings/${held.json.bookingId}/cancellation`)
    expect(answer.json.code).toBe('not_confirmed')
  })
})

describe('another person cancels', () => {
  test.each([
    ['opens again', 'open', true, true],
    ['stays closed, and the rest of the day is open', 'closed', false, true],
    ['is closed with the whole day', 'day_closed', false, false],
  ])('the coach cancels, and the time %s', async (_what, freedTime, isTimeOpen, isDayOpen) => {
    const nora = await signedInCoach(product, 'Nora Field')
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: nora.userId, start: charlotteTime(5, 10) })
    const cancelled = await nora.post(`/api/bookings/${id}/cancellation`, { message: 'Ill', freedTime })
    expect(cancelled.status).toBe(200)
    const date = charlotteDay(5)
    const { days } = (
      await sam.get(`/api/coaches/${nora.userId}/slots?durationMinutes=60&from=${date}&to=${date}`)
    ).json
    const open = days[0].slots.map(({ start }: { start: string }) => start)
    expect(open.includes(charlotteTime(5, 10))).toBe(isTimeOpen)
    expect(open.includes(charlotteTime(5, 14))).toBe(isDayOpen)
    const alex = await product.student('Alex Kim')
    const wish = { instructorId: nora.userId, start: charlotteTime(5, 10), durationMinutes: 60 }
    expect((await alex.post('/api/bookings', wish)).status).toBe(isTimeOpen ? 201 : 409)
  })

  test('a student’s cancellation closes nothing in the coach’s calendar', async () => {
    const nora = await signedInCoach(product, 'Nora Field')
    const sam = await product.student()
    const start = charlotteTime(5, 10)
    const id = await bookPaid(product, sam, { instructorId: nora.userId, start })
    await sam.post(`/api/bookings/${id}/cancellation`, { freedTime: 'day_closed' })
    const wish = { instructorId: nora.userId, start, durationMinutes: 60 }
    expect((await sam.post('/api/bookings', wish)).status).toBe(201)
  })

  test('the coach cancels an hour before: full refund, and the student is offered another time', async () => {
    const sam = await product.student()
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    hoursBefore(start, 1)
    expect((await maya.get(`/api/bookings/${id}/cancellation`)).json).toMatchObject({
      refundCents: 8_500,
      percent: 100,
    })
    expect((await maya.post(`/api/bookings/${id}/cancellation`)).json).toEqual({ refundCents: 8_500 })
    await sendRefunds(product, id)
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
      cancelReason: 'coach',
      paymentStatus: 'refunded',
    })
    const mail = await product.database.pool.query(
      `select body_html from local_vendor.outbox where idempotency_key like '%booking-cancelled-student:' || $1 and channel = 'email'`,
      [id],
    )
    expect(mail.rows[0].body_html).toContain(`/instructor/${maya.userId}#instant-book-section`)
    expect(mail.rows[0].body_html).toContain('We refund all of the $85 you paid to your card.')
  })

  test('an admin cancels, even after the start: full refund', async () => {
    const [sam, avery] = [await product.student(), await product.student('Avery Quinn')]
    await giveRole(product.database.pool, avery.userId, 'admin')
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    hoursBefore(start, -1)
    expect(
      (await avery.post(`/api/bookings/${id}/cancellation`, { reason: 'Asked for by phone' })).json,
    ).toEqual({ refundCents: 8_500 })
  })

  test('a stranger gets “booking not found”', async () => {
    const [sam, eve] = [await product.student(), await product.student('Eve')]
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: nextStart() })
    for (const [method, path] of [
      ['GET', `/api/bookings/${id}/cancellation`],
      ['POST', `/api/bookings/${id}/cancellation`],
      ['GET', `/api/bookings/${id}/new-times`],
      ['GET', `/api/bookings/${id}/timeline`],
      ['GET', `/api/bookings/${id}/words`],
      ['POST', `/api/bookings/${id}/reschedule`],
      ['POST', `/api/bookings/${id}/problems`],
    ] as const) {
      const body = JSON.stringify({ start: nextStart(), reason: 'other', details: 'I want to know' })
      const answer = await eve.send(method, path, method === 'POST' ? body : undefined, {
        'content-type': 'application/json',
      })
      expect([answer.status, answer.json.code], path).toEqual([404, 'no_such_booking'])
    }
    expect((await sam.get(`/api/bookings/${id}`)).json.status).toBe('confirmed')
  })
})

describe('cancellation terms', () => {
  test('are set per coach', async () => {
    const coaches = await Promise.all(
      (['flexible', 'strict', 'standard'] as const).map(async (policy) => {
        const coach = await signedInCoach(product)
        await coach.put('/api/coach/cancellation-policy', { policy })
        return { coach, policy }
      }),
    )
    for (const { coach, policy } of coaches)
      expect((await coach.get('/api/coach/cancellation-policy')).json).toEqual({ policy })
  })

  test('are shown before payment and frozen when the time is held', async () => {
    const sam = await product.student()
    expect((await maya.put('/api/coach/cancellation-policy', { policy: 'strict' })).json).toEqual({
      policy: 'strict',
    })
    expect((await sam.get(`/api/coaches/${maya.userId}`)).json.cancellationPolicy).toBe('strict')
    const start = nextStart()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    await maya.put('/api/coach/cancellation-policy', { policy: 'standard' })
    const { terms } = (await sam.get(`/api/bookings/${id}`)).json
    expect(terms.policy).toBe('strict')
    expect(terms.text).toContain('7 days')
    expect(terms.deadlines).toEqual([
      { until: new Date(Date.parse(start) - 168 * HOUR).toISOString(), percent: 100 },
      { until: new Date(Date.parse(start) - 48 * HOUR).toISOString(), percent: 50 },
    ])
    const { pool } = product.database
    await expect(
      pool.query(`update bookings set cancellation_policy = 'flexible' where id = $1`, [id]),
    ).rejects.toThrow('never change')
    await expect(pool.query('update bookings set price_amount = 1 where id = $1', [id])).rejects.toThrow(
      'never change',
    )
  })
})
