import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readCalendar, sendDueReadings } from '#features/other-calendars/reading.ts'
import { toIso } from '#platform/time.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

/** A calendar server: its published calendars, and the requests it received. */
const published = new Map<string, { status?: number; body: string; etag?: string }>()
const asked: { path: string; ifNoneMatch: string | undefined }[] = []
const double: Server = createServer((request, answer) => {
  const path = request.url ?? ''
  const ifNoneMatch = request.headers['if-none-match']
  asked.push({ path, ifNoneMatch })
  const file = published.get(path)
  if (!file) return void answer.writeHead(404).end()
  if (file.etag && ifNoneMatch === file.etag) return void answer.writeHead(304).end()
  answer.writeHead(file.status ?? 200, file.etag ? { etag: file.etag } : {}).end(file.body)
})
await new Promise<void>((done) => double.listen(0, '127.0.0.1', done))
const host = `127.0.0.1:${(double.address() as AddressInfo).port}`
afterAll(() => void double.close())

const product = testProduct({ CALENDAR_EXTRA_HOSTS: host })
let maya: Awaited<ReturnType<typeof signedInCoach>>
let nth = 0
beforeEach(async () => {
  product.clock.moveTo(testNow)
  await product.query('delete from other_calendars')
  maya = await signedInCoach(product)
})

