import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#platform/duration.ts'
import { balances, bookPaid, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let day = 0

beforeAll(async () => {
  maya = await signedInCoach(product)
})
beforeEach(() => product.clock.moveTo(testNow))

async function booked(student: Visitor) {
  day++
  const start = charlotteTime(9 + day, 10)
  return {
    id: await bookPaid(product, student, { instructorId: maya.userId, start }),
    start: Date.parse(start),
  }
}

const lessonOf = async (person: Visitor, id: string) => (await person.get(`/api/bookings/${id}`)).json
const possible = (lesson: { actions: { kind: string; refusal: unknown }[] }) =>
  lesson.actions.filter(({ refusal }) => refusal === null).map(({ kind }) => kind)

describe('a lesson shows each side its actions and history', () => {
  test('the list and the lesson page match, and each side has its own actions', async () => {
    const sam = await product.student()
    const { id } = await booked(sam)
    for (const person of [sam, maya]) {
      const listed = (await person.get('/api/bookings')).json.find(
        (lesson: { id: string }) => lesson.id === id,
      )
      expect(listed).toEqual(await lessonOf(person, id))
    }
    expect(possible(await lessonOf(sam, id))).toEqual(['move', 'cancel'])
    expect((await lessonOf(maya, id)).actions.map(({ kind }: { kind: string }) => kind)).not.toContain(
      'report',
    )
  })

  test('the server allows the actions shown and refuses the others with the same message', async () => {
    const sam = await product.student()
    const { id, start } = await booked(sam)
    product.clock.moveTo(start - HOUR)
    const lesson = await lessonOf(sam, id)
    expect(possible(lesson)).toEqual(['cancel'])
    const refused = lesson.actions.find(({ kind }: { kind: string }) => kind === 'move').refusal
    const answer = await sam.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(29, 10) })
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      409,
      refused.code,
      refused.message,
    ])
  })

  test('only the student sees the receipt; only the coach sees the payout', async () => {
    const sam = await product.student()
    const { id, start } = await booked(sam)
    product.clock.moveTo(start + HOUR)
    await maya.post(`/api/bookings/${id}/completion`)
    const hers = await lessonOf(sam, id)
    const theirs = await lessonOf(maya, id)
    expect((await sam.get(`/api/checkouts/${hers.receipt}`)).json.amountCents).toBe(8_500)
    expect([theirs.receipt, hers.payout]).toEqual([null, null])
    expect(theirs.payout).toEqual({
      status: 'held',
      at: new Date(start + 25 * HOUR).toISOString(),
      isOverdue: false,
    })
  })

  test('the person who cancels can give a reason, and the other side sees it with the refund', async () => {
    const sam = await product.student()
    const { id } = await booked(sam)
    const message = 'The range floods every November.'
    await maya.post(`/api/bookings/${id}/cancellation`, { message: `  ${message} ` })
    expect(await lessonOf(sam, id)).toMatchObject({
      cancelMessage: message,
      owedBackCents: 8_500,
      refundedCents: 0,
    })
    await sendRefunds(product, id)
    expect(await lessonOf(sam, id)).toMatchObject({ owedBackCents: 8_500, refundedCents: 8_500 })
    expect(await balances(product, id)).toEqual({})
    const mail = await product.database.pool.query<{ body_html: string }>(
      `select body_html from local_vendor.outbox where idempotency_key like '%booking-cancelled-student:' || $1 and channel = 'email'`,
      [id],
    )
    expect(mail.rows[0]?.body_html).toContain('The range floods every November.')
    const tooLong = await sam.post(`/api/bookings/${(await booked(sam)).id}/cancellation`, {
      message: 'x'.repeat(501),
    })
    expect([tooLong.status, tooLong.json.code]).toEqual([400, 'bad_input'])
  })

  test('a moved lesson shows the old time and who moved it', async () => {
    const sam = await product.student()
    const { id, start } = await booked(sam)
    const to = new Date(start + 4 * HOUR).toISOString()
    expect((await sam.post(`/api/bookings/${id}/reschedule`, { start: to })).status).toBe(200)
    expect((await lessonOf(maya, id)).moved).toMatchObject({
      by: 'student',
      from: new Date(start).toISOString(),
    })
  })

  test('the coach sees that a review is pending, but not its stars', async () => {
    const sam = await product.student()
    const { id, start } = await booked(sam)
    product.clock.moveTo(start + HOUR)
    await maya.post(`/api/bookings/${id}/completion`)
    await sam.post(`/api/bookings/${id}/review`, { rating: 2 })
    expect((await lessonOf(maya, id)).review).toEqual({ rating: null, isPublished: false })
    expect((await lessonOf(sam, id)).review).toEqual({ rating: 2, isPublished: false })
    await maya.post(`/api/bookings/${id}/note`, { note: 'Ten minutes a day.' })
    expect(await lessonOf(maya, id)).toMatchObject({
      review: { rating: 2, isPublished: true },
      hasNote: true,
    })
    const received = (await maya.get('/api/coach/reviews')).json
    expect(received.counts).toContainEqual({ stars: 2, count: 1 })
  })
})

describe('a reported problem', () => {
  test('is limited to what was paid and not refunded; both see its status, and the student’s text is shown', async () => {
    const sam = await product.student()
    const { id, start } = await booked(sam)
    product.clock.moveTo(start + HOUR)
    const report = { reason: 'service_unsatisfactory', details: 'Half an hour late.' }
    const greedy = await sam.post(`/api/bookings/${id}/problems`, { ...report, amountCents: 8_501 })
    expect([greedy.status, greedy.json.code]).toEqual([409, 'more_than_paid'])
    expect((await sam.get(`/api/bookings/${id}/problem`)).json).toBeNull()
    await sam.post(`/api/bookings/${id}/problems`, { ...report, amountCents: 4_250 })
    expect((await sam.get(`/api/bookings/${id}/problem`)).json).toMatchObject({
      reason: 'service_unsatisfactory',
      status: 'pending',
      amountCents: 4_250,
      details: 'Half an hour late.',
      resolvedAt: null,
    })
    expect((await maya.get(`/api/bookings/${id}/problem`)).json).toMatchObject({
      status: 'pending',
      details: 'Half an hour late.',
    })
    expect((await (await product.student()).get(`/api/bookings/${id}/problem`)).status).toBe(404)
    expect(possible(await lessonOf(sam, id))).toEqual([])
  })
})
