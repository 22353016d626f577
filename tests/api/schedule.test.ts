import { beforeEach, describe, expect, test } from 'vitest'
import type { ScheduleEntry, WeekSchedule } from '#features/schedule/schema.ts'
import { addDays, toIso } from '#platform/time.ts'
import { bookPaid, emailsAbout, signedInCoach } from '../support/lessons.ts'
import { charlotteDay, charlotteTime, wallTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

const read = async (query = '', person = maya): Promise<WeekSchedule> => {
  const answer = await person.get(`/api/coach/schedule${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const kinds = ({ entries }: WeekSchedule) => entries.map(({ kind }) => kind)
const lessonsOf = (schedule: WeekSchedule) =>
  schedule.entries.filter(
    (entry): entry is Extract<ScheduleEntry, { kind: 'lesson' }> => entry.kind === 'lesson',
  )
const book = (day: number, hour: number) =>
  bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(day, hour) })

describe('a coach’s calendar [row 95]', () => {
  test('shows lessons, holds, blocks and extra hours over the weekly hours, in the place’s time zone', async () => {
    const date = charlotteDay(4)
    const bookingId = await book(4, 10)
    const held = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(4, 13),
      durationMinutes: 60,
    })
    expect(held.status, held.text).toBe(201)
    await maya.post('/api/coach/availability/blocks', {
      from: date,
      to: date,
      startTime: '15:00',
      endTime: '16:00',
      note: 'Dentist',
    })
    await maya.post('/api/coach/availability/openings', {
      from: date,
      to: date,
      startTime: '18:00',
      endTime: '20:00',
    })
    const schedule = await read(`?view=day&date=${date}`)
    expect(schedule).toMatchObject({ zone: 'America/New_York', view: 'day', from: date, to: date })
    expect(kinds(schedule)).toEqual(['lesson', 'hold', 'block', 'opening'])
    expect(schedule.hours).toEqual([{ start: charlotteTime(4, 9), end: charlotteTime(4, 17) }])
    expect(schedule.entries[0]).toMatchObject({
      bookingId,
      student: { name: 'Sam Rivera' },
      start: charlotteTime(4, 10),
      end: charlotteTime(4, 11),
      status: 'confirmed',
      mayMove: true,
      priceCents: 8_500,
    })
    expect(schedule.entries[2]).toMatchObject({
      note: 'Dentist',
      isAllDay: false,
      start: charlotteTime(4, 15),
    })
  })

  test('shows busy times of connected calendars, with titles, only to the coach', async () => {
    const made = await product.database.pool.query<{ id: string }>(
      `with calendar as (insert into other_calendars (instructor_id, kind, name) values ($1, 'google', 'Family') returning id)
       insert into instructor_busy_times (instructor_id, calendar_id, starts_at, ends_at, title)
       select $1, id, $2, $3, 'Dentist' from calendar returning id`,
      [maya.userId, charlotteTime(4, 11), charlotteTime(4, 12)],
    )
    const { entries } = await read(`?view=day&date=${charlotteDay(4)}`)
    expect(entries).toEqual([
      {
        kind: 'busy',
        id: made.rows[0]?.id,
        calendar: 'Family',
        title: 'Dentist',
        start: charlotteTime(4, 11),
        end: charlotteTime(4, 12),
      },
    ])
    const bookingId = await book(4, 14)
    const looked = await maya.get(
      `/api/coach/schedule/time?bookingId=${bookingId}&durationMinutes=60&start=${encodeURIComponent(charlotteTime(4, 11))}`,
    )
    expect(looked.json).toMatchObject({ isFree: true, warnings: ['busy_elsewhere'] })
  })

  test('shows today by default, and no expired hold', async () => {
    await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: charlotteTime(2, 13),
      durationMinutes: 60,
    })
    const { today } = await read()
    expect(kinds(await read(`?view=agenda&date=${today}`))).toEqual(['hold'])
    product.clock.advance(16 * 60_000)
    expect(kinds(await read(`?view=agenda&date=${today}`))).toEqual([])
  })

  test('is private: another coach sees nothing of it, a student and a visitor are refused', async () => {
    await book(4, 10)
    const kim = await signedInCoach(product, 'Kim Park')
    expect((await read(`?view=agenda&date=${charlotteDay(1)}`, kim)).entries).toEqual([])
    const places = (await read()).places
    const theirs = await kim.get(`/api/coach/schedule?placeId=${places[0]?.id}`)
    expect([theirs.status, theirs.json.code]).toEqual([404, 'no_such_place'])
    expect((await sam.get('/api/coach/schedule')).status).toBe(403)
    expect((await product.visitor().get('/api/coach/schedule')).status).toBe(401)
  })

  test.each(['?view=year', '?date=2026-02-30', '?date=9999-01-01', '?date=x', '?placeId=1'])(
    'refuses %s',
    async (query) => expect((await maya.get(`/api/coach/schedule${query}`)).status).toBe(400),
  )

  test('is correct for a coach in Phoenix in both weeks of a clock change [A8]', async () => {
    const { pool } = product.database
    await pool.query(
      `update instructor_teaching_locations set time_zone = 'America/Phoenix' where instructor_id = $1`,
      [maya.userId],
    )
    for (const date of ['2026-10-31', '2026-11-01', '2026-11-02', '2027-03-13', '2027-03-14', '2027-03-15']) {
      const schedule = await read(`?view=day&date=${date}`)
      expect(schedule.zone).toBe('America/Phoenix')
      // Nine to five in Phoenix, seven hours behind UTC all year.
      expect(schedule.hours).toEqual([
        { start: `${date}T16:00:00.000Z`, end: `${addDays(date, 1)}T00:00:00.000Z` },
      ])
    }
  })

  test('shows the selected place in its own time zone', async () => {
    const made = await product.database.pool.query<{ id: string }>(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, time_zone)
       values ($1, 'Desert Links', 'Phoenix', 'AZ', 'America/Phoenix') returning id`,
      [maya.userId],
    )
    const date = charlotteDay(4)
    await maya.post('/api/coach/availability/blocks', {
      from: date,
      to: date,
      startTime: '15:00',
      endTime: '17:00',
    })
    const placeId = made.rows[0]?.id
    const schedule = await read(`?view=day&date=${date}&placeId=${placeId}`)
    expect(schedule.zone).toBe('America/Phoenix')
    const phoenix = (hour: number) => wallTime('America/Phoenix', 4, hour)
    expect(schedule.hours).toEqual([{ start: phoenix(9), end: phoenix(17) }])
    expect(schedule.entries).toMatchObject([{ kind: 'block', start: phoenix(15), end: phoenix(17) }])
    // The public page sells the same hours.
    const sold = await product
      .visitor()
      .get(
        `/api/coaches/${maya.userId}/slots?from=${date}&to=${date}&locationId=${placeId}&durationMinutes=60`,
      )
    const slots = sold.json.days[0].slots.map(({ start }: { start: string }) => start)
    expect([slots.at(0), slots.at(-1)]).toEqual([phoenix(9), phoenix(14)])
  })
})

