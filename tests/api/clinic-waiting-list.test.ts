import { beforeEach, describe, expect, test } from 'vitest'
import { tellOfFreeSeats } from '#features/cancellation-list/seats/commands.ts'
import { HOUR, MINUTE } from '#platform/duration.ts'
import { clinicTools, type Person } from '../support/clinics.ts'
import { charlotteDay, charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct()
const { query } = product
const { begin, clinic, student, hold, buy, child, letters, seatsOf } = clinicTools(product)
let maya: Person
let sam: Person
beforeEach(async () => {
  maya = await begin()
  sam = await student('Sam Rivera')
})

const ask = (who: Visitor, clinicId: string, seats = 1) =>
  who.post(`/api/clinics/${clinicId}/seat-requests`, { seats })
const waitsFor = async (who: Visitor): Promise<object[]> =>
  (await who.get('/api/cancellation-list')).json.seatRequests
async function tell() {
  await tellOfFreeSeats(product.services)
  await product.settle()
  await product.sendMessages()
}
const told = async (who: Person) => (await letters(who, 'Free now')).length

/** A clinic of two seats that Sam has bought. */
async function soldOut(change: object = {}) {
  const id = await clinic({ seats: 2, ...change })
  const ids = await buy(sam, id, [null, await child(sam, 'Emma Rivera')])
  expect(await seatsOf(id)).toMatchObject({ state: 'sold_out' })
  return { id, ids }
}
const cancel = (bookingId: string | undefined) => sam.post(`/api/bookings/${bookingId}/cancellation`, {})

describe('the list of a sold-out clinic', () => {
  test('tells all who wait when a seat is cancelled, by letter and notification, once', async () => {
    const { id, ids } = await soldOut()
    const [alex, ana] = [await student('Alex Kim'), await student('Ana Ortiz')]
    for (const who of [alex, ana]) expect((await ask(who, id)).status).toBe(201)
    await tell()
    expect(await told(alex)).toBe(0)
    await cancel(ids[0])
    await tell()
    await tell()
    expect([await told(alex), await told(ana)]).toEqual([1, 1])
    const [letter] = await letters(alex, 'Free now')
    expect(letter?.subject).toContain('1 seat in Short game clinic with Coach Maya')
    expect(letter?.text).toContain(`/clinics/${id}`)
    const [notice] = await query(
      "select title, href from notifications where user_id = $1 and kind = 'freed_time'",
      [alex.userId],
    )
    expect(notice).toMatchObject({ title: '1 seat is free with Coach Maya', href: `/clinics/${id}` })
    expect(await waitsFor(alex)).toEqual([
      expect.objectContaining({ clinicId: id, seats: 1, seatsLeft: 1, title: 'Short game clinic' }),
    ])
  })

  test('tells who wants two seats only when two are free', async () => {
    const { id, ids } = await soldOut()
    const [alex, ana] = [await student('Alex Kim'), await student('Ana Ortiz')]
    await ask(alex, id, 2)
    await ask(ana, id, 1)
    await cancel(ids[0])
    await tell()
    expect([await told(alex), await told(ana)]).toEqual([0, 1])
    await cancel(ids[1])
    await tell()
    expect([await told(alex), await told(ana)]).toEqual([1, 1])
  })

  test('tells of a seat whose hold expired', async () => {
    const id = await clinic({ seats: 2 })
    const alex = await student('Alex Kim')
    expect((await hold(sam, id, [null, await child(sam, 'Emma Rivera')])).status).toBe(201)
    expect((await ask(alex, id, 2)).status).toBe(201)
    product.clock.moveTo(testNow + 14 * MINUTE)
    await tell()
    expect(await told(alex)).toBe(0)
    product.clock.moveTo(testNow + 16 * MINUTE)
    await tell()
    expect(await told(alex)).toBe(1)
  })

  test('tells again when seats come back, but not within two hours', async () => {
    const { id, ids } = await soldOut()
    const [alex, ana] = [await student('Alex Kim'), await student('Ana Ortiz')]
    await ask(alex, id)
    await cancel(ids[0])
    await tell()
    for (const at of [1, 2]) {
      product.clock.moveTo(testNow + at * 20 * MINUTE)
      expect((await hold(ana, id)).status).toBe(201)
      await tell()
      product.clock.moveTo(testNow + at * 20 * MINUTE + 16 * MINUTE)
      await tell()
    }
    expect(await told(alex)).toBe(1)
    product.clock.moveTo(testNow + 2 * HOUR + MINUTE)
    await tell()
    expect(await told(alex)).toBe(2)
  })

  test('is left by the student, by the link of the letter, and by buying a seat', async () => {
    const { id, ids } = await soldOut()
    const [alex, ana, lee] = [
      await student('Alex Kim'),
      await student('Ana Ortiz'),
      await student('Lee Park'),
    ]
    const requestId = (await ask(alex, id)).json.id
    await ask(ana, id)
    await ask(lee, id)
    expect((await ana.send('DELETE', `/api/seat-requests/${requestId}`)).status).toBe(404)
    expect((await alex.send('DELETE', `/api/seat-requests/${requestId}`)).status).toBe(200)
    expect(await waitsFor(alex)).toEqual([])
    await cancel(ids[0])
    await tell()
    expect(await told(alex)).toBe(0)
    const token = new URL(
      (await letters(ana, 'Free now'))[0]?.text.match(/http\S+leave-list\S+?(?=[)\s])/)?.[0] ?? '',
    ).searchParams.get('token')
    const visitor = product.visitor()
    expect((await visitor.get(`/api/cancellation-list/leaving?token=${token}`)).json).toMatchObject({
      clinic: { id, title: 'Short game clinic' },
      from: charlotteDay(20),
      status: 'waiting',
    })
    expect((await visitor.post('/api/cancellation-list/leaving', { token })).json).toMatchObject({
      status: 'left',
    })
    expect(await waitsFor(ana)).toEqual([])
    await buy(lee, id)
    expect(await waitsFor(lee)).toEqual([])
    const states = await query(
      'select status from clinic_seat_requests where clinic_id = $1 order by status',
      [id],
    )
    expect(states.map(({ status }) => status)).toEqual(['booked', 'left', 'left'])
  })

  test('is joined only for seats that are not left, once a student, and changed by asking again', async () => {
    const id = await clinic({ seats: 3 })
    const alex = await student('Alex Kim')
    expect((await ask(alex, id, 3)).json).toMatchObject({
      code: 'seats_left',
      message: '3 seats left. You can book now.',
    })
    await buy(sam, id, [null, await child(sam, 'Emma Rivera')])
    expect((await ask(alex, id, 1)).json.code).toBe('seats_left')
    const first = await ask(alex, id, 2)
    expect(first.status).toBe(201)
    expect((await ask(alex, id, 3)).json).toEqual(first.json)
    expect(await waitsFor(alex)).toMatchObject([{ seats: 3, seatsLeft: 1 }])
    expect((await ask(alex, id, 4)).json.code).toBe('too_many_seats')
    expect((await ask(alex, id, 10)).status).toBe(400)
    expect((await ask(maya, id, 2)).status).toBe(403)
    expect((await ask(product.visitor(), id, 2)).status).toBe(401)
  })

  test('has a limit of ten clinics a student', async () => {
    const alex = await student('Alex Kim')
    for (let n = 0; n < 10; n++) {
      const id = await clinic({
        seats: 2,
        dates: [{ date: charlotteDay(20 + n), time: '10:00', durationMinutes: 60 }],
      })
      // Asking for all seats of a clinic in which one is held.
      expect((await hold(await student(`Golfer ${'ABCDEFGHIJ'[n]}`), id)).status).toBe(201)
      expect((await ask(alex, id, 2)).status).toBe(201)
    }
    const { id } = await soldOut({ dates: [{ date: charlotteDay(31), time: '10:00', durationMinutes: 60 }] })
    expect((await ask(alex, id)).json.code).toBe('too_many_requests')
  })

  test('ends when the clinic is cancelled or begins', async () => {
    const { id } = await soldOut()
    const later = await soldOut({
      dates: [{ date: charlotteDay(25), time: '10:00', durationMinutes: 60 }],
    }).catch(() => null)
    const alex = await student('Alex Kim')
    await ask(alex, id)
    if (later) await ask(alex, later.id)
    await maya.post(`/api/own-clinics/${id}/cancellation`, {})
    await tell()
    expect(await told(alex)).toBe(0)
    product.clock.moveTo(Date.parse(charlotteTime(25, 10)))
    await tell()
    expect(await waitsFor(alex)).toEqual([])
    expect((await ask(alex, id)).json.code).toBe('clinic_closed')
    const states = await query('select distinct status from clinic_seat_requests where student_id = $1', [
      alex.userId,
    ])
    expect(states).toEqual([{ status: 'ended' }])
  })

  test('tells neither suspended students nor anybody of a suspended coach', async () => {
    const { id, ids } = await soldOut()
    const [alex, ana] = [await student('Alex Kim'), await student('Ana Ortiz')]
    await ask(alex, id)
    await ask(ana, id)
    const suspend = (who: Person, at: Date | null) =>
      query('update profiles set suspended_at = $2 where id = $1', [who.userId, at])
    await cancel(ids[0])
    await suspend(alex, new Date(testNow))
    await suspend(maya, new Date(testNow))
    await tell()
    expect([await told(alex), await told(ana)]).toEqual([0, 0])
    await suspend(maya, null)
    await tell()
    expect([await told(alex), await told(ana)]).toEqual([0, 1])
    await suspend(alex, null)
    await tell()
    expect(await told(alex)).toBe(1)
  })

  test('is shown to the coach as numbers, without names', async () => {
    const { id } = await soldOut()
    await ask(await student('Alex Kim'), id, 2)
    await ask(await student('Ana Ortiz'), id, 1)
    const list = await maya.get('/api/coach/cancellation-list')
    expect(list.json.clinics).toEqual([
      expect.objectContaining({ clinicId: id, golfers: 2, seats: 3, title: 'Short game clinic' }),
    ])
    expect(list.text).not.toContain('Kim')
  })

  test('tells nobody who blocked the coach', async () => {
    const { id, ids } = await soldOut()
    const alex = await student('Alex Kim')
    await ask(alex, id)
    const conversationId = await beginTalk(alex, maya.userId)
    const setBlocked = (blocked: boolean) =>
      alex.put(`/api/conversations/${conversationId}/blocked`, { blocked })
    expect((await setBlocked(true)).status).toBe(200)
    await cancel(ids[0])
    await tell()
    expect(await told(alex)).toBe(0)
    await setBlocked(false)
    await tell()
    expect(await told(alex)).toBe(1)
  })

  test('is in the data a student exports, and erased with the account', async () => {
    const { id } = await soldOut()
    const alex = await student('Alex Kim')
    await ask(alex, id)
    expect((await alex.get('/api/me/export')).json.seats_you_wait_for).toMatchObject([
      { clinic: 'Short game clinic', seats: 1, status: 'waiting' },
    ])
    await alex.signInAgain()
    const closed = await alex.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })
    expect(closed.status, closed.text).toBeLessThan(300)
    expect(await query('select from clinic_seat_requests where student_id = $1', [alex.userId])).toEqual([])
  })
})