const stamp = (at: string) => toIso(Date.parse(at)).replaceAll(/[-:]|\.000/g, '')
const calendarOf = (
  ...entries: { from: string; to: string; title?: string; more?: string; uid?: string }[]
) =>
  ['BEGIN:VCALENDAR', 'X-WR-CALNAME:Family']
    .concat(
      entries.flatMap(({ from, to, title = 'Dentist', more = 'CLASS:PRIVATE', uid = 'u' }) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        `SUMMARY:${title}`,
        `DTSTART:${stamp(from)}`,
        `DTEND:${stamp(to)}`,
        more,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
    )
    .join('\r\n')
/** Publishes a calendar and connects it. */
async function connect(coach: typeof maya, body: string, etag?: string) {
  const path = `/${++nth}.ics`
  published.set(path, { body, ...(etag ? { etag } : {}) })
  const answer = await coach.post('/api/coach/other-calendars', { address: `https://${host}${path}` })
  expect(answer.status, answer.text).toBe(201)
  return { path, id: String(answer.json.calendars.at(-1).id), calendar: answer.json.calendars.at(-1) }
}
const list = async (coach = maya) => (await coach.get('/api/coach/other-calendars')).json.calendars
const startsOn = async (date: string, coachId: string): Promise<string[]> => {
  const answer = await product.visitor().get(`/api/coaches/${coachId}/slots?from=${date}&to=${date}`)
  return answer.json.days[0].slots.map(({ startTime }: { startTime: string }) => startTime)
}
const at = (days: number, hour: number, minute = 0) => charlotteTime(days, hour, minute)
const dateOf = (days: number) => at(days, 12).slice(0, 10)
/** Runs the job of every ten minutes. */
async function readDue() {
  await sendDueReadings(product.services)
  const { rows } = await product.database.pool.query<{ id: string }>('select id from other_calendars')
  for (const { id } of rows) await readCalendar(product.services, id)
}

describe('busy times of another calendar [row 97]', () => {
  test('block the coach’s times at once without revealing why', async () => {
    const dale = await signedInCoach(product, 'Dale Whitaker')
    expect(await startsOn(dateOf(5), maya.userId)).toContain('10:00 AM')
    const { calendar } = await connect(
      maya,
      calendarOf({ from: at(5, 10), to: at(5, 11, 30), title: 'Root canal' }),
    )
    expect(calendar).toMatchObject({ name: 'Family', failure: null, busyTimes: 1, kind: 'address' })
    const open = await startsOn(dateOf(5), maya.userId)
    expect(open).toEqual(expect.arrayContaining(['9:00 AM', '11:30 AM']))
    for (const time of ['9:30 AM', '10:00 AM', '11:00 AM']) expect(open).not.toContain(time)
    expect(await startsOn(dateOf(5), dale.userId)).toContain('10:00 AM')
    const pages = [
      `/api/coaches/${maya.userId}/slots`,
      `/api/coaches/${maya.userId}`,
      `/api/next-openings?instructorIds[]=${maya.userId}`,
    ]
    for (const page of pages) expect((await product.visitor().get(page)).text).not.toContain('Root canal')
  })

  test('are enforced at booking, also for an offer viewed before they were read', async () => {
    const sam = await product.student()
    const book = (start: string) =>
      sam.post('/api/bookings', { instructorId: maya.userId, start, durationMinutes: 60 })
    await connect(maya, calendarOf({ from: at(6, 10), to: at(6, 11) }))
    const refused = await book(at(6, 10))
    expect([refused.status, refused.json.code]).toEqual([409, 'slot_taken'])
    expect((await book(at(6, 13))).status).toBe(201)
  })

  test('appear with their titles in the coach’s own explanation, and in nobody else’s', async () => {
    await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11), title: 'Root canal' }))
    const proof = await maya.post('/api/coach/availability/proof', { durationMinutes: 60, start: at(5, 10) })
    expect(proof.json.obstacles).toEqual([
      {
        obstacle: 'busy_elsewhere',
        detail: expect.stringMatching(/^“Root canal” in Family, 10:00 – 11:00 AM/),
        act: null,
      },
    ])
    const range = `from=${at(5, 0)}&to=${at(6, 0)}`
    const own = await maya.get(`/api/coach/busy-times?${range}`)
    expect(own.json.busyTimes).toEqual([
      { start: at(5, 10), end: at(5, 11), title: 'Root canal', calendar: 'Family' },
    ])
    const dale = await signedInCoach(product, 'Dale Whitaker')
    expect((await dale.get(`/api/coach/busy-times?${range}`)).json.busyTimes).toEqual([])
  })

  test('can still be booked by the coach after a warning', async () => {
    await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11) }))
    const looked = await maya.get(`/api/coach/own-time?date=${dateOf(5)}&time=10:00&durationMinutes=60`)
    expect(looked.json).toMatchObject({ isFree: true, warnings: ['busy_elsewhere'] })
  })

  test('count in google-calendar-availability', async () => {
    await connect(maya, calendarOf({ from: at(5, 9), to: at(5, 16) }))
    const ask = (body: object) => product.visitor().post('/api/functions/google-calendar-availability', body)
    const day = await ask({ instructorId: maya.userId, date: dateOf(5), duration: 60 })
    expect(day.json).toEqual({ slots: [{ start: at(5, 16), end: at(5, 17) }] })
    expect((await ask({ instructorId: maya.userId, date: dateOf(5), duration: 75 })).json).toEqual({
      slots: [],
    })
    const stranger = '5b0c0a5e-0000-4000-8000-00000000dead'
    expect((await ask({ instructorId: stranger, date: dateOf(5), duration: 60 })).json).toEqual({ slots: [] })
    expect((await ask({ instructorId: maya.userId, date: '26-11-2026', duration: 60 })).status).toBe(400)
  })

  test('that are our own lessons do not conflict with themselves', async () => {
    const sam = await product.student()
    const booked = await sam.post('/api/bookings', {
      instructorId: maya.userId,
      start: at(7, 10),
      durationMinutes: 60,
    })
    const [uid, ofSecondDate] = ['', '-2'].map((date) => `${booked.json.bookingId}${date}@greenside`)
    const { calendar } = await connect(
      maya,
      calendarOf(
        { from: at(8, 10), to: at(8, 11), uid },
        { from: at(8, 12), to: at(8, 13), uid: ofSecondDate },
        { from: at(8, 14), to: at(8, 15), uid: '5b0c0a5e-0000-4000-8000-00000000dead@greenside' },
      ),
    )
    expect(calendar.busyTimes).toBe(1)
    const open = await startsOn(dateOf(8), maya.userId)
    expect(open).toContain('10:00 AM')
    expect(open).toContain('12:00 PM')
    expect(open).not.toContain('2:00 PM')
  })
})

