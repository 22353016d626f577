import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { formatLesson } from '#platform/time.ts'
import { bookPaid, emailsAbout, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, withinTheNotice } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(() => product.clock.moveTo(testNow))

/** Some days from the ninth on, at this hour of UTC in a winter of Charlotte: five less on its clocks. */
const at = (day: number, hour: number) => charlotteTime(9 + day, hour - 5)
const count = async (statement: string, values: unknown[]) =>
  Number((await product.query(statement, values))[0]?.count)

describe('a student moves a lesson', () => {
  test('keeps the booking and payment, and notifies both sides with the old and the new time', async () => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(1, 15) })
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: at(2, 16) })
    expect([moved.status, moved.json]).toEqual([200, { start: at(2, 16) }])
    await product.settle()
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
      start: at(2, 16),
      durationMinutes: 60,
      status: 'confirmed',
      paymentStatus: 'completed',
      priceCents: 8_500,
      changeNumber: 1,
      movedByCoach: false,
    })
    expect(await count('select count(*) from local_vendor.checkouts where booking_id = $1', [id])).toBe(1)
    expect(await count('select count(*) from lesson_moves where booking_id = $1', [id])).toBe(1)
    expect(await emailsAbout(product, id)).toEqual([
      'booking-confirmed-coach',
      'booking-confirmed-student',
      'booking-rescheduled-coach',
      'booking-rescheduled-student',
    ])
    const mail = await product.database.pool.query(
      `select body_text from local_vendor.outbox where idempotency_key like '%rescheduled-student:' || $1 || ':1' and channel = 'email'`,
      [id],
    )
    expect(mail.rows[0].body_text).toContain(formatLesson(at(2, 16), 60, 'America/New_York'))
    expect(mail.rows[0].body_text).toContain(formatLesson(at(1, 15), 60, 'America/New_York'))
    const calendar = await sam.get(`/api/bookings/${id}/calendar.ics`)
    expect(calendar.text).toContain('SEQUENCE:1')
    expect(calendar.text).toContain(`DTSTART:${at(2, 16).replace(/[-:]|\.000/g, '')}`)
  })

  test('to a time that overlaps the old one: a lesson does not conflict with itself', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(3, 15) })
    const times = await sam.get(`/api/bookings/${id}/new-times`)
    const starts = times.json.days.flatMap((day: { slots: { start: string }[] }) =>
      day.slots.map((slot) => slot.start),
    )
    expect(starts).toContain(charlotteTime(12, 10, 30))
    expect(times.json.refusal).toBeNull()
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(12, 10, 30) })
    expect(moved.status).toBe(200)
  })

  test('ten times at once to the same time: moved once, notified once', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(4, 15) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sam.post(`/api/bookings/${id}/reschedule`, { start: at(4, 18) })),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    await product.settle()
    expect((await sam.get(`/api/bookings/${id}`)).json.changeNumber).toBe(1)
    expect(await emailsAbout(product, id)).toHaveLength(4)
  })

  test.each([
    ['a taken time', at(5, 17), 409, 'slot_taken'],
    ['a time outside the hours', at(6, 23), 409, 'slot_taken'],
    ['a time off the grid', charlotteTime(15, 10, 7), 409, 'slot_taken'],
    ['a time inside the notice', withinTheNotice, 409, 'slot_taken'],
    ['a time in the past', charlotteTime(-1, 10), 400, 'in_the_past'],
    ['no time', 'tomorrow', 400, 'bad_input'],
  ])('%s is refused, and the lesson stays', async (_what, start, status, code) => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const wish = { instructorId: maya.userId, durationMinutes: 60 }
    await alex.post('/api/bookings', { ...wish, start: at(5, 17) })
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(7, 15) })
    const answer = await sam.post(`/api/bookings/${id}/reschedule`, { start })
    expect([answer.status, answer.json.code]).toEqual([status, code])
    expect((await sam.get(`/api/bookings/${id}`)).json.start).toBe(at(7, 15))
    await sam.post(`/api/bookings/${id}/cancellation`)
  })

  test('until 24 hours before it, not later; moving it first gives no better refund', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(8, 15) })
    product.clock.moveTo(Date.parse(at(8, 15)) - 30 * HOUR)
    expect((await sam.post(`/api/bookings/${id}/reschedule`, { start: at(20, 15) })).status).toBe(200)
    const { json } = await sam.get(`/api/bookings/${id}/cancellation`)
    expect(json).toMatchObject({ percent: 50, refundCents: 4_250 })
    expect(json.terms.deadlines).toEqual([
      { until: new Date(Date.parse(at(20, 15)) - 24 * HOUR).toISOString(), percent: 50 },
    ])
    product.clock.moveTo(Date.parse(at(20, 15)) - 24 * HOUR + 1)
    const late = await sam.post(`/api/bookings/${id}/reschedule`, { start: at(22, 15) })
    expect([late.status, late.json.code]).toEqual([409, 'too_late'])
    expect((await sam.get(`/api/bookings/${id}/new-times`)).json.refusal.code).toBe('too_late')
  })
})

