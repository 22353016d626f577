import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { expireHold, sweepHolds } from '#features/checkout/hold-expiry.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { startRefund } from '#features/checkout/refunds.ts'
import { settleClinics } from '#features/clinics/ending.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { sendTomorrowOverviews } from '#features/lesson-letters/tomorrow.ts'
import { dueShares } from '#features/payouts/queries.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { createRateLimits } from '#platform/rate-limit.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { clinicTools, type Person } from '../support/clinics.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
/** `npm run drill -- clinic-seats` runs more of both. */
const tries = Number(process.env.TRIES ?? 20)
const rounds = Number(process.env.ROUNDS ?? 1)
const { query } = product
const { begin, save, publish, clinic, student, hold, pay, buy, child, refund, seatsOf, letters } =
  clinicTools(product)
let maya: Person
beforeEach(async () => {
  maya = await begin()
})

const statesOf = async (ids: string[]) =>
  (await query('select status, payment_status from bookings where id = any($1) order by id', [ids])).map(
    ({ status, payment_status }) => `${status} ${payment_status}`,
  )
const expectBalanced = async () =>
  expect(
    await query('select from ledger_lines group by transaction_id having sum(amount_cents) <> 0'),
  ).toHaveLength(0)
/** What the platform still owes for the seats of a clinic, by account of the ledger. */
const ledgerOf = async (ids: string[]) =>
  await query(
    `select account, sum(amount_cents)::int as cents from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
     where t.booking_id = any($1) group by 1 having sum(amount_cents) <> 0`,
    [ids],
  )
const close = (who: Person) => who.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })

async function changePlace(placeId: string, form: object) {
  const { places } = (await maya.get('/api/coach/profile')).json
  const { tag } = places.find(({ id }: { id: string }) => id === placeId)
  const body = JSON.stringify({ ...form, basedOn: tag })
  const json = { 'content-type': 'application/json' }
  const changed = await maya.send('PUT', `/api/coach/places/${placeId}`, body, json)
  expect(changed.json, changed.text).toMatchObject({ ok: true })
}

/** A camp on two days with three seats of a family, after the first day. */
async function campThatHasBegun() {
  const date = (days: number) => ({ date: charlotteDay(days), time: '10:00', durationMinutes: 90 })
  const camp = await clinic({ dates: [date(20), date(22)] })
  const sam = await student('Sam Rivera')
  const players = [null, await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')]
  const ids = await buy(sam, camp, players)
  product.clock.moveTo(Date.parse(charlotteTime(21, 10)))
  return { camp, sam, ids }
}
async function suspendCoach(admin: Person, act: 'suspend' | 'suspend-and-refund') {
  const body = { ids: [maya.userId], shown: 1, reason: 'Fraud suspected, ticket 4711' }
  const done = await admin.post(`/api/admin/lists/users/acts/${act}`, body)
  expect(done.json.changed).toEqual([maya.userId])
}

describe('a camp whose coach is suspended after its first date', () => {
  test('waits for an admin when the lessons are kept, and is not completed as taught', async () => {
    const { camp, sam, ids } = await campThatHasBegun()
    const admin = await product.admin()
    const seat = await admin.post(`/api/bookings/${ids[0]}/cancellation`, { reason: 'Ticket 4711: ill' })
    expect(seat.status, seat.text).toBe(200)
    await product.settle()
    // A camp that has begun sells no seats.
    expect((await letters(maya, 'Cancelled'))[0]?.text).not.toContain('book it again')
    expect((await letters(sam, 'Cancelled'))[0]?.text).not.toContain(`/clinics/${camp}`)
    await suspendCoach(admin, 'suspend')
    product.clock.moveTo(Date.parse(charlotteTime(24, 10)))
    await completeDueLessons(product.services)
    const kept = ids.slice(1)
    expect(await statesOf(kept)).toEqual(kept.map(() => 'confirmed completed'))
    await admin.signInAgain()
    const waiting = (await admin.get('/api/admin/attention')).json
    expect(waiting.find(({ id }: { id: string }) => id === 'suspended-lessons')).toMatchObject({ count: 2 })
  })

  test('is refunded in full, once, when only the clinic was cancelled before', async () => {
    const { camp, sam, ids } = await campThatHasBegun()
    await query(
      `update clinics set status = 'cancelled', cancelled_at = $2, cancelled_because = 'account' where id = $1`,
      [camp, new Date(product.clock.now())],
    )
    product.clock.moveTo(Date.parse(charlotteTime(22, 10)) - 23 * HOUR)
    await remindOfLessons(product.services)
    await product.settle()
    expect(await letters(sam, 'Coming up')).toEqual([])
    await settleClinics(product.services)
    await settleClinics(product.services)
    await refund(ids)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    expect(await letters(sam, 'Cancelled')).toHaveLength(1)
    await expectBalanced()
  })
})

describe('reminders', () => {
  test('are sent once for all seats of a parent, before each date of a camp', async () => {
    const camp = await clinic({
      dates: [
        { date: charlotteDay(20), time: '10:00', durationMinutes: 90 },
        { date: charlotteDay(22), time: '10:00', durationMinutes: 90 },
      ],
    })
    const sam = await student('Sam Rivera')
    await buy(sam, camp, [null, await child(sam, 'Emma Rivera')])
    const remindersBefore = async (start: string) => {
      for (const hours of [25, 24, 23, 2, 1]) {
        product.clock.moveTo(Date.parse(start) - hours * HOUR)
        await remindOfLessons(product.services)
        await remindOfLessons(product.services)
        await product.settle()
      }
      return (await letters(sam, 'Short game clinic')).filter(({ subject }) => !subject.includes('booked'))
    }
    const first = await remindersBefore(charlotteTime(20, 10))
    expect(first.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Coming up: Short game clinic/),
      expect.stringMatching(/^Soon: Short game clinic/),
    ])
    expect(first[0]?.text).toContain('Emma Rivera and Sam Rivera')
    expect(await remindersBefore(charlotteTime(22, 10))).toHaveLength(4)
    product.clock.moveTo(Date.parse(charlotteTime(24, 10)))
    await completeDueLessons(product.services)
    await product.settle()
    // The request for a review comes once, too.
    expect(
      await query(`select from notifications where user_id = $1 and kind = 'review_request'`, [sam.userId]),
    ).toHaveLength(1)
  })
})

