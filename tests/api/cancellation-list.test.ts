import { beforeEach, describe, expect, test } from 'vitest'
import { announceOffer, offerFreedTimes } from '#features/cancellation-list/commands.ts'
import type { OwnList } from '#features/cancellation-list/schema.ts'
import { MINUTE } from '#platform/duration.ts'
import { addDays, dateIn, formatLesson } from '#platform/time.ts'
import { clinicTools } from '../support/clinics.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { outboxOf, workOff } from '../support/notified.ts'
import { charlotteDay, charlotteTime, goodCard, wallTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
const { query } = product
const zone = 'America/New_York'
/** Ten in the morning in Charlotte, outside of quiet hours. */
const morning = Date.parse(charlotteTime(0, 10)) >= testNow ? charlotteTime(0, 10) : charlotteTime(1, 10)
const lessonAt = charlotteTime(6, 12)
const lessonDay = dateIn(lessonAt, zone)

let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let lesson: string
beforeEach(async () => {
  product.clock.moveTo(Date.parse(morning))
  maya = await signedInCoach(product)
  sam = await product.student()
  lesson = await bookPaid(product, sam, { instructorId: maya.userId, start: lessonAt })
})

type Student = typeof sam
const ask = (who: Student, change: object = {}) =>
  who.post('/api/cancellation-list', {
    instructorId: maya.userId,
    from: lessonDay,
    to: lessonDay,
    durationMinutes: 60,
    ...change,
  })
/** A student on the list for the day of the lesson. */
async function waiting(name: string, change: object = {}) {
  const student = await product.student(name)
  const asked = await ask(student, change)
  expect(asked.status, asked.text).toBe(201)
  product.clock.advance(1_000)
  return student
}
const mine = async (who: Student): Promise<OwnList> => (await who.get('/api/cancellation-list')).json
const isOffered = async (who: Student) => (await mine(who)).offers.length === 1
const cancel = (body: object = {}, who: Student = sam) =>
  who.post(`/api/bookings/${lesson}/cancellation`, body)
async function openTimes() {
  const list = await product
    .visitor()
    .get(`/api/coaches/${maya.userId}/slots?from=${lessonDay}&to=${lessonDay}`)
  return list.json.days[0].slots.map((slot: { startTime: string }) => slot.startTime)
}
const notices = async (who: Student) =>
  (
    await query(
      `select title from notifications where user_id = $1 and kind = 'freed_time' order by created_at`,
      [who.userId],
    )
  ).map(({ title }) => title)
/** When the time that is held now is announced. */
async function announcedAt() {
  const [offer] = await query(`select announced_at from freed_time_offers where status = 'open'`)
  return Number(new Date(String(offer?.announced_at)))
}
/** Runs the worker's tasks: the sweep of every minute, and the emails that are due. */
async function work() {
  await offerFreedTimes(product.services)
  const due = await query(`select id from freed_time_offers where status = 'open' and announced_at <= $1`, [
    new Date(product.clock.now()),
  ])
  for (const { id } of due) await announceOffer(product.services, id)
}

describe('a freed time', () => {
  test('is held for the student who has waited longest, at the moment of cancellation; nobody else can book it', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    expect((await cancel()).status).toBe(200)
    expect([await isOffered(ana), await isOffered(ben)]).toEqual([true, false])
    expect(await openTimes()).not.toContain('12:00 PM')
    // It is not a lesson of this student yet.
    expect((await ana.get('/api/bookings?when=upcoming')).json).toEqual([])
    const [offer] = (await mine(ana)).offers
    expect(offer).toMatchObject({
      start: lessonAt,
      durationMinutes: 60,
      priceCents: 8500,
      place: 'Longleaf Hollow Golf Center',
    })
    expect(Date.parse(offer?.expiresAt ?? '') - product.clock.now()).toBe(120 * MINUTE)
    await work()
    expect(await notices(ana)).toEqual(['A time with Coach Maya opened'])
    const stranger = await product.student('Eve Stone')
    const tried = await stranger.post('/api/bookings', {
      instructorId: maya.userId,
      start: lessonAt,
      durationMinutes: 60,
    })
    expect(tried.status).toBe(409)
    // It belongs to the student after paying at the usual checkout; students who never got a turn are notified.
    await bookPaid(product, ana, { instructorId: maya.userId, start: lessonAt })
    const [time] = await query('select status from freed_times where booking_id = $1', [lesson])
    expect(time?.status).toBe('taken')
    expect(await mine(ana)).toEqual({ offers: [], requests: [], seatRequests: [] })
    expect(await notices(ben)).toEqual(['A time with Coach Maya went to another golfer'])
    expect((await mine(ben)).requests).toHaveLength(1)
    const coach = await maya.get('/api/coach/cancellation-list')
    expect(coach.json.freed).toMatchObject([{ status: 'taken', offeredTo: 1, student: 'Ana Ortiz' }])
  })

  test('is paid at the price and for the length of its offer, although the coach has changed both, unless the coach stopped taking bookings', async () => {
    const ana = await waiting('Ana Ortiz')
    await cancel()
    await query('update instructor_profiles set hourly_rate = 95 where user_id = $1', [maya.userId])
    const [offer] = (await mine(ana)).offers
    const wish = { instructorId: maya.userId, start: lessonAt, durationMinutes: 60 }
    // Other times have the new price.
    const later = { ...wish, start: charlotteTime(7, 15), expectedPriceCents: offer?.priceCents }
    expect((await ana.post('/api/bookings', later)).json.code).toBe('price_changed')
    const other = await ana.post('/api/bookings', { ...wish, expectedPriceCents: 9_000 })
    expect(other.json.code).toBe('price_changed')
    await query(`update instructor_profiles set lesson_durations = '{90}' where user_id = $1`, [maya.userId])
    expect((await ana.post('/api/bookings', later)).json.code, 'other times have the new lengths').toBe(
      'duration_not_offered',
    )
    const setVisible = (isVisible: boolean) =>
      query('update instructor_profiles set is_visible = $2 where user_id = $1', [maya.userId, isVisible])
    await setVisible(false)
    const hidden = await ana.post('/api/bookings', { ...wish, expectedPriceCents: offer?.priceCents })
    expect(hidden.json.code).toBe('duration_not_offered')
    await setVisible(true)
    const held = await ana.post('/api/bookings', { ...wish, expectedPriceCents: offer?.priceCents })
    expect(held.status, held.text).toBe(201)
    expect(held.json.priceCents).toBe(8_500)
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    await ana.post(`/api/test-checkouts/${session}/payments`, goodCard)
    await product.settle()
    const [booked] = (await ana.get('/api/bookings?when=upcoming')).json
    expect(booked).toMatchObject({
      status: 'confirmed',
      start: lessonAt,
      durationMinutes: 60,
      priceCents: 8_500,
    })
  })

  test('goes to the next student when it is passed on or expires, and then becomes public', async () => {
    const people = [await waiting('Ana Ortiz'), await waiting('Ben Cole'), await waiting('Cy Dunn')]
    const [ana, ben, cy] = people as [Student, Student, Student]
    await cancel()
    const { offers } = await mine(ana)
    expect((await ben.post(`/api/cancellation-list/offers/${offers[0]?.id}/pass`, {})).status).toBe(404)
    expect((await ana.post(`/api/cancellation-list/offers/${offers[0]?.id}/pass`, {})).status).toBe(200)
    expect([await isOffered(ana), await isOffered(ben)]).toEqual([false, true])
    await work()
    product.clock.advance(121 * MINUTE)
    await work()
    expect([await isOffered(ben), await isOffered(cy)]).toEqual([false, true])
    expect(await notices(ben)).toEqual([
      'A time with Coach Maya opened',
      'The time with Coach Maya is no longer held for you',
    ])
    expect(await notices(ana)).toEqual([])
    product.clock.advance(121 * MINUTE)
    await work()
    expect(await isOffered(cy)).toBe(false)
    expect(await openTimes()).toContain('12:00 PM')
    const [time] = await query('select status from freed_times where booking_id = $1', [lesson])
    expect(time?.status).toBe('public')
    const letters = await query(`select 1 from notifications where user_id = $1 and kind = 'hold_expired'`, [
      cy.userId,
    ])
    expect(letters).toEqual([])
  })

  test('that expires is announced as passed on only while there is a next student; the last one may book it', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    await cancel()
    for (const who of [ana, ben]) {
      expect(await isOffered(who)).toBe(true)
      await work()
      product.clock.advance(121 * MINUTE)
      await work()
    }
    await product.sendMessages()
    const subject = 'The time with Coach Maya is no longer held for you'
    const [passedOn, ended] = await Promise.all(
      [ana, ben].map(async ({ email }) =>
        (await lettersTo(product.database.pool, email)).filter((letter) => letter.subject === subject),
      ),
    )
    expect(passedOn).toEqual([
      expect.objectContaining({ text: expect.stringContaining('gone to the next golfer') }),
    ])
    expect(ended).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('If the time is still free, you can book it'),
      }),
    ])
    expect(ended?.[0]?.text).toContain(`/instant-book/${maya.userId}`)
    expect(ended?.[0]?.text).not.toContain('next golfer')
    const [notice] = await query('select body, href from notifications where user_id = $1 and title = $2', [
      ben.userId,
      subject,
    ])
    expect(notice).toEqual({
      body: expect.stringContaining('If it is still free, you can book it.'),
      href: `/instant-book/${maya.userId}`,
    })
    expect(await openTimes()).toContain('12:00 PM')
    await bookPaid(product, ben, { instructorId: maya.userId, start: lessonAt })
  })

  test('is announced by email only to the student for whom it is held when the email is sent', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    await cancel()
    await work()
    const { offers } = await mine(ana)
    await ana.post(`/api/cancellation-list/offers/${offers[0]?.id}/pass`, {})
    await work()
    await product.sendMessages()
    const sent = await query(
      `select user_id, status from email_logs where user_id = any($1) and template_key = 'freed-time-offered'`,
      [[ana.userId, ben.userId]],
    )
    const sentTo = sent.filter(({ status }) => status === 'sent').map(({ user_id }) => user_id)
    expect(sentTo).toEqual([ben.userId])
  })

  test('stays closed when the coach chooses so while canceling', async () => {
    const ana = await waiting('Ana Ortiz')
    const freed = await cancel({ freedTime: 'closed' }, maya)
    expect(freed.status, freed.text).toBe(200)
    expect(await isOffered(ana)).toBe(false)
    expect(await openTimes()).not.toContain('12:00 PM')
  })

  test('from a rescheduled lesson is offered too', async () => {
    const ana = await waiting('Ana Ortiz')
    const moved = await sam.post(`/api/bookings/${lesson}/reschedule`, { start: charlotteTime(7, 15) })
    expect(moved.status, moved.text).toBe(200)
    expect((await mine(ana)).offers).toMatchObject([{ start: lessonAt }])
  })

  test('from a lesson that was moved to another place is offered at the place where it was', async () => {
    const placesOf = `select id from instructor_teaching_locations where instructor_id = $1`
    const [first] = await query(placesOf, [maya.userId])
    const [second] = await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
       values ($1, 'Palo Verde Range', '9 Desert Way', 'Phoenix', 'AZ', 33.4484, -112.074, 'America/Phoenix') returning id`,
      [maya.userId],
    )
    const there = await waiting('Ana Ortiz', { locationId: second?.id })
    const here = await waiting('Ben Cole', { locationId: first?.id })
    const moved = await sam.post(`/api/bookings/${lesson}/reschedule`, {
      start: wallTime('America/Phoenix', 12, 14),
      locationId: second?.id,
    })
    expect(moved.status, moved.text).toBe(200)
    expect((await mine(there)).offers).toEqual([])
    expect((await mine(here)).offers).toMatchObject([
      { start: lessonAt, place: 'Longleaf Hollow Golf Center', zone },
    ])
    await product.settle()
    const letters = await lettersTo(product.database.pool, sam.email)
    const letter = letters.find(({ subject }) => subject.startsWith('Moved'))
    expect(letter?.text).toContain(formatLesson(lessonAt, 60, zone))
  })

  test('is not offered when a lesson only changes its place', async () => {
    const ana = await waiting('Ana Ortiz')
    const [second] = await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
       values ($1, 'Palo Verde Range', '9 Desert Way', 'Phoenix', 'AZ', 33.4484, -112.074, 'America/Phoenix') returning id`,
      [maya.userId],
    )
    const moved = await sam.post(`/api/bookings/${lesson}/reschedule`, {
      start: lessonAt,
      locationId: second?.id,
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await isOffered(ana)).toBe(false)
    expect(await query('select id from freed_times where booking_id = $1', [lesson])).toEqual([])
  })

  test('is not offered at another place when its own place was removed', async () => {
    const [{ id: first }] = await query(
      'select id from instructor_teaching_locations where instructor_id = $1',
      [maya.userId],
    )
    await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, address, city, state, lat, lng, time_zone)
       values ($1, 'Pine Ridge Range', '9 Pine Road', 'Charlotte', 'NC', 35.2271, -80.8431, 'America/New_York')`,
      [maya.userId],
    )
    const ana = await waiting('Ana Ortiz')
    const removed = await maya.post(`/api/coach/places/${first}/removal`, {
      keepLessons: true,
      hours: 'remove',
    })
    expect(removed.json, removed.text).toMatchObject({ ok: true })
    await cancel()
    expect((await mine(ana)).offers).toEqual([])
    const [time] = await query('select status from freed_times where booking_id = $1', [lesson])
    expect(time?.status).toBe('public')
  })

  test('is not held for a student with calendar access while booking is paused', async () => {
    const ana = await waiting('Ana Ortiz')
    await query('insert into student_calendar_access (instructor_id, student_id) values ($1, $2)', [
      maya.userId,
      ana.userId,
    ])
    await query(
      'update instructor_profiles set instant_book_paused_at = current_instant() where user_id = $1',
      [maya.userId],
    )
    await cancel()
    expect(await isOffered(ana)).toBe(false)
  })

  test('is offered to a student with a seat in a camp whose dates are on other days, not to one who is there then', async () => {
    const { begin, clinic, buy } = clinicTools(product)
    const at = (days: number) => ({ date: charlotteDay(days), time: '11:30', durationMinutes: 90 })
    const campOn = async (...days: number[]) => {
      await begin()
      return await clinic({ dates: days.map(at) })
    }
    const [other, same] = [await campOn(5, 7), await campOn(5, 6)]
    product.clock.moveTo(Date.parse(morning))
    const there = await waiting('Ana Ortiz')
    const free = await waiting('Ben Cole')
    await buy(there, same)
    await buy(free, other)
    await cancel()
    expect([await isOffered(there), await isOffered(free)]).toEqual([false, true])
  })

  test('is offered only to students it fits', async () => {
    const misfits = [
      await waiting('Another day', { from: addDays(lessonDay, 1), to: addDays(lessonDay, 2) }),
      await waiting('Evenings', { dayPart: 'evening' }),
    ]
    const later = await waiting('Ana Ortiz', { dayPart: 'afternoon', to: addDays(lessonDay, 6) })
    await cancel()
    for (const who of misfits) expect(await isOffered(who)).toBe(false)
    expect(await isOffered(later)).toBe(true)
    expect(await isOffered(sam)).toBe(false)
  })

  test('at night waits until the next student’s morning', async () => {
    const ana = await waiting('Ana Ortiz')
    product.clock.moveTo(Date.parse(morning) + 13 * 60 * MINUTE)
    await sam.signInAgain()
    await ana.signInAgain()
    await cancel()
    const [offer] = await query('select announced_at, expires_at from freed_time_offers').then((rows) =>
      rows.slice(-1),
    )
    const announced = Number(new Date(String(offer?.announced_at)))
    expect(new Date(announced).toLocaleTimeString('en-US', { timeZone: zone })).toBe('8:00:00 AM')
    await work()
    expect(await notices(ana)).toEqual([])
    product.clock.moveTo(announced)
    await work()
    expect(await notices(ana)).toEqual(['A time with Coach Maya opened'])
  })

  test('goes to the next student in the morning when the first one left the list at night', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    // She never left the list for dates that have passed.
    expect((await ask(ana, { from: addDays(lessonDay, 1), to: addDays(lessonDay, 2) })).status).toBe(201)
    await query(
      `update cancellation_requests set from_date = from_date - 300, to_date = to_date - 300
       where student_id = $1 and from_date = $2`,
      [ana.userId, addDays(lessonDay, 1)],
    )
    product.clock.moveTo(Date.parse(morning) + 13 * 60 * MINUTE)
    for (const who of [sam, ana]) await who.signInAgain()
    await cancel()
    expect(await isOffered(ana)).toBe(true)
    const { requests } = await mine(ana)
    const left = await ana.send('DELETE', `/api/cancellation-list/${requests[0]?.id}`)
    const announced = await announcedAt()
    const heldUntil = async () => Date.parse((await mine(ana)).offers[0]?.expiresAt ?? '')
    expect(await heldUntil()).toBe(announced)
    await ana.post('/api/cancellation-list/restorations', { undo: left.json.undo })
    expect(await heldUntil()).toBe(announced + 120 * MINUTE)
    await ana.send('DELETE', `/api/cancellation-list/${requests[0]?.id}`)
    product.clock.moveTo(announced)
    await work()
    for (const who of [ana, ben]) await who.signInAgain()
    expect([await isOffered(ana), await isOffered(ben)]).toEqual([false, true])
    expect(await notices(ana)).toEqual([])
  })

  test('stays with the first student who left the list at night and joined it again for other dates', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    product.clock.moveTo(Date.parse(morning) + 13 * 60 * MINUTE)
    for (const who of [sam, ana]) await who.signInAgain()
    await cancel()
    const { requests } = await mine(ana)
    await ana.send('DELETE', `/api/cancellation-list/${requests[0]?.id}`)
    expect((await ask(ana, { to: addDays(lessonDay, 2) })).status).toBe(201)
    const announced = await announcedAt()
    product.clock.moveTo(announced)
    await work()
    for (const who of [ana, ben]) await who.signInAgain()
    expect((await mine(ana)).offers).toMatchObject([{ start: lessonAt }])
    expect(Date.parse((await mine(ana)).offers[0]?.expiresAt ?? '')).toBe(announced + 120 * MINUTE)
    expect(await isOffered(ben)).toBe(false)
  })

  test('becomes public at once when nobody is left on the list', async () => {
    const ana = await waiting('Ana Ortiz')
    const { requests } = await mine(ana)
    expect((await sam.send('DELETE', `/api/cancellation-list/${requests[0]?.id}`)).status).toBe(404)
    for (const _ of [1, 2])
      expect((await ana.send('DELETE', `/api/cancellation-list/${requests[0]?.id}`)).status).toBe(200)
    await cancel()
    expect(await openTimes()).toContain('12:00 PM')
  })

  test('does not send a false notice when a student starts paying and then cancels', async () => {
    const ana = await waiting('Ana Ortiz')
    await cancel()
    const held = await ana.post('/api/bookings', {
      instructorId: maya.userId,
      start: lessonAt,
      durationMinutes: 60,
    })
    expect(held.status, held.text).toBe(201)
    expect((await mine(ana)).offers).toHaveLength(1)
    product.clock.advance(121 * MINUTE)
    await work()
    expect(await openTimes()).toContain('12:00 PM')
    const session = String(held.json.checkoutUrl).split('/').at(-1)
    const late = await ana.post(`/api/test-checkouts/${session}/payments`, goodCard)
    expect(late.status).toBeGreaterThanOrEqual(400)
  })
})

describe('the unsubscribe link in an email', () => {
  /** The link in the email about an offered time, and its token. */
  async function leavingLink(who: Student) {
    await work()
    await workOff(product)
    const letter = (await outboxOf(product, who)).find(({ subject }) => subject?.startsWith('A time with'))
    const [link = ''] = letter?.body_html?.match(/http:[^"]+\/leave-list\?token=[^"]+/) ?? []
    const url = new URL(link.replaceAll('&amp;', '&'))
    return { path: url.pathname + url.search, token: url.searchParams.get('token') ?? '' }
  }
  const look = (token: string) =>
    product.visitor().get(`/api/cancellation-list/leaving?token=${encodeURIComponent(token)}`)

  test('can be opened without leaving, works signed out, and works twice without an error', async () => {
    const ana = await waiting('Ana Ortiz')
    await cancel()
    const { token } = await leavingLink(ana)
    expect((await mine(ana)).offers).toMatchObject([{ isWaiting: true }])
    expect((await look(token)).json).toEqual({
      coach: { id: maya.userId, label: 'Coach Maya' },
      clinic: null,
      from: lessonDay,
      to: lessonDay,
      status: 'waiting',
      holdsTime: true,
    })
    expect((await mine(ana)).requests).toHaveLength(1)
    for (const _ of [1, 2]) {
      const left = await product.visitor().post('/api/cancellation-list/leaving', { token })
      expect(left.json).toMatchObject({ status: 'left', holdsTime: true })
    }
    // The held time stays reserved for the student.
    expect(await mine(ana)).toMatchObject({ requests: [], offers: [{ start: lessonAt, isWaiting: false }] })
    // When the hold expires, the student is not told to be still on the list.
    product.clock.advance(121 * MINUTE)
    await work()
    await workOff(product)
    expect(await openTimes()).toContain('12:00 PM')
    expect(await notices(ana)).toEqual(['A time with Coach Maya opened'])
    const later = (await outboxOf(product, ana)).filter(({ subject }) => subject?.includes('no longer held'))
    expect(later).toEqual([])
  })

  test('is not recognized when it was changed or made for another list; it also works with the plain form', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    await cancel()
    const { path, token } = await leavingLink(ana)
    const [request] = (await mine(ben)).requests
    const mark = token.slice(token.lastIndexOf('.'))
    for (const forged of [`${request?.id}${mark}`, `${token}A`, token.slice(1), String(request?.id), '']) {
      expect((await look(forged)).json.code, forged).toBe('no_such_link')
      const left = await product.visitor().post('/api/cancellation-list/leaving', { token: forged })
      expect(left.status, forged).toBe(404)
    }
    expect((await mine(ben)).requests).toHaveLength(1)
    expect((await mine(ana)).requests).toHaveLength(1)
    // The plain form shows its page again.
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await product.visitor().send('POST', path, '', form)).status).toBe(303)
    expect((await mine(ana)).requests).toEqual([])
    expect((await product.visitor().send('POST', '/leave-list?token=nothing', '', form)).status).toBe(303)
  })
})

describe('leaving the list', () => {
  const leave = async (who: Student) => {
    const [request] = (await mine(who)).requests
    return (await who.send('DELETE', `/api/cancellation-list/${request?.id}`)).json.undo
  }
  const comeBack = (who: Student, undo: string) => who.post('/api/cancellation-list/restorations', { undo })

  test('can be undone, with the earlier place on the list', async () => {
    const [ana, ben] = [await waiting('Ana Ortiz'), await waiting('Ben Cole')]
    const undo = await leave(ana)
    expect((await comeBack(ben, undo)).json.code).toBe('no_such_request')
    expect((await mine(ana)).requests).toEqual([])
    for (const _ of [1, 2]) expect((await comeBack(ana, undo)).status).toBe(200)
    expect((await mine(ana)).requests).toHaveLength(1)
    await cancel()
    expect([await isOffered(ana), await isOffered(ben)]).toEqual([true, false])
  })

  test('cannot be undone after ten minutes, and makes no second entry after joining again', async () => {
    const ana = await waiting('Ana Ortiz')
    const undo = await leave(ana)
    await ask(ana)
    expect((await comeBack(ana, undo)).status).toBe(200)
    expect((await mine(ana)).requests).toHaveLength(1)
    const late = await leave(ana)
    product.clock.advance(11 * MINUTE)
    expect((await comeBack(ana, late)).json.code).toBe('undo_expired')
    expect((await mine(ana)).requests).toEqual([])
  })
})

describe('joining the list', () => {
  test('twice for the same thing is one place on the list', async () => {
    const ana = await waiting('Ana Ortiz')
    await ask(ana)
    expect((await mine(ana)).requests).toHaveLength(1)
    expect((await maya.get('/api/coach/cancellation-list')).json.waiting).toEqual([
      { from: lessonDay, to: lessonDay, durationMinutes: 60, golfers: 1 },
    ])
  })

  test('for anything that cannot be had is refused', async () => {
    const refused: [string, object, string][] = [
      ['dates that have passed', { from: '2020-01-01', to: '2020-01-02' }, 'in_the_past'],
      ['dates backwards', { from: '2031-01-02', to: '2031-01-01' }, 'bad_input'],
      ['more than a month', { from: '2031-01-01', to: '2031-03-01' }, 'bad_input'],
      ['dates far ahead', { from: '2048-01-01', to: '2048-01-02' }, 'too_far_ahead'],
      ['a length nobody teaches', { durationMinutes: 75 }, 'duration_not_offered'],
      ['an unknown coach', { instructorId: '00000000-0000-4000-8000-000000000000' }, 'no_such_coach'],
      ['a strange place', { locationId: '00000000-0000-4000-8000-000000000000' }, 'no_such_place'],
    ]
    for (const [what, change, code] of refused) expect((await ask(sam, change)).json.code, what).toBe(code)
  })

  test('is limited to ten entries', async () => {
    for (let n = 0; n < 10; n++) expect((await ask(sam, { to: addDays(lessonDay, n) })).status).toBe(201)
    const more = await ask(sam, { to: addDays(lessonDay, 11) })
    expect([more.status, more.json.code]).toEqual([409, 'too_many_requests'])
  })
})
