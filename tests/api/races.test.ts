import { beforeAll, describe, expect, test } from 'vitest'
import { signEvent } from '#ports/payments/signed-event.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
let maya: { id: string; locationId: string }
beforeAll(async () => {
  maya = await addCoach(product.database.pool, { bufferMinutes: 15 })
})

/** Creates this many students, a few at a time, because password hashing is slow by design. */
async function crowd(size: number) {
  const students: Awaited<ReturnType<typeof product.student>>[] = []
  while (students.length < size)
    students.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => product.student()))))
  return students.slice(0, size)
}

const overlaps = `select count(*)::int as n from (
  select lesson_date < lag(lesson_end) over (partition by instructor_id order by lesson_date) as overlapping
  from bookings where status in ('pending', 'confirmed', 'completed')) b where overlapping`

describe('simultaneous requests for the same slot', () => {
  test('of 60 students exactly one holds it, and 59 are told that it is taken', async () => {
    const students = await crowd(60)
    const wish = { instructorId: maya.id, start: charlotteTime(3, 9), durationMinutes: 60 }
    const answers = await Promise.all(students.map((student) => student.post('/api/bookings', wish)))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(
      answers.filter((answer) => answer.status === 409 && answer.json.code === 'slot_taken'),
    ).toHaveLength(59)
  })

  test('mixed lengths and starts never overlap, and keep the coach’s buffer between them', async () => {
    const students = await crowd(40)
    const answers = await Promise.all(
      students.map((student, index) =>
        student.post('/api/bookings', {
          instructorId: maya.id,
          start: charlotteTime(5, 9 + (index % 4), index % 2 ? 30 : 0),
          durationMinutes: [60, 90, 120][index % 3],
        }),
      ),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]))
    expect((await product.query(overlaps))[0].n).toBe(0)
    const gaps = await product.database.pool.query(
      `select min(gap) as gap from (
      select extract(epoch from lesson_date - lag(lesson_end) over (order by lesson_date)) / 60 as gap from bookings
      where instructor_id = $1 and lesson_date::date = $2) g`,
      [maya.id, charlotteDay(5)],
    )
    expect(gaps.rows[0].gap === null || Number(gaps.rows[0].gap) >= 15).toBe(true)
  })

  test('adjacent lessons booked at the same instant also keep the buffer', async () => {
    for (const day of [6, 7, 8, 9]) {
      const [sam, alex] = [await product.student(), await product.student()]
      const book = (person: typeof sam, hour: number) =>
        person.post('/api/bookings', {
          instructorId: maya.id,
          start: charlotteTime(day, hour - 5),
          durationMinutes: 60,
        })
      const answers = await Promise.all([book(sam, 15), book(alex, 16)])
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    }
  })
})

describe('duplicate processor events', () => {
  test('five parallel deliveries of one event: one confirmation, one payment, one email to each side', async () => {
    const sam = await product.student()
    const held = await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(10, 9),
      durationMinutes: 60,
    })
    const session = held.json.checkoutUrl.split('/').at(-1)
    await sam.post(`/api/test-checkouts/${session}/payments`, {
      ...goodCard,
    })
    let sent: { body: string; headers: Record<string, string> } | undefined
    await product.services.localCheckouts?.deliverEvents(async (_, body, headers) => {
      sent = { body, headers }
      return 500
    })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        product.visitor().send('POST', '/webhooks/payments', sent?.body, sent?.headers),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect(answers.map((answer) => answer.json.outcome).sort()).toEqual([
      'confirmed',
      ...Array(4).fill('duplicate'),
    ])
    await product.settle()
    const rows = await product.database.pool.query(
      `select (select count(*)::int from payments where booking_id = $1 and payment_status = 'completed') as payments,
        (select count(*)::int from email_logs where dedupe_key like '%' || $1) as emails`,
      [held.json.bookingId],
    )
    expect(rows.rows[0]).toEqual({ payments: 1, emails: 2 })
  })
})

describe('an event without a valid signature', () => {
  const forged = (amount: number, bookingId: string, sessionId: string) =>
    JSON.stringify({
      id: `evt_forged_${bookingId}`,
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(product.clock.now() / 1000),
      data: {
        object: {
          id: sessionId,
          object: 'checkout.session',
          client_reference_id: bookingId,
          metadata: { booking_id: bookingId },
          amount_total: amount,
          currency: 'usd',
          payment_status: 'paid',
          payment_intent: 'pi_forged',
        },
      },
    })

  test.each([
    ['no signature', () => ({})],
    [
      'a signature by somebody else',
      (body: string) => ({ 'stripe-signature': signEvent(body, 'whsec_somebody_else', product.clock.now()) }),
    ],
    ['rubbish for a signature', () => ({ 'stripe-signature': 't=1,v1=abc' })],
  ])('with %s changes nothing', async (_, headers) => {
    const sam = await product.student()
    const held = await sam.post('/api/bookings', {
      instructorId: maya.id,
      start: charlotteTime(11, 9),
      durationMinutes: 60,
    })
    const body = forged(
      8500,
      held.json.bookingId ?? '00000000-0000-4000-8000-000000000000',
      'cs_local_forged',
    )
    const answer = await product.visitor().send('POST', '/webhooks/payments', body, headers(body))
    expect([answer.status, answer.json.code]).toEqual([400, 'bad_signature'])
    const confirmed = await product.database.pool.query(
      `select 1 from bookings where lesson_date = $1 and status = 'confirmed'`,
      [charlotteTime(11, 9)],
    )
    expect(confirmed.rowCount).toBe(0)
  })
})