describe('moving a lesson on the calendar', () => {
  const look = async (bookingId: string, start: string) =>
    (
      await maya.get(
        `/api/coach/schedule/time?bookingId=${bookingId}&durationMinutes=60&start=${encodeURIComponent(start)}`,
      )
    ).json

  test('previews the target as free, unusual, or taken with the reason; its own time is no conflict [A4]', async () => {
    const bookingId = await book(4, 10)
    await book(4, 14)
    expect(await look(bookingId, charlotteTime(4, 10, 30))).toMatchObject({
      isFree: true,
      warnings: [],
      reasons: [],
    })
    const early = await look(bookingId, charlotteTime(4, 7))
    expect(early).toMatchObject({ isFree: true, warnings: ['outside_hours'] })
    const taken = await look(bookingId, charlotteTime(4, 14, 30))
    expect(taken.isFree).toBe(false)
    expect(taken.reasons).toEqual([
      expect.stringMatching(/^60-minute Lesson with Sam Rivera, 2:00 – 3:00 PM E.T\.$/),
    ])
    expect((await look(bookingId, toIso(testNow - 3_600_000))).reasons).toEqual(['This time has passed.'])
  })

  test('keeps the calendar file’s UID, increments SEQUENCE, and notifies the student once [A4]', async () => {
    const bookingId = await book(4, 10)
    const file = async () => (await sam.get(`/api/bookings/${bookingId}/calendar.ics`)).text
    const line = (text: string, name: string) => text.split(/\r?\n/).find((one) => one.startsWith(`${name}:`))
    const before = await file()
    const start = charlotteTime(4, 7)
    const { warnings } = await look(bookingId, start)
    const refused = await maya.post(`/api/bookings/${bookingId}/reschedule`, { start, confirmed: [] })
    expect([refused.status, refused.json.code]).toEqual([409, 'not_confirmed_time'])
    const moved = await maya.post(`/api/bookings/${bookingId}/reschedule`, { start, confirmed: warnings })
    expect(moved.status, moved.text).toBe(200)
    await product.settle()
    const after = await file()
    expect(line(after, 'UID')).toBe(line(before, 'UID'))
    expect(line(before, 'SEQUENCE')).toBe('SEQUENCE:0')
    expect(line(after, 'SEQUENCE')).toBe('SEQUENCE:1')
    const told = await emailsAbout(product, bookingId)
    expect(
      told.filter((template) => /moved|rescheduled|changed/.test(template) && /student/.test(template)),
    ).toHaveLength(1)
    const [lesson] = lessonsOf(await read(`?view=day&date=${charlotteDay(4)}`))
    expect(lesson).toMatchObject({ bookingId, start, priceCents: 8_500 })
  })

  test('is not possible for another coach', async () => {
    const bookingId = await book(4, 10)
    const kim = await signedInCoach(product, 'Kim Park')
    const looked = await kim.get(
      `/api/coach/schedule/time?bookingId=${bookingId}&durationMinutes=60&start=${encodeURIComponent(charlotteTime(4, 10))}`,
    )
    expect(looked.json).toMatchObject({ isFree: true, reasons: [] })
    expect(looked.text).not.toContain('Sam')
  })
})
