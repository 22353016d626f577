import { beforeAll, expect, test } from 'vitest'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
let coach: { id: string; locationId: string }

beforeAll(async () => {
  coach = await addCoach(product.database.pool)
})

/** 25 November 2026, at this hour in Charlotte (EST). */
const hold = (person: { post: Awaited<ReturnType<typeof product.student>>['post'] }, hour: number) =>
  person.post('/api/bookings', {
    instructorId: coach.id,
    start: charlotteTime(4, hour),
    durationMinutes: 60,
  })

test('a student releases a held time: it is free at once, and its checkout accepts no payment', async () => {
  const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
  const held = await hold(sam, 9)
  expect((await hold(alex, 9)).status).toBe(409)
  const path = `/api/bookings/${held.json.bookingId}`
  expect((await sam.send('DELETE', `${path}/hold`)).json).toEqual({ outcome: 'freed' })
  expect((await sam.get(path)).json).toMatchObject({ status: 'cancelled', cancelReason: 'abandoned' })
  expect((await hold(alex, 9)).status).toBe(201)
  const session = held.json.checkoutUrl.split('/').at(-1)
  expect((await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)).status).toBe(409)
  expect((await sam.send('DELETE', `${path}/hold`)).status, 'there is nothing left to let go').toBe(404)
})

test('a student who leaves the checkout is told so, not that the time expired, and finds the time selected again', async () => {
  const sam = await product.student()
  const held = await hold(sam, 15)
  const session = held.json.checkoutUrl.split('/').at(-1)
  const left = await sam.post(`/api/test-checkouts/${session}/abandon`, {})
  const back = new URL(left.json.redirectTo)
  expect(back.pathname).toBe(`/instructor/${coach.id}`)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    checkout: 'cancelled',
    duration: '60',
    time: charlotteTime(4, 15),
    booking: held.json.bookingId,
    place: coach.locationId,
  })
  await product.settle()
  expect((await sam.get(`/api/bookings/${held.json.bookingId}`)).json).toMatchObject({
    status: 'cancelled',
    cancelReason: 'abandoned',
  })
})

test('a student can’t release another person’s hold', async () => {
  const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
  const held = await hold(sam, 11)
  const path = `/api/bookings/${held.json.bookingId}`
  expect((await alex.send('DELETE', `${path}/hold`)).status).toBe(404)
  expect((await sam.get(path)).json.status).toBe('pending')
})

test('a lesson paid at the same moment is kept', async () => {
  const sam = await product.student()
  const held = await hold(sam, 13)
  const session = held.json.checkoutUrl.split('/').at(-1)
  await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)
  // The processor's event has not arrived yet.
  const path = `/api/bookings/${held.json.bookingId}`
  expect((await sam.send('DELETE', `${path}/hold`)).json).toEqual({ outcome: 'paid' })
  expect((await sam.get(path)).json.status).toBe('confirmed')
})

test('an expired hold cleared by another booking closes its checkout and fails its payment', async () => {
  const [sam, alex] = [await product.student(), await product.student('Alex Kim')]
  const held = await hold(sam, 10)
  const bookingId = String(held.json.bookingId)
  const session = held.json.checkoutUrl.split('/').at(-1)
  // The processor's page stays open for longer than the hold.
  await product.query(
    `update local_vendor.checkouts set expires_at = expires_at + interval '16 minutes' where id = $1`,
    [session],
  )
  product.clock.advance(16 * 60_000)
  expect((await hold(alex, 12)).status).toBe(201)
  expect((await sam.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
    status: 'cancelled',
    cancelReason: 'hold_expired',
    paymentStatus: 'failed',
  })
  expect(await expireHold(product.services, bookingId)).toBe('not_due')
  expect((await sam.post(`/api/test-checkouts/${session}/payments`, goodCard)).status).toBe(409)
  const { rows } = await product.database.pool.query(
    'select payment_status, paid_at from payments where booking_id = $1',
    [bookingId],
  )
  expect(rows).toEqual([{ payment_status: 'failed', paid_at: null }])
})