describe('reading a calendar [row 97]', () => {
  test('happens every ten minutes, and the file is downloaded only when it changed', async () => {
    const { path, id } = await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11) }), '"one"')
    product.clock.advance(11 * 60_000)
    asked.length = 0
    expect(await sendDueReadings(product.services)).toBe(1)
    expect(await sendDueReadings(product.services)).toBe(0)
    await readCalendar(product.services, id)
    expect(asked).toEqual([{ path, ifNoneMatch: '"one"' }])
    published.set(path, { body: calendarOf({ from: at(5, 13), to: at(5, 14) }), etag: '"two"' })
    await readDue()
    const open = await startsOn(dateOf(5), maya.userId)
    expect([open.includes('10:00 AM'), open.includes('1:00 PM')]).toEqual([true, false])
    // A day later the whole file is read again, because recurring events are expanded only up to a limited
    // date.
    product.clock.advance(21 * 3_600_000)
    asked.length = 0
    await readCalendar(product.services, id)
    expect(asked).toEqual([{ path, ifNoneMatch: undefined }])
  })

  test('without changes does not disturb a booking in progress', async () => {
    const { id } = await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11) }))
    const version = async () =>
      (
        await product.query('select version from instructor_schedules where instructor_id = $1', [
          maya.userId,
        ])
      )[0]
    const before = await version()
    await readCalendar(product.services, id)
    expect(await version()).toEqual(before)
  })

  test('that fails keeps the known times, shows the reason and next retry, and recovers automatically', async () => {
    const { path, id } = await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11) }))
    published.set(path, { status: 500, body: '' })
    product.clock.advance(600_000)
    await readCalendar(product.services, id)
    const [failing] = await list()
    expect(failing).toMatchObject({ failure: 'answered_wrong', isOutOfReach: false, busyTimes: 1 })
    expect(Date.parse(failing.nextTryAt)).toBe(product.clock.now() + 600_000)
    expect(await startsOn(dateOf(5), maya.userId)).not.toContain('10:00 AM')
    published.set(path, { body: calendarOf() })
    const again = await maya.post(`/api/coach/other-calendars/${id}/readings`, {})
    expect(again.json.calendars[0]).toMatchObject({ failure: null, failingSince: null, busyTimes: 0 })
    expect(await startsOn(dateOf(5), maya.userId)).toContain('10:00 AM')
  })

  test('that fails for a day pauses instant booking for that coach until it works again [check A7]', async () => {
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const sam = await product.student()
    const { path, id } = await connect(maya, calendarOf())
    published.set(path, { status: 503, body: '' })
    const mayBook = async (coachId: string) =>
      (await sam.get(`/api/coaches/${coachId}/slots`)).json.mayBook as boolean
    for (const hours of [1, 22]) {
      product.clock.advance(hours * 3_600_000)
      await readCalendar(product.services, id)
      expect(await mayBook(maya.userId)).toBe(true)
    }
    product.clock.advance(3_600_000)
    await readCalendar(product.services, id)
    await sam.signInAgain()
    expect([await mayBook(maya.userId), await mayBook(dale.userId)]).toEqual([false, true])
    const slots = (await sam.get(`/api/coaches/${maya.userId}/slots`)).json
    // The times stay visible, with the reason why they cannot be booked.
    expect([slots.isPaused, slots.firstBookableDate === null]).toEqual([true, false])
    const start = slots.days.flatMap((day: { slots: { start: string }[] }) => day.slots)[0].start
    const refused = await sam.post('/api/bookings', { instructorId: maya.userId, start, durationMinutes: 60 })
    expect([refused.status, refused.json.code]).toEqual([403, 'not_allowed'])
    await maya.signInAgain()
    const tasks = (await maya.get('/api/coach/tasks')).json.tasks
    expect(tasks).toContainEqual({ kind: 'calendar', name: 'Family' })
    const letters = async () =>
      (
        await product.query(
          `select data->>'templateKey' as key from pgboss.job where name = 'send-templated-email' and data::text like '%calendar-trouble-coach%'`,
        )
      ).length
    expect(await letters()).toBe(1)
    product.clock.advance(3_600_000)
    await readCalendar(product.services, id)
    expect(await letters()).toBe(1)
    published.set(path, { body: calendarOf() })
    await readCalendar(product.services, id)
    expect(await mayBook(maya.userId)).toBe(true)
  })

  test('ends on disconnect, which frees the blocked times and restores instant booking', async () => {
    const { path, id } = await connect(maya, calendarOf({ from: at(5, 10), to: at(5, 11) }))
    published.delete(path)
    product.clock.advance(25 * 3_600_000)
    await readCalendar(product.services, id)
    await maya.signInAgain()
    const paused = async () =>
      (await product.visitor().get(`/api/coaches/${maya.userId}/slots`)).json.isPaused as boolean
    expect(await paused()).toBe(true)
    // A failing calendar of another coach has no effect on this one.
    const ruth = await signedInCoach(product, 'Ruth Ames')
    const hers = await connect(ruth, calendarOf({ from: at(6, 10), to: at(6, 11) }))
    published.delete(hers.path)
    product.clock.advance(25 * 3_600_000)
    await readCalendar(product.services, hers.id)
    await maya.signInAgain()
    const answer = await maya.send('DELETE', `/api/coach/other-calendars/${id}`)
    expect(answer.json.calendars).toEqual([])
    expect(await paused()).toBe(false)
    const { rows } = await product.database.pool.query(
      'select 1 from instructor_busy_times where instructor_id = $1',
      [maya.userId],
    )
    expect(rows).toEqual([])
  })
})