describe('the coach moves a lesson', () => {
  test('within the coach’s own notice, and the student can cancel with a full refund until it begins', async () => {
    const sam = await product.student()
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(9, 15) })
    product.clock.moveTo(Date.parse(at(9, 15)) - 2 * HOUR)
    const unconfirmed = await maya.post(`/api/bookings/${id}/reschedule`, { start: at(9, 19) })
    expect([unconfirmed.status, unconfirmed.json.code]).toEqual([409, 'not_confirmed_time'])
    const confirmed = { start: at(9, 19), confirmed: ['short_notice'] }
    expect((await maya.post(`/api/bookings/${id}/reschedule`, confirmed)).status).toBe(200)
    await product.settle()
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
      movedByCoach: true,
      start: at(9, 19),
    })
    product.clock.moveTo(Date.parse(at(9, 19)) - 60_000)
    expect((await sam.get(`/api/bookings/${id}/cancellation`)).json).toMatchObject({
      percent: 100,
      refundCents: 8_500,
      terms: { deadlines: [{ until: at(9, 19), percent: 100 }] },
    })
  })
})

describe('the coach moves a lesson as a favor', () => {
  test('outside the coach’s hours, never onto another lesson; a student can’t', async () => {
    const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(16, 15) })
    await bookPaid(product, alex, { instructorId: maya.userId, start: at(16, 17) })
    const everything = ['outside_hours', 'blocked', 'short_notice']
    const early = { start: at(17, 12), confirmed: ['outside_hours'] }
    const own = await sam.post(`/api/bookings/${id}/reschedule`, early)
    expect([own.status, own.json.code]).toEqual([409, 'slot_taken'])
    const onto = { start: at(16, 17), confirmed: everything }
    expect((await maya.post(`/api/bookings/${id}/reschedule`, onto)).json.code).toBe('slot_taken')
    expect((await maya.post(`/api/bookings/${id}/reschedule`, early)).status).toBe(200)
    expect((await sam.get(`/api/bookings/${id}`)).json).toMatchObject({
      start: at(17, 12),
      movedByCoach: true,
    })
  })
})

describe('races', () => {
  test('two lessons moved to one time at once: one succeeds', async () => {
    for (const day of [10, 11, 12]) {
      const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
      const first = await bookPaid(product, sam, { instructorId: maya.userId, start: at(day, 15) })
      const second = await bookPaid(product, alex, { instructorId: maya.userId, start: at(day, 16) })
      const answers = await Promise.all([
        sam.post(`/api/bookings/${first}/reschedule`, { start: at(day, 19) }),
        alex.post(`/api/bookings/${second}/reschedule`, { start: at(day, 19) }),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    }
  })

  test('a move and a booking for the same time: one succeeds', async () => {
    for (const day of [13, 14, 15]) {
      const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
      const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(day, 15) })
      const wish = { instructorId: maya.userId, start: at(day, 19), durationMinutes: 60 }
      const [moved, booked] = await Promise.all([
        sam.post(`/api/bookings/${id}/reschedule`, { start: at(day, 19) }),
        alex.post('/api/bookings', wish),
      ])
      expect([moved.status === 200, booked.status === 201].filter(Boolean)).toHaveLength(1)
    }
  })

  test('cancel, move and a repeated payment event at once: the lesson ends either canceled and refunded, or moved and paid', async () => {
    for (const day of [16, 17, 18]) {
      const sam = await product.student()
      const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(day, 15) })
      await product.query('update local_vendor.events set delivered_at = null')
      const [cancelled, moved] = await Promise.all([
        sam.post(`/api/bookings/${id}/cancellation`),
        maya.post(`/api/bookings/${id}/reschedule`, { start: at(day, 18) }),
        product.settle(),
      ])
      expect(cancelled.status).toBe(200)
      expect([200, 409]).toContain(moved.status)
      const { json } = await sam.get(`/api/bookings/${id}`)
      expect(json.status).toBe('cancelled')
    }
  })
})
