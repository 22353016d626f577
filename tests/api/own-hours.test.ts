import { beforeEach, describe, expect, test } from 'vitest'
import type { AvailabilitySettings, Preview } from '#features/availability/own-hours/schema.ts'
import { addDays, dayOfWeek } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
})

const settings = async (): Promise<AvailabilitySettings> => (await maya.get('/api/coach/availability')).json
/** The open times of a date, as students see them: `9:00 AM`. */
async function openOn(date: string, coach = maya): Promise<string[]> {
  const list = await product.visitor().get(`/api/coaches/${coach.userId}/slots?from=${date}&to=${date}`)
  return list.json.days[0].slots.map((slot: { startTime: string }) => slot.startTime)
}
const dateAt = async (days: number) => addDays((await settings()).today, days)
async function nextSunday() {
  const from = await dateAt(3)
  return addDays(from, (7 - dayOfWeek(from)) % 7)
}
const saveWeek = (week: object, basedOn: string) =>
  maya.put('/api/coach/availability/week', { basedOn, week })

describe('weekly hours [row 96]', () => {
  test('are read and replaced as a whole, and students see them at once', async () => {
    const { week, weekTag, rules } = await settings()
    expect(week.hours).toHaveLength(7)
    expect(rules).toEqual({ noticeHours: 24, windowDays: 30, stepMinutes: 30, bufferMinutes: 0 })
    const date = await dateAt(4)
    const hours = [
      { calendarId: null, day: dayOfWeek(date), from: '07:30', to: '09:00', weekParity: null },
      { calendarId: null, day: dayOfWeek(date), from: '13:00', to: '14:00', weekParity: null },
    ]
    const saved = await saveWeek({ calendars: [], instantBookCalendarId: null, hours }, weekTag)
    expect([saved.status, saved.json.week.hours]).toEqual([200, hours])
    expect(await openOn(date)).toEqual(['7:30 AM', '8:00 AM', '1:00 PM'])
    expect(await openOn(addDays(date, 1))).toEqual([])
  })

  test('saved in an outdated window are refused with a message, and nothing is overwritten', async () => {
    const { week, weekTag } = await settings()
    const first = await saveWeek({ ...week, hours: week.hours.slice(0, 3) }, weekTag)
    expect(first.status).toBe(200)
    const second = await saveWeek({ ...week, hours: [] }, weekTag)
    expect([second.status, second.json.code]).toEqual([409, 'changed_elsewhere'])
    expect((await settings()).week.hours).toHaveLength(3)
    expect((await saveWeek({ ...week, hours: [] }, first.json.weekTag)).status).toBe(200)
  })

  test('saved again because the response was lost, are saved, in any order of the hours', async () => {
    const { week, weekTag } = await settings()
    const mine = { ...week, hours: week.hours.slice(0, 3) }
    const first = await saveWeek(mine, weekTag)
    const again = await saveWeek({ ...mine, hours: mine.hours.toReversed() }, weekTag)
    expect([again.status, again.json.weekTag]).toEqual([200, first.json.weekTag])
  })

  test('saved by two windows at once: one wins', async () => {
    const { week, weekTag } = await settings()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => saveWeek({ ...week, hours: week.hours.slice(n) }, weekTag)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('that overlap, end before they begin or have an unknown place are refused by their position in the list', async () => {
    const { weekTag } = await settings()
    const range = { calendarId: null, day: 1, from: '09:00', to: '12:00', weekParity: null }
    const issues = async (hours: object[]) =>
      (await saveWeek({ calendars: [], instantBookCalendarId: null, hours }, weekTag)).json.data?.issues
    expect(await issues([range, { ...range, from: '11:00', to: '13:00' }])).toEqual([
      { path: 'week.hours.1', message: 'Overlaps 9:00 AM – 12:00 PM' },
    ])
    expect(await issues([{ ...range, to: '08:00' }])).toEqual([
      { path: 'week.hours.0', message: 'Must end after it begins' },
    ])
    expect(await issues([{ ...range, calendarId: maya.userId }])).toEqual([
      { path: 'week.hours.0', message: 'This calendar no longer exists' },
    ])
    expect(await issues([{ ...range, from: '9 o’clock' }])).toHaveLength(1)
    // The even and the odd weeks don't meet.
    const alternating = [
      { ...range, weekParity: 0 },
      { ...range, from: '10:00', weekParity: 1 },
    ]
    const saved = await saveWeek({ calendars: [], instantBookCalendarId: null, hours: alternating }, weekTag)
    expect(saved.status).toBe(200)
  })

  test('in a named calendar: students book the chosen calendar, and hours of a place apply only there', async () => {
    const place = await product.database.pool.query<{ id: string }>(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, time_zone)
       values ($1, 'Fort Mill', 'Fort Mill', 'SC', 'America/New_York') returning id`,
      [maya.userId],
    )
    const placeId = String(place.rows[0]?.id)
    const { week, weekTag } = await settings()
    const date = await dateAt(4)
    const id = '5b0c0a5e-0000-4000-8000-000000000001'
    const evening = { calendarId: id, day: dayOfWeek(date), from: '18:00', to: '19:00', weekParity: null }
    const calendars = [{ id, name: 'Evenings', placeId: null as string | null }]
    const saved = await saveWeek(
      { calendars, instantBookCalendarId: id, hours: [...week.hours, evening] },
      weekTag,
    )
    expect(saved.status, saved.text).toBe(200)
    expect(await openOn(date)).toEqual(['6:00 PM'])
    const there = await saveWeek(
      {
        calendars: [{ id, name: 'Evenings', placeId }],
        instantBookCalendarId: null,
        hours: [...week.hours, evening],
      },
      saved.json.weekTag,
    )
    expect(there.status, there.text).toBe(200)
    expect(await openOn(date)).not.toContain('6:00 PM')
    const gone = await saveWeek(
      { calendars: [], instantBookCalendarId: null, hours: week.hours },
      there.json.weekTag,
    )
    expect(gone.json.week.calendars).toEqual([])
    const strange = await saveWeek(
      { calendars: [{ id, name: 'Evenings', placeId: maya.userId }], instantBookCalendarId: null, hours: [] },
      gone.json.weekTag,
    )
    expect(strange.status).toBe(404)
  })

  test('of another coach can’t be read or changed', async () => {
    const other = await signedInCoach(product, 'Dale Whitaker')
    const theirs = async () => (await other.get('/api/coach/availability')).json.week
    const before = await theirs()
    const { weekTag } = await settings()
    const id = '5b0c0a5e-0000-4000-8000-000000000002'
    const named = await saveWeek(
      { calendars: [{ id, name: 'Evenings', placeId: null }], instantBookCalendarId: id, hours: [] },
      weekTag,
    )
    expect(named.status, named.text).toBe(200)
    expect(await theirs()).toEqual(before)
    await saveWeek({ calendars: [], instantBookCalendarId: null, hours: [] }, named.json.weekTag)
    expect(await theirs()).toEqual(before)
    const date = await dateAt(5)
    const blocked = await maya.post('/api/coach/availability/blocks', { from: date, to: date })
    const answer = await other.send('DELETE', `/api/coach/availability/acts/${blocked.json.act}`)
    expect(answer.json).toEqual({ dates: 0 })
    expect((await settings()).acts).toHaveLength(1)
  })
})

describe('blocked dates and extra hours [row 96]', () => {
  test('ten dates are blocked in one action, none can be booked, and one undo restores all', async () => {
    const from = await dateAt(3)
    const to = addDays(from, 9)
    const all = () => Promise.all(Array.from({ length: 10 }, (_, nth) => openOn(addDays(from, nth))))
    const before = await all()
    const blocked = await maya.post('/api/coach/availability/blocks', { from, to, note: 'Holiday' })
    expect(blocked.json).toEqual({ ok: true, act: expect.any(Number) })
    expect((await all()).flat()).toEqual([])
    expect((await settings()).acts).toMatchObject([
      { kind: 'block', from, to, startTime: null, note: 'Holiday' },
    ])
    const taken = await maya.send('DELETE', `/api/coach/availability/acts/${blocked.json.act}`)
    expect(taken.json).toEqual({ dates: 10 })
    expect(await all()).toEqual(before)
  })

  test('part of a day is blocked, and a Sunday is opened from 9 to 11: exactly those times are shown', async () => {
    const { week, weekTag } = await settings()
    await saveWeek({ ...week, hours: week.hours.filter(({ day }) => day !== 0) }, weekTag)
    const sunday = await nextSunday()
    expect(await openOn(sunday)).toEqual([])
    const opened = await maya.post('/api/coach/availability/openings', {
      from: sunday,
      to: sunday,
      startTime: '09:00',
      endTime: '11:00',
    })
    expect(opened.status, opened.text).toBe(201)
    expect(await openOn(sunday)).toEqual(['9:00 AM', '9:30 AM', '10:00 AM'])
    const time = { startTime: '09:00', endTime: '16:00' }
    const monday = addDays(sunday, 1)
    await maya.post('/api/coach/availability/blocks', { from: monday, to: addDays(monday, 2), ...time })
    expect(await openOn(monday)).toEqual(['4:00 PM'])
    expect(await openOn(addDays(monday, 3))).toContain('9:00 AM')
  })

  test('a time opened within a blocked period is open, in either order', async () => {
    const from = await dateAt(4)
    await maya.post('/api/coach/availability/blocks', { from, to: addDays(from, 5) })
    const time = { startTime: '10:15', endTime: '11:15' }
    await maya.post('/api/coach/availability/openings', {
      from: addDays(from, 1),
      to: addDays(from, 1),
      ...time,
    })
    expect(await openOn(addDays(from, 1))).toEqual(['10:15 AM'])
    expect(await openOn(from)).toEqual([])
  })

  test('what is removed and brought back keeps its place: what was blocked or opened later still wins', async () => {
    const date = await dateAt(4)
    const time = { startTime: '10:00', endTime: '12:00' }
    const dates = { from: date, to: date }
    const remove = (act: number) => maya.send('DELETE', `/api/coach/availability/acts/${act}`)
    const opened = await maya.post('/api/coach/availability/openings', { ...dates, ...time })
    const blocked = await maya.post('/api/coach/availability/blocks', dates)
    expect(await openOn(date)).toEqual([])
    await remove(opened.json.act)
    const back = { ...dates, ...time, act: opened.json.act }
    const again = await maya.post('/api/coach/availability/openings', back)
    expect(again.json).toEqual({ act: opened.json.act })
    expect(await openOn(date)).toEqual([])
    expect((await maya.post('/api/coach/availability/openings', back)).json.code).toBe('act_in_use')

    const last = await maya.post('/api/coach/availability/openings', { ...dates, ...time })
    await remove(blocked.json.act)
    const blockedAgain = await maya.post('/api/coach/availability/blocks', {
      ...dates,
      act: blocked.json.act,
    })
    expect(blockedAgain.json).toEqual({ ok: true, act: blocked.json.act })
    expect(await openOn(date)).toEqual(['10:00 AM', '10:30 AM', '11:00 AM'])
    const ahead = await maya.post('/api/coach/availability/blocks', { ...dates, act: last.json.act + 1000 })
    expect([ahead.status, ahead.json.code]).toEqual([400, 'no_such_act'])
  })

  test('sent again because the response was lost, are stored once, and one undo restores all', async () => {
    const from = await dateAt(4)
    const dates = { from, to: addDays(from, 2), note: 'Holiday' }
    const before = await openOn(from)
    const blocked = await maya.post('/api/coach/availability/blocks', dates)
    const again = await maya.post('/api/coach/availability/blocks', dates)
    expect(again.json).toEqual(blocked.json)
    // A part of those dates is another block.
    const part = await maya.post('/api/coach/availability/blocks', { ...dates, from: addDays(from, 1) })
    expect(part.json.act).not.toBe(blocked.json.act)
    await maya.send('DELETE', `/api/coach/availability/acts/${part.json.act}`)
    await maya.send('DELETE', `/api/coach/availability/acts/${blocked.json.act}`)
    expect(await openOn(from)).toEqual(before)
    const opening = { from, to: from, startTime: '18:00', endTime: '19:00' }
    const opened = await maya.post('/api/coach/availability/openings', opening)
    expect((await maya.post('/api/coach/availability/openings', opening)).json).toEqual(opened.json)
    expect((await settings()).acts).toHaveLength(1)
  })

  test('a block over a confirmed lesson names the lesson, cancels nothing and leaves the choice to the coach', async () => {
    const sam = await product.student('Sam Rivera')
    const start = charlotteTime(13, 10)
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const date = start.slice(0, 10)
    const refused = await maya.post('/api/coach/availability/blocks', { from: date, to: date })
    expect(refused.json).toMatchObject({ ok: false, lessons: [{ id, start, student: 'Sam Rivera' }] })
    expect((await settings()).acts).toEqual([])
    const later = { from: date, to: date, startTime: '12:00', endTime: '17:00' }
    expect((await maya.post('/api/coach/availability/blocks', later)).json).toMatchObject({ ok: true })
    const kept = await maya.post('/api/coach/availability/blocks', {
      from: date,
      to: date,
      keepLessons: true,
    })
    expect(kept.json).toMatchObject({ ok: true })
    expect((await sam.get(`/api/bookings/${id}`)).json.status).toBe('confirmed')
  })

  test.each([
    ['the past', { from: '2020-01-01', to: '2020-01-02' }, 'in_the_past'],
    ['a span backwards', { from: '2031-02-02', to: '2031-02-01' }, 'bad_input'],
    ['more than a year', { from: '2031-01-01', to: '2033-01-01' }, 'bad_input'],
    ['half a time', { from: '2031-02-02', to: '2031-02-02', startTime: '09:00' }, 'bad_input'],
    ['no date', { from: '2031-02-30', to: '2031-02-30' }, 'bad_input'],
  ])('%s is refused', async (_name, input, code) => {
    const answer = await maya.post('/api/coach/availability/blocks', input)
    expect([answer.status, answer.json.code]).toEqual([400, code])
  })
})

describe('notice, window, step and break [row 96]', () => {
  const saveRules = (rules: object, basedOn: string) =>
    maya.put('/api/coach/availability/rules', { basedOn, rules })

  test('show how many open times they leave before saving, and then leave that many', async () => {
    const { rulesTag, rules } = await settings()
    const changed = { ...rules, stepMinutes: 60 }
    const preview: Preview = (
      await maya.post('/api/coach/availability/preview', { durationMinutes: 60, rules: changed })
    ).json
    expect(preview.after).toBeLessThan(preview.now)
    expect(preview.days).toHaveLength(14)
    const isRemoved = preview.days.flatMap(({ cells }) => cells).filter(({ change }) => change === 'removed')
    expect(isRemoved).toHaveLength(preview.now - preview.after)
    const saved = await saveRules(changed, rulesTag)
    expect(saved.json.rules).toEqual(changed)
    const now: Preview = (await maya.post('/api/coach/availability/preview', { durationMinutes: 60 })).json
    expect([now.now, now.after]).toEqual([preview.after, preview.after])
    expect((await saveRules(rules, rulesTag)).status).toBe(409)
    // The same again, as after a lost response, is no conflict.
    expect((await saveRules(changed, rulesTag)).status).toBe(200)
  })

  test('notice longer than the booking window is refused', async () => {
    const { rulesTag, rules } = await settings()
    const answer = await saveRules({ ...rules, noticeHours: 72, windowDays: 3 }, rulesTag)
    expect(answer.json.data.issues).toEqual([
      {
        path: 'rules.noticeHours',
        message: 'Your notice is longer than your booking window, so no one could book',
      },
    ])
  })
})

describe('the availability preview and the explanation of a time', () => {
  test('show exactly what the public page offers, cell by cell', async () => {
    const sam = await product.student()
    await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(12, 10) })
    const date = await dateAt(6)
    await maya.post('/api/coach/availability/blocks', {
      from: date,
      to: date,
      startTime: '09:00',
      endTime: '11:00',
    })
    const preview: Preview = (await maya.post('/api/coach/availability/preview', { durationMinutes: 60 }))
      .json
    const { today } = await settings()
    const path = `/api/coaches/${maya.userId}/slots?from=${today}&to=${addDays(today, 13)}&durationMinutes=60`
    const list = (await product.visitor().get(path)).json
    const offered = list.days.flatMap((day: { slots: { start: string }[] }) =>
      day.slots.map(({ start }) => start),
    )
    const shown = preview.days.flatMap(({ cells }) => cells.filter(({ obstacle }) => obstacle === null))
    expect(shown.map(({ start }) => start)).toEqual(offered)
    expect(preview.now).toBe(offered.length)
  })

  test('say what blocks a time, with names only for the coach', async () => {
    const sam = await product.student('Sam Rivera')
    const start = charlotteTime(12, 10)
    await bookPaid(product, sam, { instructorId: maya.userId, start })
    await maya.post('/api/coach/availability/blocks', {
      from: start.slice(0, 10),
      to: start.slice(0, 10),
      startTime: '14:00',
      endTime: '15:00',
      note: 'Root canal',
    })
    const proof = async (hour: number) =>
      (
        await maya.post('/api/coach/availability/proof', {
          durationMinutes: 60,
          start: charlotteTime(12, hour),
        })
      ).json.obstacles
    expect(await proof(9)).toEqual([])
    expect(await proof(10)).toMatchObject([
      { obstacle: 'booking', detail: expect.stringContaining('with Sam Rivera, 10:00 – 11:00 AM') },
    ])
    expect(await proof(14)).toMatchObject([
      { obstacle: 'block', detail: expect.stringContaining('Root canal'), act: expect.any(Number) },
    ])
    expect(await proof(20)).toMatchObject([
      { obstacle: 'hours', detail: 'Outside your hours that day: 9:00 AM – 5:00 PM.' },
    ])
    const seen = await product.visitor().get(`/api/coaches/${maya.userId}/slots`)
    expect(seen.text).not.toMatch(/Root canal|Sam Rivera|obstacle/)
  })

  test('do not exist for a place of another coach', async () => {
    const answer = await maya.post('/api/coach/availability/preview', {
      durationMinutes: 60,
      locationId: maya.userId,
    })
    expect(answer.status).toBe(404)
  })
})
