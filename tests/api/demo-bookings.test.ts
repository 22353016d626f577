import { beforeAll, describe, expect, test } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
let coach: Visitor & { userId: string }
let sam: Visitor & { userId: string }
const { query } = product

beforeAll(async () => {
  coach = await signedInCoach(product)
  sam = await product.student()
  await query('update instructor_profiles set takes_demo_bookings = true where user_id = $1', [coach.userId])
  await query('update profiles set is_demo = true where id in ($1, $2)', [coach.userId, sam.userId])
})
const lesson = (hour: number) => ({
  instructorId: coach.userId,
  start: charlotteTime(3, hour - 5),
  durationMinutes: 60,
})

describe('a demo booking [row 72]', () => {
  test('is confirmed and paid at once, without a checkout, ledger entry, payout or revenue', async () => {
    const made = await sam.post('/api/demo-bookings', lesson(15))
    expect(made.status, made.text).toBe(201)
    const [booking] = await query(
      `select b.status, b.payment_status, b.is_demonstration, p.payment_status as paid, p.payment_method, p.amount_cents, p.stripe_session_id
       from bookings b join payments p on p.booking_id = b.id where b.id = $1`,
      [made.json.bookingId],
    )
    expect(booking).toEqual({
      status: 'confirmed',
      payment_status: 'completed',
      is_demonstration: true,
      paid: 'completed',
      payment_method: 'demo',
      amount_cents: 8500,
      stripe_session_id: null,
    })
    const shown = await sam.get(`/api/checkouts/${made.json.bookingId}`)
    expect(shown.json).toMatchObject({ state: 'confirmed', paymentMethod: 'demo' })
    const lessonOfCoach = await coach.get(`/api/bookings/${made.json.bookingId}`)
    expect(lessonOfCoach.json).toMatchObject({ isDemo: true, isPaidElsewhere: false })
    product.clock.moveTo(Date.parse(charlotteTime(5, 10)))
    await completeDueLessons(product.services)
    expect((await sam.get(`/api/bookings/${made.json.bookingId}`)).json.status).toBe('completed')
    expect((await coach.get('/api/coach/dashboard')).json.revenueYearToDateCents).toBe(0)
    expect(await query('select 1 from ledger_transactions')).toEqual([])
    expect(await query('select 1 from payouts')).toEqual([])
    expect(await query('select 1 from local_vendor.checkouts')).toEqual([])
  })

  test('belongs to its student, even when another person uses the same idempotency key', async () => {
    product.clock.moveTo(Date.parse(charlotteTime(0, 10)))
    const eve = await product.student('Eve')
    await query('update profiles set is_demo = true where id = $1', [eve.userId])
    const mine = await sam.post('/api/demo-bookings', { ...lesson(16), idempotencyKey: 'the-same-key' })
    const hers = await eve.post('/api/demo-bookings', { ...lesson(18), idempotencyKey: 'the-same-key' })
    expect([mine.status, hers.status]).toEqual([201, 201])
    expect(hers.json.bookingId).not.toBe(mine.json.bookingId)
  })

  test('is created once, no matter how often the button is pressed, and never over another lesson', async () => {
    product.clock.moveTo(Date.parse(charlotteTime(0, 10)))
    const wish = { ...lesson(17), idempotencyKey: 'pressed-twice' }
    const [one, two] = [
      await sam.post('/api/demo-bookings', wish),
      await sam.post('/api/demo-bookings', wish),
    ]
    expect(two.json).toEqual(one.json)
    expect((await sam.post('/api/demo-bookings', lesson(17))).json.code).toBe('slot_taken')
  })

  test('gives no refund when canceled, because nothing was paid', async () => {
    const made = await sam.post('/api/demo-bookings', lesson(19))
    const cancelled = await sam.post(`/api/bookings/${made.json.bookingId}/cancellation`, {})
    expect(cancelled.status, cancelled.text).toBe(200)
    expect(await query('select 1 from payment_refunds where booking_id = $1', [made.json.bookingId])).toEqual(
      [],
    )
    expect(await query('select 1 from ledger_transactions')).toEqual([])
  })

  test('is only between demo accounts and demo coaches; neither mixes with real users', async () => {
    const [real, realCoach] = [await product.student('Alex Kim'), await signedInCoach(product, 'Keoni Akana')]
    for (const [person, path, body] of [
      [real, '/api/demo-bookings', lesson(20)],
      [real, '/api/bookings', lesson(20)],
      [sam, '/api/bookings', lesson(20)],
      [sam, '/api/demo-bookings', { ...lesson(20), instructorId: realCoach.userId }],
    ] as const) {
      const answer = await person.post(path, body)
      expect([answer.status, answer.json.code], `${path} ${JSON.stringify(body)}`).toEqual([403, 'demo_only'])
    }
    const forReal = await real.get(`/api/coaches/${coach.userId}/slots`)
    expect(forReal.json).toMatchObject({ mayBook: false, isDemoBooking: false })
    const forDemo = await sam.get(`/api/coaches/${coach.userId}/slots`)
    expect(forDemo.json).toMatchObject({ mayBook: true, isDemoBooking: true })
    expect((await real.post(`/api/coaches/${coach.userId}/exit-offer`)).json.offer).toBeNull()
  })
})
