import { beforeEach, describe, expect, test } from 'vitest'
import { formatLesson } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { expectLockOrder } from '../support/lock-order.ts'
import { charlotteTime, wallTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose, shortGame } from '../support/proposals.ts'

/** A lesson takes place where it was booked: another place is chosen by name, and never follows from something else. */

const product = testProduct()
const phoenixTime = (days: number, hour: number) => wallTime('America/Phoenix', days, hour)
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let charlotte: string
let phoenix: string

const { query } = product

beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  const [first] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
    maya.userId,
  ])
  charlotte = first.id
  await query("update instructor_teaching_locations set zip = '28277' where id = $1", [charlotte])
  const [second] = await query(
    `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
     values ($1, 'Palo Verde Range', '9 Desert Way', 'Phoenix', 'AZ', 33.4484, -112.074, 'America/Phoenix') returning id`,
    [maya.userId],
  )
  phoenix = second.id
})

const removeCharlotte = async () => {
  const removed = await maya.post(`/api/coach/places/${charlotte}/removal`, {
    keepLessons: true,
    hours: 'remove',
  })
  expect(removed.json, removed.text).toMatchObject({ ok: true })
}
const lesson = async (id: string) => (await sam.get(`/api/bookings/${id}`)).json
const inCharlotte = {
  location: {
    id: null,
    name: 'Longleaf Hollow Golf Center',
    address: '1 Fairway Lane, Charlotte, NC 28277',
  },
  zone: 'America/New_York',
}
const inPhoenix = { location: { name: 'Palo Verde Range' }, zone: 'America/Phoenix' }

describe('a lesson whose place was deleted', () => {
  let id: string
  const move = (who: typeof sam, start: string, more: object = {}) =>
    who.post(`/api/bookings/${id}/reschedule`, { start, ...more })
  const newTimes = async (who: typeof sam, more = '') =>
    (await who.get(`/api/bookings/${id}/new-times${more}`)).json

  beforeEach(async () => {
    id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
    await removeCharlotte()
  })

  test('can’t be moved to another city by a student without choosing a place', async () => {
    for (const start of [charlotteTime(10, 10), phoenixTime(10, 10)])
      expect((await move(sam, start)).json).toMatchObject({ code: 'place_gone' })
    expect(await newTimes(sam)).toMatchObject({
      isPlaceGone: true,
      days: [],
      refusal: { code: 'place_gone' },
      otherPlaces: [{ id: phoenix, name: 'Palo Verde Range', city: 'Phoenix' }],
    })
    expect(await lesson(id)).toMatchObject({ start: charlotteTime(9, 10), ...inCharlotte })
  })

  test('is moved to the place the student chooses, in its time zone', async () => {
    const times = await newTimes(sam, `?locationId=${phoenix}`)
    expect(times).toMatchObject({ refusal: null, locationId: phoenix, zone: 'America/Phoenix' })
    expect((await move(sam, phoenixTime(10, 10), { locationId: phoenix })).status).toBe(200)
    expect(await lesson(id)).toMatchObject({ start: phoenixTime(10, 10), ...inPhoenix })
  })

  test('stays at its place when the coach moves it, in that place’s time zone', async () => {
    expect(await newTimes(maya)).toMatchObject({ refusal: null, zone: 'America/New_York' })
    const date = charlotteTime(10, 10).slice(0, 10)
    const own = await maya.get(
      `/api/coach/own-time?${new URLSearchParams({ date, time: '10:00', durationMinutes: '60', bookingId: id })}`,
    )
    expect(own.json).toMatchObject({ start: charlotteTime(10, 10), zone: 'America/New_York' })
    expect((await move(maya, charlotteTime(10, 10))).status).toBe(200)
    expect(await lesson(id)).toMatchObject({ start: charlotteTime(10, 10), ...inCharlotte })
  })

  test('can’t be moved to another coach’s place', async () => {
    const other = await signedInCoach(product, 'Other Coach')
    const [theirs] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
      other.userId,
    ])
    for (const who of [sam, maya])
      expect((await move(who, charlotteTime(10, 10), { locationId: theirs.id })).json).toMatchObject({
        code: 'slot_gone',
      })
  })
})