describe('adding a calendar [row 97]', () => {
  const add = (address: string, coach = maya) => coach.post('/api/coach/other-calendars', { address })

  test.each([
    ['http://calendar.example/basic.ics', 'not_https'],
    ['https://127.0.0.1/basic.ics', 'internal_address'],
    ['https://[::1]/basic.ics', 'internal_address'],
    ['https://169.254.169.254/latest/meta-data', 'internal_address'],
    ['https://[::ffff:10.0.0.1]/x.ics', 'internal_address'],
    ['https://0x7f.1/x.ics', 'internal_address'],
    ['https://2130706433/x.ics', 'internal_address'],
    ['https://localhost/x.ics', 'internal_address'],
    ['https://user:pass@calendar.example/x.ics', 'bad_address'],
    ['https://calendar.example:22/x.ics', 'bad_address'],
    ['file:///etc/passwd', 'bad_address'],
    ['javascript:alert(1)', 'bad_address'],
    ['basic.ics', 'bad_address'],
  ])('%s is refused: %s', async (address, reason) => {
    const answer = await add(address)
    expect([answer.status, answer.json.code]).toEqual([400, reason])
    expect(await list()).toEqual([])
  })

  test('with a missing, invalid or password-protected file is refused with the reason', async () => {
    published.set('/page', { body: '<!doctype html><title>Sign in</title>' })
    published.set('/closed', { status: 401, body: '' })
    expect((await add(`webcal://${host}/page`)).json.code).toBe('not_a_calendar')
    expect((await add(`webcal://${host}/closed`)).json.code).toBe('not_allowed')
    expect((await add(`webcal://${host}/nothing`)).json.code).toBe('not_found')
  })

  test('twice, or more than eight, is refused', async () => {
    const { path } = await connect(maya, calendarOf())
    expect((await add(`webcal://${host}${path}`)).json.code).toBe('already_added')
    for (let more = 1; more < 8; more++) await connect(maya, calendarOf())
    published.set('/ninth', { body: calendarOf() })
    expect((await add(`https://${host}/ninth`)).json.code).toBe('too_many_calendars')
  })

  test('stores its URL encrypted and never shows it', async () => {
    const { path, id } = await connect(maya, calendarOf())
    const { rows } = await product.database.pool.query('select * from other_calendars where id = $1', [id])
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, address: row.address.toString('latin1') }))),
    ).not.toContain(path)
    expect((await maya.get('/api/coach/other-calendars')).text).not.toContain(host)
    expect((await maya.get('/api/me/export')).text).not.toContain(host)
  })

  test('belongs to its coach: other coaches can’t read or disconnect it', async () => {
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const { id } = await connect(maya, calendarOf())
    expect((await dale.post(`/api/coach/other-calendars/${id}/readings`, {})).status).toBe(404)
    expect((await dale.send('DELETE', `/api/coach/other-calendars/${id}`)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test('in a demo uses built-in calendars that need no network', async () => {
    const answer = await add('webcal://calendars.greenside.demo/family.ics')
    expect(answer.json.calendars[0]).toMatchObject({ name: 'Family', failure: null })
    expect(answer.json.calendars[0].busyTimes).toBeGreaterThan(50)
    expect((await add('webcal://calendars.greenside.demo/none.ics')).json.code).toBe('not_found')
  })
})