describe('a clinic', () => {
  test('is a draft that nobody sees until its coach publishes it', async () => {
    const id = (await save()).json.clinicId
    expect((await product.visitor().get(`/api/clinics/${id}`)).status).toBe(404)
    expect((await publish(id)).status).toBe(200)
    expect((await publish(id)).status).toBe(200)
    expect(await seatsOf(id)).toMatchObject({
      title: 'Short game clinic',
      state: 'open',
      seatsLeft: 8,
      dates: [{ start: charlotteTime(20, 10) }],
      coach: { id: maya.userId, label: 'Coach Maya' },
    })
    const listed = await product.visitor().get(`/api/coaches/${maya.userId}/clinics`)
    expect(listed.json.map((one: { id: string }) => one.id)).toEqual([id])
  })

  test('is in the sitemap while it can be booked', async () => {
    const isListed = async (id: string) =>
      (await product.visitor().get('/sitemap.xml')).text.includes(`/clinics/${id}</loc>`)
    const draft = (await save()).json.clinicId
    const [open, cancelled] = [
      await clinic(),
      await clinic({ dates: [{ date: charlotteDay(21), time: '10:00', durationMinutes: 60 }] }),
    ]
    await maya.post(`/api/own-clinics/${cancelled}/cancellation`, {})
    expect([await isListed(draft), await isListed(open), await isListed(cancelled)]).toEqual([
      false,
      true,
      false,
    ])
    product.clock.moveTo(Date.parse(charlotteTime(20, 10)))
    expect(await isListed(open)).toBe(false)
  })

  test('occupies the time of its coach on each of its dates, and its seats do not', async () => {
    const sam = await student('Sam Rivera')
    const camp = await clinic({
      dates: [
        { date: charlotteDay(21), time: '10:00', durationMinutes: 180 },
        { date: charlotteDay(20), time: '10:00', durationMinutes: 180 },
      ],
    })
    const ids = await buy(sam, camp)
    const times = await query(
      'select kind, starts_at from occupancies where instructor_id = $1 order by starts_at',
      [maya.userId],
    )
    expect(times).toEqual([
      { kind: 'lesson', starts_at: new Date(charlotteTime(20, 10)) },
      { kind: 'lesson', starts_at: new Date(charlotteTime(21, 10)) },
    ])
    const lesson = { instructorId: maya.userId, start: charlotteTime(21, 11), durationMinutes: 60 }
    expect((await sam.post('/api/bookings', lesson)).json.code).toBe('slot_taken')
    const [seat] = await query('select lesson_title from bookings where id = any($1)', [ids])
    expect(seat?.lesson_title).toMatch(/^Short game clinic \(.+; .+\)$/)
  })

  test('is listed once on each of its dates when its coach blocks them, also without seats, and explains why a time is not open', async () => {
    const date = (days: number) => ({ date: charlotteDay(days), time: '10:00', durationMinutes: 60 })
    const camp = await clinic({ title: 'Summer camp', dates: [date(14), date(17), date(20)] })
    await clinic({ title: 'Putting clinic', dates: [date(19)] })
    await buy(await student('Sam Rivera'), camp)
    await buy(await student('Ana Ortiz'), camp)
    const block = async (from: number, to: number) =>
      (await maya.post('/api/coach/availability/blocks', { from: charlotteDay(from), to: charlotteDay(to) }))
        .json
    const session = (title: string, days: number, taken: number) => ({
      title,
      start: charlotteTime(days, 10),
      durationMinutes: 60,
      student: null,
      seats: { taken, all: 8 },
    })
    expect(await block(17, 20)).toMatchObject({
      ok: false,
      lessons: [
        session('Summer camp', 17, 2),
        session('Putting clinic', 19, 0),
        session('Summer camp', 20, 2),
      ],
    })
    expect((await block(15, 16)).ok).toBe(true)
    const proof = await maya.post('/api/coach/availability/proof', {
      durationMinutes: 60,
      start: charlotteTime(17, 10),
    })
    expect(proof.json.obstacles).toMatchObject([
      { obstacle: 'booking', detail: expect.stringMatching(/^Summer camp, 10:00 – 11:00 AM/) },
    ])
    const look = await maya.get(
      `/api/coach/schedule/time?durationMinutes=60&start=${encodeURIComponent(charlotteTime(17, 10))}`,
    )
    expect(look.json.reasons).toEqual([expect.stringMatching(/^Summer camp, 10:00 – 11:00 AM/)])
  })

  test('is not published over a lesson or a blocked date', async () => {
    const sam = await student('Sam Rivera')
    await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(20, 11),
      durationMinutes: 60,
    })
    const draft = (await save()).json.clinicId
    expect((await publish(draft)).json).toMatchObject({ code: 'overlaps' })
    await query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
      maya.userId,
      charlotteDay(22),
    ])
    const other = (await save({ dates: [{ date: charlotteDay(22), time: '10:00', durationMinutes: 60 }] }))
      .json
    expect((await publish(other.clinicId)).json).toMatchObject({ code: 'blocked' })
  })

  test('keeps its dates once published, and not fewer seats than are taken', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    await buy(sam, id, [null, await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')])
    expect((await save({ clinicId: id, seats: 2 })).json.code).toBe('seats_taken')
    expect((await save({ clinicId: id, seats: 3, title: 'Chipping clinic' })).status).toBe(200)
    expect(await seatsOf(id)).toMatchObject({ title: 'Chipping clinic', state: 'sold_out' })
    const moved = { dates: [{ date: charlotteDay(23), time: '10:00', durationMinutes: 90 }] }
    expect((await save({ clinicId: id, ...moved })).json.code).toBe('dates_fixed')
  })

  test('is at the beginning of its coach’s list until it is over, however many newer ones there are', async () => {
    const camp = await clinic({ title: 'Summer camp' })
    await query(
      `insert into clinics (instructor_id, status, title, description, location_name, time_zone, price_cents, seats, minimum, level,
         published_at, cancelled_at, cancelled_because, created_at)
       select instructor_id, 'cancelled', 'Clinic ' || n, description, location_name, time_zone, price_cents, seats, minimum, level,
         published_at, published_at, 'coach', created_at + n * interval '1 minute'
       from clinics, generate_series(1, 101) n where id = $1`,
      [camp],
    )
    const titles = async (asked = '', who: Visitor = maya) =>
      (await who.get(`/api/own-clinics${asked}`)).json.map(({ title }: { title: string }) => title)
    const newest = await titles()
    expect(newest).toHaveLength(100)
    expect(newest.slice(0, 2)).toEqual(['Summer camp', 'Clinic 101'])
    expect(newest).not.toContain('Clinic 1')
    expect((await titles('?most=200')).slice(100)).toEqual(['Clinic 2', 'Clinic 1'])
    // A link to a clinic lists it in any case, and only for its own coach.
    const [first] = await query(`select id from clinics where title = 'Clinic 1'`)
    expect((await titles(`?clinicId=${first?.id}`)).slice(99)).toEqual(['Clinic 3', 'Clinic 1'])
    expect(await titles(`?clinicId=${camp}`)).toEqual(newest)
    const nora = await signedInCoach(product, 'Nora Quinn')
    expect(await titles(`?clinicId=${first?.id}`, nora)).toEqual([])
  })

  test('stays as it is when its place is removed, and can still be changed', async () => {
    const sam = await student('Sam Rivera')
    const there = { locationName: 'Palo Verde Range', address: '1 Desert Road', zip: '85016' }
    const { placeId } = (await maya.post('/api/coach/places', there)).json
    const id = await clinic({ placeId })
    await buy(sam, id)
    const use = (await maya.get(`/api/coach/places/${placeId}/use`)).json
    expect(use).toMatchObject({ lessonCount: 0, lessons: [], clinics: [{ id, title: 'Short game clinic' }] })
    const remove = (body: object) => maya.post(`/api/coach/places/${placeId}/removal`, body)
    expect((await remove({})).json).toEqual({ ok: false, reason: 'lessons_there' })
    expect((await remove({ keepLessons: true })).json).toEqual({ ok: true })
    const own = (await maya.get('/api/own-clinics')).json.find((one: { id: string }) => one.id === id)
    expect(own).toMatchObject({ placeId: null, place: 'Palo Verde Range', zone: 'America/Phoenix' })
    const { dates } = own.form
    const change = {
      clinicId: id,
      placeId: null,
      dates,
      title: 'Chipping clinic',
      priceCents: 7_000,
      seats: 9,
    }
    const changed = await save(change)
    expect(changed.status, changed.text).toBe(200)
    expect(await seatsOf(id)).toMatchObject({ title: 'Chipping clinic', state: 'open' })
    const moved = [{ ...dates[0], time: '11:00' }]
    expect((await save({ ...change, dates: moved })).json.code).toBe('dates_fixed')
    // Another place of the coach is not the clinic's.
    expect((await save({ clinicId: id, dates })).json.code).toBe('dates_fixed')
    expect((await save({ placeId: null })).json.code).toBe('no_such_place')
    expect((await maya.get('/api/own-clinics')).json[0].dates).toEqual(own.dates)
  })

  test('is not replaced from an outdated window, and the same change again is no conflict', async () => {
    const id = await clinic()
    const tag = async () =>
      (await maya.get('/api/own-clinics')).json.find((one: { id: string }) => one.id === id).tag
    const basedOn = await tag()
    const change = { clinicId: id, basedOn, priceCents: 7_500, youngest: 8 }
    expect((await save(change)).status).toBe(200)
    expect((await save(change)).status).toBe(200)
    const late = await save({ clinicId: id, basedOn, description: 'Chips and pitches.' })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    expect(await seatsOf(id)).toMatchObject({ priceCents: 7_500, youngest: 8 })
    expect((await save({ clinicId: id, basedOn: await tag(), priceCents: 8_000 })).status).toBe(200)

    const draft = (await save()).json.clinicId
    const stale = await save({ clinicId: draft, basedOn: 'older', priceCents: 1_000 })
    expect(stale.json.code).toBe('changed_elsewhere')
  })

  test('that its form saves again after a lost answer is one draft, changed, and not the clinic of another coach', async () => {
    const newClinicId = randomUUID()
    const drafts = async () => (await maya.get('/api/own-clinics')).json
    const saved = await Promise.all([save({ newClinicId }), save({ newClinicId })])
    expect(saved.map(({ json }) => json)).toEqual([{ clinicId: newClinicId }, { clinicId: newClinicId }])
    expect((await save({ newClinicId, title: 'Putting clinic' })).status).toBe(200)
    expect(await drafts()).toMatchObject([{ id: newClinicId, title: 'Putting clinic' }])

    const other = await signedInCoach(product, 'Jon Park')
    const [place] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
      other.userId,
    ])
    const foreign = await save({ newClinicId, placeId: place.id, title: 'Mine now' }, other)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'no_such_clinic'])
    expect((await publish(newClinicId)).status).toBe(200)
    const late = await save({ newClinicId, title: 'Bunker clinic' })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    expect(await drafts()).toMatchObject([{ id: newClinicId, title: 'Putting clinic', status: 'published' }])
  })

  test('is published with the address that its place has then, and not at a place that was removed', async () => {
    const there = { locationName: 'Palo Verde Range', address: '1 Desert Road', zip: '85016' }
    const { placeId } = (await maya.post('/api/coach/places', there)).json
    const { clinicId } = (await save({ placeId })).json
    await changePlace(placeId, { ...there, locationName: 'Saguaro Links', address: '2 Canyon Road' })
    expect((await publish(clinicId)).status).toBe(200)
    expect(await seatsOf(clinicId)).toMatchObject({
      place: 'Saguaro Links',
      address: expect.stringContaining('2 Canyon Road'),
    })

    const dates = [{ date: charlotteDay(24), time: '10:00', durationMinutes: 90 }]
    const draft = (await save({ placeId, dates })).json.clinicId
    await changePlace(placeId, { ...there, zip: '28202' })
    expect((await publish(draft)).json.code).toBe('other_time_zone')
    expect((await save({ clinicId: draft, placeId, dates })).status).toBe(200)
    await maya.post(`/api/coach/places/${placeId}/removal`, { keepLessons: true })
    expect((await publish(draft)).json.code).toBe('no_such_place')
    expect((await save({ clinicId: draft, dates })).status).toBe(200)
    expect((await publish(draft)).status).toBe(200)
  })

  test('stays where it is when its place moves to another ZIP code', async () => {
    const there = { locationName: 'Palo Verde Range', address: '1 Desert Road', zip: '85016' }
    const { placeId } = (await maya.post('/api/coach/places', there)).json
    const id = await clinic({ placeId })
    const sold = await seatsOf(id)
    await changePlace(placeId, { ...there, zip: '28202' })
    expect(await seatsOf(id)).toEqual(sold)
    const near = (await product.visitor().get('/api/clinics?zip=28202')).json
    expect(near.map((one: { id: string }) => one.id)).not.toContain(id)
    const own = (await maya.get('/api/own-clinics')).json.find((one: { id: string }) => one.id === id)
    expect(own).toMatchObject({ placeId: null, zone: 'America/Phoenix' })
    await buy(await student('Sam Rivera'), id)
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: sold.seatsLeft - 1 })
  })

  test('is changed by its own coach alone, who alone sees the names', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    await buy(sam, id, [await child(sam, 'Emma Rivera')])
    const nora = await signedInCoach(product, 'Nora Quinn')
    const [place] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
      nora.userId,
    ])
    expect((await save({ clinicId: id, placeId: place?.id }, nora)).status).toBe(404)
    expect((await publish(id, nora)).status).toBe(404)
    expect((await nora.post(`/api/own-clinics/${id}/cancellation`, {})).status).toBe(404)
    expect((await nora.get(`/api/own-clinics/${id}/participants`)).status).toBe(404)
    expect((await sam.get(`/api/own-clinics/${id}/participants`)).status).toBe(403)
    expect((await maya.get(`/api/own-clinics/${id}/participants`)).json).toEqual([
      expect.objectContaining({ name: 'Emma Rivera', bookedBy: 'Sam Rivera', state: 'booked' }),
    ])
    expect((await product.visitor().get(`/api/clinics/${id}`)).text).not.toContain('Rivera')
  })
})