test('a moved lesson keeps its booked address; if its place changed city, the student must choose a place', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  const change = (column: string, value: string) =>
    query(`update instructor_teaching_locations set ${column} = $2 where id = $1`, [charlotte, value])
  await change('address', '11 Fairway Lane')
  const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(10, 10) })
  expect(moved.status, moved.text).toBe(200)
  expect((await lesson(id)).location).toEqual({ ...inCharlotte.location, id: charlotte })
  await change('city', 'Asheville')
  const again = await sam.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(11, 10) })
  expect(again.json).toMatchObject({ code: 'place_gone' })
})

test('a lesson moved to another place at its time is at the new place, and the letter says so', async () => {
  const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  // The same hour is earlier on the clocks of Phoenix, before the coach's hours there.
  const request = { start: charlotteTime(9, 10), locationId: phoenix, confirmed: ['outside_hours'] }
  const moved = await maya.post(`/api/bookings/${id}/reschedule`, request)
  expect(moved.status, moved.text).toBe(200)
  expect(await lesson(id)).toMatchObject({
    start: charlotteTime(9, 10),
    ...inPhoenix,
    changeNumber: 1,
    movedByCoach: true,
  })
  await product.settle()
  const [mail] = await query(
    `select body_text as text from local_vendor.outbox
       where idempotency_key like '%rescheduled-student:' || $1 || ':1' and channel = 'email'`,
    [id],
  )
  expect(mail.text).toContain('Your lesson has a new place')
  expect(mail.text).toContain('Palo Verde Range')
  expect(mail.text).toContain(
    `${formatLesson(charlotteTime(9, 10), 60, 'America/New_York')}, Longleaf Hollow Golf Center`,
  )
  expect(mail.text).not.toContain('new time')
  const notices = await query(
    `select user_id, title, body from notifications where kind = 'lesson_changed' and business_key like $1 || '%' order by title`,
    [id],
  )
  const now = `Now ${formatLesson(charlotteTime(9, 10), 60, 'America/Phoenix')}, Palo Verde Range`
  expect(notices).toEqual([
    { user_id: maya.userId, title: 'The lesson with Sam Rivera has a new place', body: now },
    { user_id: sam.userId, title: 'Your lesson with Coach Maya has a new place', body: now },
  ])
  expect((await maya.post(`/api/bookings/${id}/reschedule`, request)).status).toBe(200)
  expect((await lesson(id)).changeNumber).toBe(1)
})

test('an offer whose place was deleted can’t be accepted at another place', async () => {
  const start = charlotteTime(9, 10)
  const proposalId = await propose(product, maya, sam, {
    ...shortGame,
    times: [start],
    locationId: charlotte,
  })
  await removeCharlotte()
  const { times } = (await sam.get(`/api/proposals/${proposalId}`)).json
  expect(times).toMatchObject([{ start, isOpen: false }])
  const accepted = await sam.post(`/api/proposals/${proposalId}/acceptance`, { version: 1, start })
  expect(accepted.json).toMatchObject({ code: 'place_gone' })
  expect(await query('select id from bookings where proposal_id = $1', [proposalId])).toEqual([])
})

test('a package lesson whose place was deleted can only be booked at a chosen place', async () => {
  const start = charlotteTime(9, 10)
  const terms = { ...fiveLessons, times: [start], locationId: charlotte }
  const proposalId = await propose(product, maya, sam, terms)
  await acceptAndPay(product, sam, proposalId, start)
  await removeCharlotte()
  const [{ id: packageId }] = await query('select id from lesson_packages where proposal_id = $1', [
    proposalId,
  ])
  const book = (more: object = {}) =>
    sam.post(`/api/packages/${packageId}/lessons`, { start: phoenixTime(10, 10), ...more })
  expect((await book()).json).toMatchObject({ code: 'place_gone' })
  const booked = await book({ locationId: phoenix })
  expect(booked.status, booked.text).toBe(201)
  expect(await lesson(booked.json.bookingId)).toMatchObject(inPhoenix)
})

describe('deleting a place locks the schedule last and waits', () => {
  const schedule = () =>
    ({ table: 'instructor_schedules', column: 'instructor_id', id: maya.userId }) as const

  test('for a profile change such as a suspension', () =>
    expectLockOrder(
      product,
      { first: { table: 'instructor_profiles', column: 'user_id', id: maya.userId }, second: schedule() },
      removeCharlotte,
    ))

  test('for a change to a lesson there, such as a cancellation', async () => {
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
    await expectLockOrder(
      product,
      { first: { table: 'bookings', column: 'id', id }, second: schedule() },
      removeCharlotte,
    )
  })
})