test('a coach can have 40 drafts and clinics to come; those that are over do not count', async () => {
  const last = await clinic()
  for (let n = 1; n < 40; n++)
    await query(
      `insert into clinics (instructor_id, title, description, price_cents, seats, minimum, level, time_zone, location_name)
     select instructor_id, title, description, price_cents, seats, minimum, level, time_zone, location_name from clinics where id = $1`,
      [last],
    )
  expect((await save()).json.code).toBe('too_many_clinics')
  product.clock.moveTo(Date.parse(charlotteTime(20, 12)))
  const next = await save({ dates: [{ date: charlotteDay(30), time: '10:00', durationMinutes: 90 }] })
  expect(next.status, next.text).toBe(200)
})

describe('a purchase', () => {
  test('of two seats is one order with a payment for each, paid once', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    const players = [await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')]
    const held = await hold(sam, id, players)
    expect(held.json.priceCents).toBe(12_000)
    const again = await hold(sam, id, players.toReversed())
    expect(again.json.checkoutUrl).toBe(held.json.checkoutUrl)
    await pay(held.json.checkoutUrl, sam)
    expect(await statesOf(held.json.bookingIds)).toEqual(['confirmed completed', 'confirmed completed'])
    const orders = await query('select distinct order_id from payments where booking_id = any($1)', [
      held.json.bookingIds,
    ])
    expect(orders).toHaveLength(1)
    const session = held.json.checkoutUrl.split('/').at(-1)
    expect((await sam.get(`/api/checkouts/${session}`)).json).toMatchObject({
      amountCents: 12_000,
      seats: ['Emma Rivera', 'Leo Rivera'],
    })
    expect((await hold(sam, id, players)).json.code).toBe('already_in')
    for (const seat of held.json.bookingIds) await sam.post(`/api/bookings/${seat}/cancellation`)
    const [first] = held.json.bookingIds
    await refund([first])
    expect((await sam.get(`/api/checkouts/${session}`)).json, 'one of two refunds is sent').toMatchObject({
      state: 'refunded',
      refundedCents: 6_000,
      owedBackCents: 12_000,
    })
    await expectBalanced()
  })

  test('of two seats does not keep its account from closing after the clinic, and the clinic stays as it was', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    const seats = await buy(sam, id, [null, await child(sam, 'Emma Rivera')])
    product.clock.moveTo(Date.parse(charlotteTime(22, 10)))
    await completeDueLessons(product.services)
    const closed = await close(sam)
    expect(closed.status, closed.text).toBe(200)
    expect(
      await query('select status, golfer_id as golfer from bookings where id = any($1)', [seats]),
    ).toEqual([
      { status: 'completed', golfer: null },
      { status: 'completed', golfer: null },
    ])
    await maya.post('/api/coach/payout-account')
    await product.settle()
    product.clock.moveTo(Date.parse(charlotteTime(30, 10)))
    await releaseDuePayouts(product.services)
    const left = await close(maya)
    expect(left.status, left.text).toBe(200)
    expect(await query('select status from clinics where id = $1', [id])).toEqual([{ status: 'published' }])
  })

  test('is refused at another price or other terms, after the start, and of people of another account; asked for at once, or again, it is held once', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const id = await clinic()
    expect((await hold(sam, id, [null], { expectedPriceCents: 5_000 })).json.code).toBe('price_changed')
    expect((await hold(sam, id, [null], { expectedPolicy: 'strict' })).json.code).toBe('policy_changed')
    expect((await hold(sam, id, [await child(alex, 'Mia Kim')])).json.code).toBe('no_such_golfer')
    expect((await hold(sam, id, [null, null])).status).toBe(400)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => hold(sam, id)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ json }) => json.checkoutUrl)).size, 'held once').toBe(1)
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: 7 })
    // The terms change while the checkout is open.
    await query(`update instructor_profiles set cancellation_policy = 'strict' where user_id = $1`, [
      maya.userId,
    ])
    expect((await hold(sam, id)).json.code).toBe('policy_changed')
    const renewed = await hold(sam, id, [null], { expectedPolicy: 'strict' })
    expect(renewed.status, renewed.text).toBe(201)
    const old = answers[0]?.json.bookingIds
    expect(renewed.json.bookingIds).not.toEqual(old)
    expect(await statesOf(old)).toEqual(['cancelled failed'])
    const repeated = await hold(sam, id, [null], { expectedPolicy: 'strict' })
    expect(repeated.json.bookingIds, 'its answer was lost').toEqual(renewed.json.bookingIds)
    product.clock.moveTo(Date.parse(charlotteTime(20, 10)))
    expect((await hold(sam, id, [null], { expectedPolicy: 'strict' })).json.code).toBe('clinic_begun')
  })

  test('of the last seats holds them for 15 minutes; then others get them', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const id = await clinic({ seats: 2 })
    const held = await hold(sam, id, [null, await child(sam, 'Emma Rivera')])
    expect((await hold(alex, id)).json).toMatchObject({ code: 'sold_out' })
    // Paid in time, but the processor's event arrives late: one seat is left for two, so one is confirmed and the other refunded.
    product.clock.moveTo(testNow + 14 * MINUTE)
    await sam.post(`/api/test-checkouts/${held.json.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    const delayed: (PaymentEvent | null)[] = []
    await product.services.localCheckouts?.deliverEvents(async (_url, body, headers) => {
      const signature = new Headers(headers).get('stripe-signature') ?? ''
      delayed.push(product.services.payments.readEvent(body, signature, product.clock.now()))
      return 200
    })
    product.clock.moveTo(testNow + 16 * MINUTE)
    const alexHeld = await hold(alex, id)
    expect(alexHeld.status, alexHeld.text).toBe(201)
    for (const event of delayed) if (event) await applyPaymentEvent(product.services, event)
    await pay(alexHeld.json.checkoutUrl, alex)
    await refund(held.json.bookingIds)
    expect((await statesOf(held.json.bookingIds)).toSorted()).toEqual([
      'cancelled refunded',
      'confirmed completed',
    ])
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: 0 })
    await expectBalanced()
  })

  test('can be taken up again by a student who left the checkout, while others see that all seats are taken', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const id = await clinic({ seats: 3 })
    await buy(sam, id)
    const children = [await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')]
    const held = await hold(sam, id, children)
    const seenBy = async (who: Visitor) => (await who.get(`/api/clinics/${id}`)).json
    expect(await seenBy(sam)).toMatchObject({ state: 'open', seatsLeft: 2 })
    for (const other of [product.visitor(), alex, maya])
      expect(await seenBy(other)).toMatchObject({ state: 'sold_out', seatsLeft: 0 })
    expect((await hold(sam, id, children)).json.checkoutUrl).toBe(held.json.checkoutUrl)
    expect((await hold(sam, id, children.slice(1))).status).toBe(201)
    expect(await seenBy(sam)).toMatchObject({ state: 'open', seatsLeft: 2 })
    expect(await seenBy(alex)).toMatchObject({ state: 'open', seatsLeft: 1 })
    expect((await hold(alex, id)).status).toBe(201)
    expect(await seenBy(sam)).toMatchObject({ state: 'open', seatsLeft: 1 })
  })

  test('that is not paid is released as a whole, and each of its cards says how many seats it holds', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const id = await clinic({ seats: 2 })
    const held = await hold(sam, id, [await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')])
    const cards = (await sam.get('/api/bookings')).json
    expect(cards.map(({ heldTogether }: { heldTogether: number }) => heldTogether)).toEqual([2, 2])
    expect((await hold(alex, id)).json.code).toBe('sold_out')
    const [, leos] = held.json.bookingIds
    expect((await sam.send('DELETE', `/api/bookings/${leos}/hold`)).json).toEqual({ outcome: 'freed' })
    expect(await statesOf(held.json.bookingIds)).toEqual(['cancelled failed', 'cancelled failed'])
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: 2 })
    const [one] = (await hold(alex, id)).json.bookingIds
    expect((await alex.get(`/api/bookings/${one}`)).json).toMatchObject({ heldTogether: 1 })
    expect((await maya.get(`/api/bookings/${one}`)).json).toMatchObject({ heldTogether: null })
  })

  test('is refused for a child who is too young or too old, and for adults in a clinic of children', async () => {
    const sam = await student('Sam Rivera')
    const year = Number(charlotteDay(20).slice(0, 4))
    const id = await clinic({ youngest: 8, oldest: 12 })
    const aged = async (name: string, turns: number) =>
      (await sam.post('/api/me/golfers', { name, relation: 'child', yearOfBirth: year - turns })).json.id
    const [mia, leo, emma, noah] = [
      await aged('Mia', 7),
      await aged('Leo', 14),
      await aged('Emma', 8),
      await aged('Noah', 13),
    ]
    for (const [player, text] of [
      [mia, `Mia turns 7 in ${year}. This clinic is for ages 8 to 12.`],
      [leo, `Leo turns 14 in ${year}. This clinic is for ages 8 to 12.`],
      [null, 'This clinic is for ages 8 to 12. Choose a child instead of yourself.'],
    ])
      expect((await hold(sam, id, [emma, player])).json).toMatchObject({ code: 'wrong_age', message: text })
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: 8 })
    // Noah may be 12 on that day.
    expect((await hold(sam, id, [emma, noah])).status).toBe(201)
    const adults = await clinic({
      youngest: 16,
      dates: [{ date: charlotteDay(21), time: '10:00', durationMinutes: 90 }],
    })
    expect((await hold(sam, adults)).status).toBe(201)
  })

  test(`${tries} tries at once for eight seats get exactly eight, in every round`, {
    timeout: 60_000 + 60_000 * rounds,
  }, async () => {
    const students: Person[] = []
    while (students.length < tries)
      students.push(...(await Promise.all(Array.from({ length: 10 }, () => product.student()))))
    await query('update profiles set email_verified = true')
    for (let round = 0; round < rounds; round++) {
      const date = charlotteDay(21 + (round % 7))
      const time = `${10 + 2 * Math.floor(round / 7)}:00`
      const id = await clinic({ dates: [{ date, time, durationMinutes: 90 }] })
      // The holds of the round before expire, because a student can have three.
      product.clock.moveTo(testNow + round * HOUR)
      const answers = await Promise.all(students.map((one) => hold(one, id)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
      expect(answers.filter(({ json }) => json.code === 'sold_out')).toHaveLength(tries - 8)
      const [seats] = await query(
        "select count(*)::int as n from bookings where clinic_id = $1 and status <> 'cancelled'",
        [id],
      )
      expect(seats?.n).toBe(8)
    }
  })
})

describe('the letters', () => {
  const noticesOf = async (who: Person) =>
    (
      await query('select title, body from notifications where user_id = $1 order by created_at, title', [
        who.userId,
      ])
    ).map(({ title, body }) => `${title}: ${body}`)
  const twice = [20, 21].map((day) => ({ date: charlotteDay(day), time: '10:00', durationMinutes: 60 }))
  async function family() {
    const sam = await student('Sam Rivera')
    return {
      sam,
      players: [null, await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')],
    }
  }
  /** All letters to a person about the clinic, apart from those about the account. */
  const about = (who: Person) => letters(who, 'Short game clinic')

  test('about three seats bought at once are one to the buyer and one to the coach, with the names', async () => {
    const { sam, players } = await family()
    const ids = await buy(sam, await clinic({ dates: twice }), players)
    const [receipt, ...more] = await about(sam)
    expect(more).toEqual([])
    expect(receipt?.subject).toContain('You booked 3 seats with Coach Maya')
    for (const text of [
      'Sam Rivera',
      'Emma Rivera',
      'Leo Rivera',
      '$180',
      'Each seat is cancelled on its own',
    ])
      expect(receipt?.text).toContain(text)
    const [coachLetter, ...others] = await about(maya)
    expect(others).toEqual([])
    expect(coachLetter?.subject).toContain('Sam Rivera booked 3 seats')
    for (const name of ['Emma Rivera', 'Leo Rivera']) expect(coachLetter?.text).toContain(name)
    const notices = (await noticesOf(sam)).filter((text) => text.includes('seats'))
    expect(notices).toEqual([expect.stringContaining('You booked 3 seats with Coach Maya')])
    expect((await noticesOf(maya)).filter((text) => text.includes('Rivera'))).toEqual([
      expect.stringContaining('Sam Rivera booked 3 seats in your clinic'),
    ])
    // The calendar file has each date of each seat.
    const file = receipt?.text.match(/\/calendar\/lessons\/[^\s)]+\.ics/g) ?? []
    const calendars = await Promise.all(file.map((path) => product.visitor().get(path)))
    const all = calendars.find(({ text }) => (text.match(/BEGIN:VEVENT/g) ?? []).length === 6)
    for (const id of ids) expect(all?.text).toContain(`UID:${id}@greenside`)
  })

  test('about a purchase that was not paid are one, which names all people and leads back to the clinic', async () => {
    const { sam, players } = await family()
    const id = await clinic()
    const held = await hold(sam, id, players)
    product.clock.moveTo(testNow + 16 * MINUTE)
    await sweepHolds(product.services)
    await product.settle()
    expect(await statesOf(held.json.bookingIds)).toEqual(Array.from({ length: 3 }, () => 'cancelled failed'))
    const [letter, ...more] = await letters(sam, 'Not booked')
    expect(more).toEqual([])
    expect(letter?.subject).toContain('Not booked: 3 seats with Coach Maya, Short game clinic')
    expect(letter?.text).toContain('Emma Rivera, Leo Rivera and Sam Rivera')
    expect(letter?.text).toContain(`/clinics/${id}`)
    expect(letter?.text).not.toContain('instant-book')
    expect(letter?.text).toContain('If you still want to take part, see how many seats are left.')
    expect((await noticesOf(sam)).filter((text) => text.startsWith('Not booked'))).toEqual([
      expect.stringMatching(
        /^Not booked: 3 seats with Coach Maya: .* for Emma Rivera, Leo Rivera and Sam Rivera\./,
      ),
    ])
  })

  test('about one cancelled seat tell the coach that others can book the seat, not the time', async () => {
    const id = await clinic()
    const [sam, alex, kim] = [
      await student('Sam Rivera'),
      await student('Alex Kim'),
      await student('Kim Lee'),
    ]
    const [ofSam, ofAlex, ofKim] = [
      ...(await buy(sam, id)),
      ...(await buy(alex, id)),
      ...(await buy(kim, id)),
    ]
    // About one seat, the letter is that of a lesson.
    const booked = await letters(sam, 'You are booked with Coach Maya')
    expect(booked.map(({ text }) => text)).toEqual([expect.stringContaining('Short game clinic')])
    expect(await letters(maya, 'Sam Rivera booked')).toHaveLength(1)
    const free = 'Only this seat is cancelled. Others can book it again.'
    await sam.post(`/api/bookings/${ofSam}/cancellation`, {})
    await product.settle()
    const [letter] = await letters(maya, 'Cancelled: Sam Rivera')
    expect((await letters(sam, 'Cancelled'))[0]?.text).toContain(`/clinics/${id}`)
    expect(letter?.text).toContain(free)
    expect(letter?.text).not.toContain('book this time')
    const cancelled = await maya.post(`/api/bookings/${ofAlex}/cancellation`, { message: 'You were ill.' })
    expect(cancelled.status, cancelled.text).toBe(200)
    const noticesAbout = async (name: string) =>
      (await noticesOf(maya)).filter((text) => text.startsWith(`Cancelled: the lesson with ${name}`))
    expect(await noticesAbout('Alex Kim')).toEqual([expect.stringContaining(free)])
    await suspendCoach(await product.admin(), 'suspend-and-refund')
    await refund([ofKim ?? ''])
    expect(await statesOf([ofKim ?? ''])).toEqual(['cancelled refunded'])
    expect(await noticesAbout('Kim Lee')).toEqual([expect.not.stringMatching(/book|availability/)])
  })

  test('about a clinic that its coach cancels are one to a buyer of several seats, even of two purchases', async () => {
    const { sam, players } = await family()
    const alex = await student('Alex Kim')
    const id = await clinic()
    const [own, ...children] = players
    const ids = [
      ...(await buy(sam, id, children)),
      ...(await buy(sam, id, [own ?? null])),
      ...(await buy(alex, id)),
    ]
    await maya.post(`/api/own-clinics/${id}/cancellation`, { message: 'The range is flooded.' })
    await refund(ids)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    const [letter, ...more] = await letters(sam, 'Cancelled')
    expect(more).toEqual([])
    for (const text of [
      'Sam Rivera',
      'Emma Rivera',
      'Leo Rivera',
      'The range is flooded.',
      'all of the $180',
    ])
      expect(letter?.text).toContain(text)
    expect(await letters(sam, 'refund')).toEqual([])
    expect(await letters(alex, 'Cancelled: your lesson with Coach Maya')).toHaveLength(1)
    expect((await noticesOf(maya)).filter((text) => /cancel/i.test(text))).toEqual([
      expect.stringContaining('You cancelled Short game clinic'),
    ])
    expect(await letters(maya, 'Cancelled')).toEqual([])
  })

  test('about a clinic that its coach cancels say that a seat was refunded before, and do not offer seats to whoever held some; a late payment is refunded', async () => {
    const [sam, alex, kim] = [
      await student('Sam Rivera'),
      await student('Alex Kim'),
      await student('Kim Lee'),
    ]
    const id = await clinic()
    const [seat = ''] = await buy(sam, id)
    const [unpaid, late] = [await hold(alex, id), await hold(kim, id)]
    await product.services.db.transaction(async (tx) => {
      const payment = await lockPayment(product.services, tx, { bookingId: seat })
      if (!payment) throw new Error('there is no payment')
      const all = { key: `support:${seat}`, amountCents: 6_000, reason: 'support' } as const
      await startRefund(product.services, tx, payment, all)
    })
    await refund([seat])
    await maya.post(`/api/own-clinics/${id}/cancellation`, { message: 'The range is flooded.' })
    await product.settle()
    const [letter] = await letters(sam, 'Cancelled')
    expect(letter?.text).toContain('The $60 you paid was refunded before.')
    expect(letter?.text).not.toContain('not refunded')
    await pay(late.json.checkoutUrl, kim)
    await refund(late.json.bookingIds)
    expect(await statesOf(late.json.bookingIds)).toEqual(['cancelled refunded'])
    await expectBalanced()
    product.clock.moveTo(testNow + 16 * MINUTE)
    await expireHold(product.services, unpaid.json.bookingIds[0])
    await product.settle()
    const [notBooked] = await letters(alex, 'Not booked')
    expect(notBooked?.text).toContain('Seats in this clinic are no longer sold.')
  })

  test('about the seats of a suspended account are one to each side, whose refund they name', async () => {
    const suspend = async ({ userId }: Person) => {
      const admin = await product.admin()
      const act = { ids: [userId], shown: 1, reason: 'Fraud suspected, ticket 4711' }
      const done = await admin.post('/api/admin/lists/users/acts/suspend-and-refund', act)
      expect(done.json.changed).toEqual([userId])
    }
    const id = await clinic()
    const [first, second] = [await family(), await family()]
    const ids = [await buy(first.sam, id, first.players), await buy(second.sam, id, second.players)]
    await suspend(first.sam)
    await refund(ids[0] ?? [])
    const [toCoach, ...more] = await letters(maya, 'Cancelled')
    expect(more).toEqual([])
    expect(toCoach?.subject).toContain('Cancelled: 3 seats of Sam Rivera')
    for (const text of ['Emma Rivera', 'Leo Rivera', 'no share for these seats'])
      expect(toCoach?.text).toContain(text)
    await suspend(maya)
    await refund(ids[1] ?? [])
    for (const { sam } of [first, second]) {
      const [letter, ...others] = await letters(sam, 'Cancelled')
      expect(others).toEqual([])
      expect(letter?.text).toContain('we cancelled your 3 seats')
      expect(letter?.text).toContain('all of the $180')
      expect(await letters(sam, 'refund')).toEqual([])
    }
    expect(await statesOf(ids.flat())).toEqual(Array.from({ length: 6 }, () => 'cancelled refunded'))
    await expectBalanced()
  })

  test('about a camp that ends with its coach’s account after the first date name the full refund, and no reminder follows', async () => {
    const { camp, sam, ids } = await campThatHasBegun()
    const admin = await product.admin()
    expect((await admin.get(`/api/admin/users/${maya.userId}/promises`)).json.lessons).toMatchObject({
      count: 3,
      paidCents: 18_000,
    })
    await suspendCoach(admin, 'suspend-and-refund')
    await refund(ids)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    const [letter, ...more] = await letters(sam, 'Cancelled')
    expect(more).toEqual([])
    expect(letter?.text).toContain('all of the $180')
    expect(await ledgerOf(ids)).toEqual([])
    await expectBalanced()
    await settleClinics(product.services)
    await product.settle()
    const told = (await letters(sam, 'Short game clinic')).length
    product.clock.moveTo(Date.parse(charlotteTime(22, 10)) - 23 * HOUR)
    await remindOfLessons(product.services)
    product.clock.moveTo(Date.parse(charlotteTime(24, 10)))
    await completeDueLessons(product.services)
    await product.settle()
    expect(await letters(sam, 'Short game clinic')).toHaveLength(told)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    expect((await query('select status from clinics where id = $1', [camp]))[0]).toEqual({
      status: 'cancelled',
    })
  })
})

describe('a camp', () => {
  const threeDays = {
    dates: [20, 21, 22].map((day) => ({ date: charlotteDay(day), time: '10:00', durationMinutes: 180 })),
  }
  const lastEnd = Date.parse(charlotteTime(22, 13))
  beforeEach(() => maya.post('/api/coach/payout-account'))
  async function sharesDue() {
    const due: string[] = []
    for await (const share of dueShares(product.services.db, product.clock.now()))
      if ('bookingId' in share) due.push(share.bookingId)
    return due
  }

  test('is completed, and its coach paid, after the last date', async () => {
    const sam = await student('Sam Rivera')
    const [id] = await buy(sam, await clinic(threeDays))
    const shares = async () => (await sharesDue()).filter((one) => one === id)
    const isUpcoming = async () =>
      (await sam.get('/api/bookings')).json.some((one: { id: string }) => one.id === id)
    product.clock.moveTo(Date.parse(charlotteTime(20, 13)) + DAY + HOUR)
    await completeDueLessons(product.services)
    expect(await statesOf([id ?? ''])).toEqual(['confirmed completed'])
    expect((await maya.post(`/api/bookings/${id}/completion`)).json.code).toBe('not_over')
    expect(await isUpcoming()).toBe(true)
    product.clock.moveTo(lastEnd + DAY - MINUTE)
    await completeDueLessons(product.services)
    expect(await statesOf([id ?? ''])).toEqual(['confirmed completed'])
    expect(await shares()).toEqual([])
    product.clock.moveTo(lastEnd + DAY)
    await completeDueLessons(product.services)
    await product.settle()
    expect(await statesOf([id ?? ''])).toEqual(['completed completed'])
    product.clock.moveTo(lastEnd + 3 * DAY)
    expect(await shares()).toHaveLength(1)
    expect(await isUpcoming()).toBe(false)
  })

  test('can be cancelled by the terms of its first date; what is kept is paid after the last one', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic(threeDays)
    const [late] = await buy(sam, id, [null])
    const [tooLate] = await buy(sam, id, [await child(sam, 'Emma Rivera')])
    product.clock.moveTo(Date.parse(charlotteTime(20, 10)) - 30 * HOUR)
    const cancelled = await sam.post(`/api/bookings/${late}/cancellation`, {})
    expect(cancelled.json).toMatchObject({ refundCents: 3_000 })
    product.clock.moveTo(Date.parse(charlotteTime(21, 9)))
    expect((await sam.post(`/api/bookings/${tooLate}/cancellation`, {})).json.code).toBe('already_started')
    product.clock.moveTo(lastEnd + DAY - MINUTE)
    expect(await sharesDue()).toEqual([])
    product.clock.moveTo(lastEnd + DAY)
    expect(await sharesDue()).toContain(late)
    expect(await sharesDue()).not.toContain(tooLate)
  })

  test('is an event for each date in calendars', async () => {
    const sam = await student('Sam Rivera')
    const [id] = await buy(sam, await clinic(threeDays))
    const { text } = await sam.get(`/api/bookings/${id}/calendar.ics`)
    for (const [n, day] of [20, 21, 22].entries()) {
      expect(text).toContain(`UID:${id}${n > 0 ? `-${n + 1}` : ''}@greenside`)
      expect(text).toContain(`DTSTART:${charlotteTime(day, 10).slice(0, 19).replaceAll(/[-:]/g, '')}Z`)
    }
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    const after = (await sam.get(`/api/bookings/${id}/calendar.ics`)).text
    expect(after.match(/STATUS:CANCELLED/g)).toHaveLength(3)
    expect(after).toContain('METHOD:PUBLISH')
  })
})

describe('after a clinic', () => {
  test('neither the seat nor its time is offered as a lesson to book again, also by a coach who takes groups', async () => {
    await query(
      'update instructor_profiles set group_rate = 140, group_size = 4, group_bookable = true where user_id = $1',
      [maya.userId],
    )
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const lesson = await bookPaid(product, alex, { instructorId: maya.userId, start: charlotteTime(13, 10) })
    const id = await clinic({ dates: [{ date: charlotteDay(14), time: '10:00', durationMinutes: 60 }] })
    const [seat] = await buy(sam, id)
    await buy(alex, id)
    product.clock.moveTo(Date.parse(charlotteTime(15, 10)))
    expect((await sam.get(`/api/bookings/${seat}/times-again`)).json).toMatchObject({
      lessonType: null,
      times: [],
      priceCents: null,
      isOneTap: false,
    })
    expect((await sam.get('/api/me/coaches')).json).toMatchObject([
      { lessonsHad: 1, lastLesson: { start: charlotteTime(14, 10), bookingId: null, durationMinutes: null } },
    ])
    // A lesson before the clinic is what a student books again.
    expect((await alex.get('/api/me/coaches')).json).toMatchObject([
      {
        lessonsHad: 2,
        lastLesson: { start: charlotteTime(14, 10), bookingId: lesson, durationMinutes: 60 },
      },
    ])
  })
})

describe('an end', () => {
  test('of one seat leaves the others, and of the clinic by its coach refunds all that are left, with one letter each', async () => {
    const id = await clinic()
    const people = [
      await student('Ana Ortiz'),
      await student('Ben Cole'),
      await student('Cleo Park'),
    ] as const
    const ids: string[] = []
    for (const one of people) ids.push(...(await buy(one, id)))
    const times = () =>
      query('select from occupancies where clinic_date_id is not null and instructor_id = $1', [maya.userId])
    const [first, ...others] = people
    const cancelled = await first.post(`/api/bookings/${ids[0]}/cancellation`, {})
    expect(cancelled.status, cancelled.text).toBe(200)
    await refund(ids.slice(0, 1))
    expect(await statesOf(ids.slice(1))).toEqual(['confirmed completed', 'confirmed completed'])
    expect(await statesOf(ids.slice(0, 1))).toEqual(['cancelled refunded'])
    expect(await letters(first, 'Cancelled')).toHaveLength(1)
    for (const one of others) expect(await letters(one, 'Cancelled')).toEqual([])
    expect(await seatsOf(id)).toMatchObject({ seatsLeft: 6 })
    expect(await times()).toHaveLength(1)
    await expectBalanced()

    const message = 'The range is flooded.'
    const answer = await maya.post(`/api/own-clinics/${id}/cancellation`, { message })
    expect(answer.json).toEqual({ refundedSeats: 2 })
    await refund(ids)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    for (const one of others) {
      const [letter, ...more] = await letters(one, 'Cancelled')
      expect(letter?.text).toContain(message)
      expect(more).toEqual([])
    }
    expect(await letters(first, 'Cancelled')).toHaveLength(1)
    expect(await ledgerOf(ids)).toEqual([])
    await expectBalanced()
    expect(await seatsOf(id)).toMatchObject({ state: 'cancelled' })
    expect((await hold(first, id)).json.code).toBe('clinic_cancelled')
    expect(await times()).toEqual([])
  })

  test('of one seat by the coach closes no time between the dates of the camp, and the seat is sold again', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const date = (days: number) => ({ date: charlotteDay(days), time: '10:00', durationMinutes: 90 })
    const camp = await clinic({ dates: [date(14), date(20)], seats: 2 })
    const seats = await buy(sam, camp, [null, await child(sam, 'Emma Rivera')])
    for (const [n, freedTime] of ['closed', 'day_closed'].entries()) {
      const cancelled = await maya.post(`/api/bookings/${seats[n]}/cancellation`, {
        message: 'Get well soon.',
        freedTime,
      })
      expect(cancelled.json, cancelled.text).toEqual({ refundCents: 6_000 })
    }
    const lesson = { instructorId: maya.userId, durationMinutes: 60 }
    for (const start of [charlotteTime(14, 14), charlotteTime(17, 10)])
      expect((await alex.post('/api/bookings', { ...lesson, start })).status, start).toBe(201)
    expect(await seatsOf(camp)).toMatchObject({ state: 'open', seatsLeft: 2 })
    expect((await hold(alex, camp)).status).toBe(201)
  })

  test('below the minimum on the day of the decision refunds all, with one letter to each buyer and one to the coach', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const missed = await clinic({ minimum: 5, decideOn: charlotteDay(15) })
    const reached = await clinic({ minimum: 2, decideOn: charlotteDay(15), dates: [later] })
    const family = [null, await child(sam, 'Leo Rivera')]
    const ids = [...(await buy(sam, missed, family)), ...(await buy(alex, missed))]
    const kept = await buy(sam, reached, family)
    product.clock.moveTo(testNow + 13 * DAY)
    expect(await settleClinics(product.services)).toBe(0)
    product.clock.moveTo(Date.parse(charlotteTime(15, 12)) + MINUTE)
    await settleClinics(product.services)
    await settleClinics(product.services)
    await refund(ids)
    expect(await statesOf(ids)).toEqual(ids.map(() => 'cancelled refunded'))
    expect(await statesOf(kept)).toEqual(['confirmed completed', 'confirmed completed'])
    const [letter, ...more] = await letters(sam, 'Cancelled')
    expect(more).toEqual([])
    expect(letter?.text).toContain('fewer than 5 people signed up')
    expect(letter?.text).toContain('Leo Rivera')
    expect(await letters(alex, 'Cancelled')).toHaveLength(1)
    const [coachLetter, ...others] = await letters(maya, 'does not take place')
    expect(others).toEqual([])
    expect(coachLetter?.text).toContain('3 of the 5 people it needs signed up')
    expect(await letters(maya, 'Cancelled')).toEqual([])
    expect(await seatsOf(missed)).toMatchObject({ state: 'cancelled' })
    expect(await ledgerOf(ids)).toEqual([])
  })

  test('does not come from a minimum that is raised after its day, or after it was decided', async () => {
    const sam = await student('Sam Rivera')
    const minimum = { minimum: 2, decideOn: charlotteDay(15) }
    const [camp, open] = [await clinic(minimum), await clinic({ dates: [later] })]
    const [camps, opens] = [
      await buy(sam, camp, [null, await child(sam, 'Emma Rivera')]),
      await buy(sam, open),
    ]
    product.clock.moveTo(Date.parse(charlotteTime(15, 13)))
    const past = await save({ clinicId: open, dates: [later], minimum: 6, decideOn: charlotteDay(15) })
    expect([past.status, past.json.code]).toEqual([409, 'decides_too_late'])
    await settleClinics(product.services)
    const raised = await save({ clinicId: camp, minimum: 6, decideOn: charlotteDay(18) })
    expect([raised.status, raised.json.code]).toEqual([409, 'already_decided'])
    const kept = await save({ clinicId: camp, ...minimum, title: 'Short game evening' })
    expect(kept.status, kept.text).toBe(200)
    await settleClinics(product.services)
    expect(await statesOf([...camps, ...opens])).toEqual(
      Array.from({ length: 3 }, () => 'confirmed completed'),
    )
  })
  const later = { date: charlotteDay(21), time: '10:00', durationMinutes: 90 }

  test('below the minimum comes too late once the clinic has begun: it takes place, and its seats stay paid', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic({ minimum: 3, decideOn: charlotteDay(15) })
    const ids = await buy(sam, id)
    // No worker ran since the day of the decision.
    product.clock.moveTo(Date.parse(charlotteTime(20, 10)) + MINUTE)
    await settleClinics(product.services)
    expect(await statesOf(ids)).toEqual(['confirmed completed'])
    expect(await seatsOf(id)).not.toMatchObject({ state: 'cancelled' })
    expect(await letters(sam, 'Cancelled')).toEqual([])
    await expectBalanced()
  })

  test('a seat cannot be moved, and leaves its person to one seat', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    const [own] = await buy(sam, id)
    const moved = await sam.post(`/api/bookings/${own}/reschedule`, {
      start: charlotteTime(22, 10),
      confirmed: [],
    })
    expect(moved.json.code, moved.text).toBe('is_seat')
    const shown = (await sam.get(`/api/bookings/${own}`)).json
    expect(JSON.stringify(shown.actions)).not.toContain('"move"')
  })
})

describe('the API for other programs', () => {
  async function programOf(who: Person, scopes: string[]) {
    const made = await who.post('/api/me/access-tokens', { name: 'Family calendar', scopes, lifetime: '90' })
    expect(made.status, made.text).toBe(201)
    const authorization = `Bearer ${made.json.token}`
    const send = (method: string, path: string, body?: object) =>
      product.visitor().send(method, path, body && JSON.stringify(body), {
        authorization,
        'content-type': 'application/json',
      })
    return {
      get: (path: string) => send('GET', path),
      post: (path: string, body: object) => send('POST', path, body),
    }
  }
  const seatsFor = (players: (string | null)[]) => ({
    players,
    expectedPriceCents: 6_000,
    expectedPolicy: 'standard',
  })

  test('lists the clinics of a coach and reads one, without a token and without names', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    await save()
    await buy(sam, id, [await child(sam, 'Emma Rivera')])
    const listed = await product.visitor().get(`/api/v1/coaches/${maya.userId}/clinics`)
    expect(listed.json).toMatchObject({ items: [{ id, seatsLeft: 7, priceCents: 6_000 }], nextCursor: null })
    expect(listed.json.items).toHaveLength(1)
    const one = await product.visitor().get(`/api/v1/clinics/${id}`)
    expect(one.json).toMatchObject({ id, state: 'open', coach: { id: maya.userId } })
    expect(listed.text + one.text).not.toContain('Rivera')
    expect((await product.visitor().get(`/api/v1/clinics/${crypto.randomUUID()}`)).json).toMatchObject({
      code: 'no_such_clinic',
      status: 404,
    })
  })

  test('holds seats with the token of a student, who pays by the link', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    const emma = await child(sam, 'Emma Rivera')
    const program = await programOf(sam, ['bookings:read', 'bookings:write'])
    const path = `/api/v1/clinics/${id}/seats`
    const held = await program.post(path, seatsFor([null, emma]))
    expect(held.status, held.text).toBe(201)
    expect(held.json).toMatchObject({
      priceCents: 12_000,
      bookingIds: [expect.any(String), expect.any(String)],
    })
    expect((await program.post(path, seatsFor([emma, null]))).json.checkoutUrl).toBe(held.json.checkoutUrl)
    await pay(held.json.checkoutUrl, sam)
    const bookings = await program.get('/api/v1/bookings')
    expect(bookings.json.items).toHaveLength(2)
    expect(bookings.json.items[0]).toMatchObject({ seat: { clinicId: id }, status: 'confirmed' })
    expect((await program.post(path, seatsFor([emma]))).json).toMatchObject({
      code: 'already_in',
      status: 409,
    })
  })

  test('refuses tokens without the scope, tokens of coaches, golfers of others and callers without a token', async () => {
    const [sam, alex] = [await student('Sam Rivera'), await student('Alex Kim')]
    const path = `/api/v1/clinics/${await clinic()}/seats`
    const reader = await programOf(sam, ['bookings:read'])
    expect((await reader.post(path, seatsFor([null]))).status).toBe(403)
    const ofCoach = await programOf(maya, ['bookings:write'])
    expect((await ofCoach.post(path, seatsFor([null]))).status).toBe(403)
    const writer = await programOf(sam, ['bookings:write'])
    const mia = await child(alex, 'Mia Kim')
    expect((await writer.post(path, seatsFor([mia]))).json.code).toBe('no_such_golfer')
    expect((await product.visitor().post(path, seatsFor([null]))).status).toBe(401)
    await query('update profiles set suspended_at = $2 where id = $1', [sam.userId, new Date(testNow)])
    expect((await writer.post(path, seatsFor([null]))).status).toBe(401)
  })
})

describe('the panel on a coach’s own site', () => {
  const panel = async () => (await product.visitor().get(`/embed/${maya.userId}`)).text

  test('lists clinics that can be booked, with links to their pages in a new tab', async () => {
    expect(await panel()).not.toContain('Clinics and camps')
    const draft = (await save()).json.clinicId
    const id = await clinic({
      title: 'Chips & <pitches>',
      dates: [20, 21].map((day) => ({ date: charlotteDay(day), time: '10:00', durationMinutes: 60 })),
    })
    const text = await panel()
    expect(text).toContain(`<a href="/clinics/${id}" target="_blank" rel="noopener">`)
    expect(text).toContain('Chips &amp; &lt;pitches&gt;')
    expect(text).toMatch(/\$60 a seat/)
    expect(text).toContain(', and 1 more')
    expect(text).toContain('8 seats left')
    expect(text).not.toContain(draft)
    await maya.post(`/api/own-clinics/${id}/cancellation`, {})
    expect(await panel()).not.toContain('Clinics and camps')
  })
})

describe('the coach’s day', () => {
  const camp = {
    dates: [20, 21].map((day) => ({ date: charlotteDay(day), time: '10:00', durationMinutes: 180 })),
  }
  const dashboard = async () => (await maya.get('/api/coach/dashboard')).json
  const starts = (list: { start: string }[]) => list.map(({ start }) => start)

  test('shows each date of a camp once, on its day, and not its seats', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic({ ...camp, seats: 8 })
    expect(await dashboard()).toMatchObject({ upcomingLessons: 0, openHolds: 0, nextClinics: [{}, {}] })
    const held = await hold(sam, id, [null, await child(sam, 'Emma Rivera'), await child(sam, 'Leo Rivera')])
    // Held seats are times that students pay for.
    expect(await dashboard()).toMatchObject({ openHolds: 3, nextClinics: [{ taken: 3 }, { taken: 3 }] })
    await pay(held.json.checkoutUrl, sam)
    for (const [view, day, days] of [
      ['agenda', 20, [20, 21]],
      ['week', 21, [21]],
      ['day', 20, [20]],
      ['day', 21, [21]],
    ] as const) {
      const { entries } = (await maya.get(`/api/coach/schedule?view=${view}&date=${charlotteDay(day)}`)).json
      const shown = entries.filter(({ clinicId }: { clinicId?: string }) => clinicId === id)
      expect(starts(shown), view).toEqual(expect.arrayContaining(days.map((one) => charlotteTime(one, 10))))
      if (view === 'day') expect(shown).toHaveLength(1)
    }
    const before = await dashboard()
    expect(before).toMatchObject({
      todaysClinics: [],
      todaysLessons: [],
      nextLessons: [],
      upcomingLessons: 2,
    })
    expect(before.nextClinics).toMatchObject([
      { clinicId: id, start: charlotteTime(20, 10), taken: 3, seats: 8, title: 'Short game clinic' },
      { clinicId: id, start: charlotteTime(21, 10), taken: 3, seats: 8 },
    ])
    product.clock.moveTo(Date.parse(charlotteTime(20, 8)))
    const first = await dashboard()
    expect(starts(first.todaysClinics)).toEqual([charlotteTime(20, 10)])
    expect(starts(first.nextClinics)).toEqual([charlotteTime(21, 10)])
    // Late in the evening, the next UTC day has begun.
    product.clock.moveTo(Date.parse(charlotteTime(20, 23)))
    expect(await dashboard()).toMatchObject({
      todaysClinics: [{ start: charlotteTime(20, 10), isOver: true }],
      upcomingLessons: 1,
    })
    product.clock.moveTo(Date.parse(charlotteTime(21, 11)))
    const second = await dashboard()
    expect(second.todaysClinics).toMatchObject([{ start: charlotteTime(21, 10), isOver: false }])
    expect(second).toMatchObject({ nextClinics: [], todaysLessons: [] })
    product.clock.moveTo(Date.parse(charlotteTime(22, 11)))
    expect((await dashboard()).todaysClinics).toEqual([])
    // A cancelled clinic is not shown, and its held seats are no longer counted.
    product.clock.moveTo(testNow)
    const other = await clinic({ dates: [{ date: charlotteDay(24), time: '10:00', durationMinutes: 60 }] })
    await hold(sam, other)
    const withOther = await dashboard()
    expect([withOther.openHolds, withOther.nextClinics.length]).toEqual([1, 3])
    await maya.post(`/api/own-clinics/${other}/cancellation`, {})
    const without = await dashboard()
    expect([without.openHolds, without.nextClinics.length]).toEqual([0, 2])
  })

  test('is announced the evening before each date of a camp, as one line with the participants', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic(camp)
    await buy(sam, id, [null, await child(sam, 'Emma Rivera')])
    for (const [n, day] of [20, 21].entries()) {
      product.clock.moveTo(Date.parse(charlotteTime(day - 1, 19)))
      await sendTomorrowOverviews(product.services)
      await product.settle()
      await product.sendMessages()
      const found = await letters(maya, 'Tomorrow')
      expect(found).toHaveLength(n + 1)
      expect(found[0]?.text).toMatch(/10:00 AM E[DS]T: 2 participants, Short game clinic, /)
      expect(found[0]?.text).toContain('you teach 1 clinic on')
      const { items } = (await maya.get('/api/notifications')).json
      expect(items.map(({ title }: { title: string }) => title)).toContainEqual(
        expect.stringMatching(/^Tomorrow: 1 clinic, at 10:00 AM E[DS]T$/),
      )
    }
  })
})

describe('a message to all participants', () => {
  const content = 'Please bring a wedge.'
  const write = (id: string, change: object = {}, who: Visitor = maya) =>
    who.post(`/api/own-clinics/${id}/messages`, { content, clientId: crypto.randomUUID(), ...change })
  const messagesTo = async (who: Person) =>
    (
      await query(
        `select m.content from messages m join conversations c on c.id = m.conversation_id
         where c.student_id = $1 and m.sender_id = $2`,
        [who.userId, maya.userId],
      )
    ).map((row) => row.content)

  test('reaches each student with a paid seat once, in their own conversation, and skips who blocked the coach', async () => {
    const [sam, alex, held, gone] = [
      await student('Sam Rivera'),
      await student('Alex Kim'),
      await student('Holly Held'),
      await student('Gil Gone'),
    ]
    const id = await clinic()
    await buy(sam, id, [null, await child(sam, 'Emma Rivera')])
    await buy(alex, id)
    const [cancelled] = await buy(gone, id)
    await gone.post(`/api/bookings/${cancelled}/cancellation`, {})
    await hold(held, id)
    const clientId = crypto.randomUUID()
    for (let press = 0; press < 2; press++)
      expect((await write(id, { clientId })).json).toEqual({ sent: 2, notSent: [] })
    for (const who of [sam, alex]) expect(await messagesTo(who)).toEqual([content])
    for (const who of [held, gone]) expect(await messagesTo(who)).toEqual([])
    // A student who blocked the coach is left out, and the coach learns of it.
    const [talk] = await query('select id from conversations where student_id = $1', [alex.userId])
    const blocked = await alex.put(`/api/conversations/${talk?.id}/blocked`, { blocked: true })
    expect(blocked.status, blocked.text).toBe(200)
    expect((await write(id, { content: 'See you on Saturday.' })).json).toEqual({
      sent: 1,
      notSent: [{ name: 'Alex Kim', why: 'This person is not taking messages at the moment.' }],
    })
    expect(await messagesTo(alex)).toEqual([content])
  })

  test('is refused to other coaches and students, and without text; it is no conversation that is limited by the hour', async () => {
    const sam = await student('Sam Rivera')
    const id = await clinic()
    await buy(sam, id)
    const nora = await signedInCoach(product, 'Nora Quinn')
    expect((await write(id, {}, nora)).json.code).toBe('no_such_clinic')
    expect((await write(id, {}, sam)).status).toBe(403)
    expect((await write(id, { content: '  ' })).status).toBe(400)
    expect(await messagesTo(sam)).toEqual([])
    // Tests have no limits otherwise. The coach has begun as many conversations as an hour allows.
    const limits = createRateLimits(product.database.pool, true)
    const begin = () => limits.count('conversation-start', maya.userId, { points: 1, seconds: 3_600 })
    await begin()
    await expect(begin()).rejects.toThrow()
    const counting = vi.spyOn(product.services.rateLimits, 'count').mockImplementation(limits.count)
    const { json } = await write(id)
    counting.mockRestore()
    expect(json).toEqual({ sent: 1, notSent: [] })
    expect(await messagesTo(sam)).toEqual([content])
  })
})
