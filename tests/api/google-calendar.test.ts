import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { revokeQueuedTokens } from '#features/other-calendars/google/access.ts'
import { writeLessons } from '#features/other-calendars/google/lessons.ts'
import { readCalendar } from '#features/other-calendars/reading.ts'
import { HOUR } from '#platform/duration.ts'
import { addGolfer, child } from '../support/golfers.ts'
import { startGoogleDouble } from '../support/google-double.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const client = { clientId: 'of-greenside', clientSecret: 'a secret of the tests' }
const google = await startGoogleDouble(client)
afterAll(() => google.close())
const product = testProduct({
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  GOOGLE_API_BASE: google.url,
})

const at = (days: number, hour: number, minute = 0) => charlotteTime(days, hour, minute)
const dateOf = (days: number) => at(days, 12).slice(0, 10)
const time = (days: number, from: number, to: number) => ({
  start: Date.parse(at(days, from)),
  end: Date.parse(at(days, to)),
})
let maya: Awaited<ReturnType<typeof signedInCoach>>
let account: string
beforeEach(async () => {
  product.clock.moveTo(testNow)
  google.misbehave(0, 0)
  maya = await signedInCoach(product)
  account = `${maya.userId}@gmail.test`
})

const { query } = product
const begin = async (coach = maya) => {
  const answer = await coach.post('/api/coach/google-calendar/consents', {})
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json.url)
}
const finish = (reply: { state: string; code: string }, coach = maya) =>
  coach.post('/api/coach/google-calendar', reply)
/**
 * Connects the coach's Google account.
 * @returns the data of the coach's page afterwards
 */
async function connect(coach = maya, ticked?: Parameters<typeof google.allow>[2]) {
  const answer = await finish(google.allow(await begin(coach), account, ticked), coach)
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}
const shown = async (coach = maya) => (await coach.get('/api/coach/other-calendars')).json
async function choose(busy: string[], target: string | null, coach = maya) {
  const { version } = (await shown(coach)).google.connection
  return await coach.put('/api/coach/google-calendar/choice', { busy, target, version })
}
const startsOn = async (date: string, coachId = maya.userId): Promise<string[]> => {
  const answer = await product.visitor().get(`/api/coaches/${coachId}/slots?from=${date}&to=${date}`)
  return answer.json.days[0].slots.map(({ startTime }: { startTime: string }) => startTime)
}
const read = async (coach = maya) => {
  const [row] = await query(`select id from other_calendars where instructor_id = $1 and kind = 'google'`, [
    coach.userId,
  ])
  await readCalendar(product.services, row.id)
}
/**
 * Runs the pending jobs of a coach, as the worker does.
 * @returns how many there were
 */
async function work(coach = maya): Promise<number> {
  const jobs = await query(
    `delete from pgboss.job where name = 'write-lessons-to-google' and data->>'coachId' = $1 returning id`,
    [coach.userId],
  )
  for (const _ of jobs) await writeLessons(product.services, coach.userId)
  return jobs.length
}
const events = (calendarId = account) =>
  [...(google.calendarsOf(account).get(calendarId)?.events.values() ?? [])].filter(
    ({ status }) => status === 'confirmed',
  )
const startOf = (event: { start: { dateTime: string } } | undefined) =>
  Date.parse(event?.start.dateTime ?? '')

describe('connecting Google Calendar [row 97]', () => {
  test('reads the account’s primary calendar at once and blocks its busy times', async () => {
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(5, 10, 11), time(200, 9, 17))
    google
      .calendarsOf(account)
      .get('family@group')
      ?.busy.push(time(5, 13, 14))
    const { calendars, google: connected } = await connect()
    expect(calendars).toMatchObject([
      { kind: 'google', name: 'Google Calendar', failure: null, busyTimes: 2, isOutOfReach: false },
    ])
    expect(connected).toMatchObject({
      isOffered: true,
      standInUrl: null,
      connection: { account, isConnected: true, mayWrite: true, target: null, stoppedWriting: false },
    })
    expect(
      connected.connection.calendars.map(({ name, countsBusy }: { name: string; countsBusy: boolean }) => [
        name,
        countsBusy,
      ]),
    ).toEqual([
      [account, true],
      ['Family', false],
      ['Club events', false],
    ])
    const open = await startsOn(dateOf(5))
    expect([open.includes('10:00 AM'), open.includes('1:00 PM')]).toEqual([false, true])
    const day = await product.visitor().post('/api/functions/google-calendar-availability', {
      instructorId: maya.userId,
      date: dateOf(5),
      duration: 60,
    })
    const starts = day.json.slots.map(({ start }: { start: string }) => start)
    expect([starts.includes(at(5, 10)), starts.includes(at(5, 11))]).toEqual([false, true])
    const proof = await maya.post('/api/coach/availability/proof', { durationMinutes: 60, start: at(5, 10) })
    expect(proof.json.obstacles).toMatchObject([
      { obstacle: 'busy_elsewhere', detail: expect.stringMatching(/^An entry in Google Calendar, 10:00/) },
    ])
  })

  test('stores its tokens encrypted and never shows them', async () => {
    const answer = await finish(google.allow(await begin(), account))
    const exported = await maya.get('/api/me/export')
    for (const { text } of [answer, exported, await maya.get('/api/coach/other-calendars')])
      expect(text).not.toMatch(/ya29|1\/\/|refresh/i)
    expect(exported.json.google_calendar ?? exported.json.data?.google_calendar).toMatchObject([
      { account, sync_enabled: true },
    ])
    const [row] = await query('select * from google_calendar_sync where instructor_id = $1', [maya.userId])
    expect(row.refresh_token.toString('latin1')).not.toContain('1//')
    expect(row.access_token.toString('latin1')).not.toContain('ya29')
  })

  test('a forged, late or reused callback, or another coach’s, connects nothing', async () => {
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const again = [409, 'connect_again']
    const outcome = async (asked: ReturnType<typeof finish>) => {
      const answer = await asked
      return [answer.status, answer.json.code]
    }
    const mine = google.allow(await begin(), account)
    expect(await outcome(finish({ ...mine, state: 'sforged' }))).toEqual(again)
    expect(await outcome(finish(mine, dale))).toEqual(again)
    expect((await shown(dale)).google.connection).toBeNull()
    expect(await outcome(finish({ ...mine, code: 'made up' }))).toEqual(again)
    expect(await outcome(finish(mine))).toEqual(again)
    const late = google.allow(await begin(), account)
    product.clock.advance(16 * 60_000)
    expect(await outcome(finish(late))).toEqual(again)
    // An authorization code is valid only for its own request.
    const [first, second] = [google.allow(await begin(), account), google.allow(await begin(), account)]
    expect(await outcome(finish({ state: second.state, code: first.code }))).toEqual(again)
    expect((await shown()).google.connection).toBeNull()
    expect(await outcome(finish({ state: '', code: '' }))).toEqual([400, 'bad_input'])
    const visitor = await product.visitor().post('/api/coach/google-calendar', mine)
    expect(visitor.status).toBe(401)
    // Another user's attempt does not use up the code.
    const kept = google.allow(await begin(), account)
    expect(await outcome(finish(kept, dale))).toEqual(again)
    expect((await finish(kept)).status).toBe(201)
  })

  test('without permission to read busy times is refused and revoked; without write permission it only reads', async () => {
    const refused = await finish(google.allow(await begin(), account, ['write']))
    expect([refused.status, refused.json.code]).toEqual([400, 'too_little_allowed'])
    expect(google.accessCount(account)).toBe(0)
    const { google: connected } = await connect(maya, ['list', 'busy'])
    expect(connected.connection).toMatchObject({ mayWrite: false })
    expect((await choose([account], account)).json.code).toBe('no_such_calendar')
  })

  test('while Google is unreachable changes nothing and reports it', async () => {
    const reply = google.allow(await begin(), account)
    google.misbehave(503)
    const answer = await finish(reply)
    expect([answer.status, answer.json.code]).toEqual([503, 'google_unavailable'])
    expect((await shown()).calendars).toEqual([])
  })

  test('validates the chosen calendars against the account and against another tab', async () => {
    google
      .calendarsOf(account)
      .get('family@group')
      ?.busy.push(time(5, 13, 14))
    await connect()
    const both = await choose([account, 'family@group'], account)
    expect(both.json.google.connection).toMatchObject({ target: account })
    expect(await startsOn(dateOf(5))).not.toContain('1:00 PM')
    expect((await choose([account], null)).status).toBe(200)
    expect(await startsOn(dateOf(5))).toContain('1:00 PM')
    for (const [busy, target] of [
      [['made@up'], null],
      [[account], 'club@group'],
      [[account], 'made@up'],
    ] as const)
      expect((await choose([...busy], target)).json.code).toBe('no_such_calendar')
    const old = JSON.stringify({ busy: [], target: null, version: 1 })
    const outdated = await maya.send('PUT', '/api/coach/google-calendar/choice', old, {
      'content-type': 'application/json',
    })
    expect([outdated.status, outdated.json.code]).toEqual([409, 'changed_elsewhere'])
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const none = await dale.send('PUT', '/api/coach/google-calendar/choice', old, {
      'content-type': 'application/json',
    })
    expect(none.status).toBe(404)
  })

  test('is undone by disconnecting, which frees the times and revokes access, even if Google is reached later', async () => {
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(5, 10, 11))
    const { calendars } = await connect()
    google.misbehave(503)
    const gone = await maya.send('DELETE', `/api/coach/other-calendars/${calendars[0].id}`)
    expect(gone.json).toMatchObject({ calendars: [], google: { connection: null } })
    expect(await startsOn(dateOf(5))).toContain('10:00 AM')
    expect(google.accessCount(account)).toBe(1)
    google.misbehave(0, 0)
    await revokeQueuedTokens(product.services)
    expect(google.accessCount(account)).toBe(0)
    expect(await query('select 1 from google_access_ended where coach_id = $1', [maya.userId])).toEqual([])
  })

  test('is also revoked when the account is closed', async () => {
    await connect()
    await query('delete from other_calendars where instructor_id = $1', [maya.userId])
    await revokeQueuedTokens(product.services)
    expect(google.accessCount(account)).toBe(0)
  })
})

describe('reading Google Calendar [row 97]', () => {
  test('refreshes its access token and fetches changes', async () => {
    await connect()
    product.clock.advance(2 * HOUR)
    google.endAccessTokens()
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(6, 10, 11))
    await read()
    expect(await startsOn(dateOf(6))).not.toContain('10:00 AM')
    // Google revokes an access token before its expiry.
    google.endAccessTokens()
    await read()
    expect((await shown()).calendars[0]).toMatchObject({ failure: null })
  })

  test('fetches the coming weeks each time and everything once an hour, and keeps what it has in between', async () => {
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(59, 10, 40 * 24), time(300, 9, 12))
    await connect()
    const kept = async () =>
      await query(
        'select starts_at, ends_at, id from instructor_busy_times where instructor_id = $1 order by starts_at',
        [maya.userId],
      )
    const before = await kept()
    expect(before.length).toBeGreaterThan(0)
    google.asked.length = 0
    await read()
    expect(google.asked.filter(({ path }) => path.endsWith('freeBusy'))).toHaveLength(1)
    // The rows are the same, so that a booking in progress is not refused.
    expect(await kept()).toEqual(before)
    product.clock.advance(HOUR)
    google.asked.length = 0
    await read()
    expect(google.asked.filter(({ path }) => path.endsWith('freeBusy')).length).toBeGreaterThan(5)
  })

  test.each([
    [429, 'rateLimitExceeded'],
    [500, 'backendError'],
  ])(
    'keeps known times after a %i error, retries, and pauses booking after a day',
    async (status, reason) => {
      google
        .calendarsOf(account)
        .get(account)
        ?.busy.push(time(5, 10, 11))
      await connect()
      google.misbehave(status, undefined, reason)
      product.clock.advance(600_000)
      await read()
      const [failing] = (await shown()).calendars
      expect(failing).toMatchObject({ failure: 'unavailable', busyTimes: 1, isOutOfReach: false })
      expect(Date.parse(failing.nextTryAt)).toBe(product.clock.now() + 600_000)
      expect(await startsOn(dateOf(5))).not.toContain('10:00 AM')
      product.clock.advance(25 * HOUR)
      await read()
      await maya.signInAgain()
      expect((await shown()).calendars[0]).toMatchObject({ isOutOfReach: true })
      google.misbehave(0, 0)
      await read()
      expect((await shown()).calendars[0]).toMatchObject({ failure: null, isOutOfReach: false })
    },
  )

  test('after Google access was revoked emails the coach once, stops calling, and works again when reconnected', async () => {
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(5, 10, 11))
    await connect()
    await choose([account, 'family@group'], account)
    google.withdraw(account)
    await read()
    google.asked.length = 0
    await read()
    expect(google.asked).toEqual([])
    expect(await shown()).toMatchObject({
      calendars: [{ failure: 'access_ended', busyTimes: 1 }],
      google: { connection: { isConnected: false, target: account } },
    })
    const letters = await query(
      `select data::text as text from pgboss.job where name = 'send-templated-email' and data::text like '%calendar-reconnect-coach%'
         and data::text like $1`,
      [`%${account}%`],
    )
    expect(letters).toHaveLength(1)
    const { google: again } = await connect()
    expect(again.connection).toMatchObject({ isConnected: true, target: account })
    expect(
      again.connection.calendars.filter(({ countsBusy }: { countsBusy: boolean }) => countsBusy),
    ).toHaveLength(2)
    expect((await shown()).calendars[0]).toMatchObject({ failure: null })
  })

  test('for a deleted calendar fails instead of treating it as free', async () => {
    google
      .calendarsOf(account)
      .get('family@group')
      ?.busy.push(time(5, 10, 11))
    await connect()
    await choose([account, 'family@group'], null)
    google.calendarsOf(account).delete('family@group')
    await read()
    expect((await shown()).calendars[0]).toMatchObject({ failure: 'calendar_gone', busyTimes: 1 })
    await choose([account], null)
    expect((await shown()).calendars[0]).toMatchObject({ failure: null, busyTimes: 0 })
  })

  test('uses the account’s primary calendar for the coach who connects, and not for another who excluded it', async () => {
    await connect()
    expect((await choose([], null)).status).toBe(200)
    await connect(await signedInCoach(product, 'Dale Whitaker'))
    const { calendars } = (await shown()).google.connection
    expect(calendars.filter(({ countsBusy }: { countsBusy: boolean }) => countsBusy)).toEqual([])
  })

  test('that started before the calendar selection changed discards its result', async () => {
    const mine = google.calendarsOf(account)
    mine.get(account)?.busy.push(time(5, 10, 11))
    mine.get('family@group')?.busy.push(time(5, 13, 14))
    await connect()
    const port = product.services.calendar
    if (!port) throw new Error('the calendar port is needed')
    let isChosen = false
    const busyTimes: typeof port.busyTimes = async (...question) => {
      const found = await port.busyTimes(...question)
      if (!isChosen) {
        isChosen = true
        expect((await choose(['family@group'], null)).status).toBe(200)
      }
      return found
    }
    const [row] = await query(`select id from other_calendars where instructor_id = $1`, [maya.userId])
    await readCalendar({ ...product.services, calendar: { ...port, busyTimes } }, row.id)
    expect(isChosen).toBe(true)
    const open = await startsOn(dateOf(5))
    expect([open.includes('10:00 AM'), open.includes('1:00 PM')]).toEqual([true, false])
  })

  test('refreshes the calendar list of one coach only', async () => {
    const dale = await signedInCoach(product, 'Dale Whitaker')
    const daleAccount = `${dale.userId}@gmail.test`
    for (const [owner, id] of [
      [account, 'league@group'],
      [daleAccount, 'juniors@group'],
    ] as const)
      google.calendarsOf(owner).set(id, { summary: id, accessRole: 'owner', busy: [], events: new Map() })
    await connect()
    expect((await finish(google.allow(await begin(dale), daleAccount), dale)).status).toBe(201)
    const listed = async (coach: typeof maya) =>
      (await shown(coach)).google.connection.calendars.map(({ id }: { id: string }) => id)
    const daleHas = await listed(dale)
    expect(daleHas).toContain('juniors@group')
    google.calendarsOf(account).delete('league@group')
    product.clock.advance(HOUR)
    await read()
    expect(await listed(maya)).toEqual([account, 'family@group', 'club@group'])
    expect(await listed(dale)).toEqual(daleHas)
  })
})

describe('lessons in Google Calendar [row 97]', () => {
  const book = async (days: number, hour: number) => {
    const sam = await product.student('Sam Rivera')
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start: at(days, hour) })
    return { sam, id }
  }
  test('are created, moved and deleted once each, with minimal details', async () => {
    await connect()
    await choose([account], account)
    await work()
    const { sam, id } = await book(5, 10)
    expect(await work()).toBe(1)
    const [event] = events()
    expect(events()).toHaveLength(1)
    expect(event).toMatchObject({
      summary: 'Golf lesson with Sam Rivera',
      visibility: 'private',
      location: expect.stringContaining('Longleaf Hollow'),
    })
    expect(startOf(event)).toBe(Date.parse(at(5, 10)))
    google.asked.length = 0
    await writeLessons(product.services, maya.userId)
    await writeLessons(product.services, maya.userId)
    expect(google.asked.filter(({ path }) => path.includes('/events'))).toEqual([])
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: at(6, 14) })
    expect(moved.status, moved.text).toBeLessThan(300)
    await work()
    expect(events().map(startOf)).toEqual([Date.parse(at(6, 14))])
    const cancelled = await sam.post(`/api/bookings/${id}/cancellation`, {})
    expect(cancelled.status, cancelled.text).toBeLessThan(300)
    await work()
    expect(events()).toEqual([])
  })

  test('follow the student’s note, who plays, and that the lesson is called off', async () => {
    await connect()
    await choose([account], account)
    const { sam, id } = await book(5, 10)
    await work()
    const put = async (path: string, body: object) => {
      const changed = await sam.put(`/api/bookings/${id}/${path}`, body)
      expect(changed.status, changed.text).toBeLessThan(300)
      expect(await work()).toBe(1)
      expect(events()).toHaveLength(1)
      return events()[0]
    }
    expect((await put('note', { note: 'I slice.' }))?.description).toContain('Note from Sam Rivera: I slice.')
    expect((await put('note', { note: '' }))?.description).not.toContain('Note from')
    const emma = await addGolfer(sam, child('Emma Rivera'))
    expect(await put('golfer', { golferId: emma })).toMatchObject({
      summary: 'Golf lesson with Emma Rivera',
      transparency: 'opaque',
    })
    const called = await maya.post('/api/coach/called-off-lessons', {
      ...{ date: dateOf(5), startTime: '00:00', endTime: '24:00' },
      bookingIds: [id],
    })
    expect(called.json, called.text).toEqual({ calledOff: 1, before: 0, notCalledOff: 0 })
    await work()
    expect(events()).toMatchObject([
      { summary: 'Called off: Golf lesson with Emma Rivera', transparency: 'transparent' },
    ])
    google.asked.length = 0
    await writeLessons(product.services, maya.userId)
    expect(google.asked.filter(({ path }) => path.includes('/events'))).toEqual([])
  })

  test('never conflict with themselves, and other events at their time show after they are removed', async () => {
    await connect()
    await choose([account], account)
    const { sam, id } = await book(7, 10)
    await work()
    await read()
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(7, 10, 11))
    const busy = async () => Number((await shown()).calendars[0].busyTimes)
    expect(await busy()).toBe(0)
    const moved = await sam.post(`/api/bookings/${id}/reschedule`, { start: at(7, 14) })
    expect(moved.status, moved.text).toBeLessThan(300)
    await work()
    expect(await busy()).toBe(1)
    expect(await startsOn(dateOf(7))).not.toContain('10:00 AM')
  })

  test('that Google rejected are retried and written once', async () => {
    await connect()
    await choose([account], account)
    await work()
    const { id } = await book(8, 10)
    google.misbehave(503)
    await expect(work()).rejects.toMatchObject({ fault: 'unavailable' })
    google.misbehave(0, 0)
    await writeLessons(product.services, maya.userId)
    expect(events()).toHaveLength(1)
    // The response was lost and no job is queued: the next sync detects the missing update.
    await query('update google_lesson_events set change_number = null where booking_id = $1', [id])
    await read()
    expect(await work()).toBe(1)
    expect(events()).toHaveLength(1)
  })

  test('move when another target calendar is chosen and back, even from a deleted one', async () => {
    await connect()
    const { id } = await book(9, 10)
    expect(events()).toEqual([])
    await choose([account], account)
    await work()
    expect(events()).toHaveLength(1)
    await choose([account], 'family@group')
    await work()
    expect([events().length, events('family@group').length]).toEqual([0, 1])
    google.calendarsOf(account).delete('family@group')
    await query('update google_lesson_events set change_number = null where booking_id = $1', [id])
    await writeLessons(product.services, maya.userId)
    expect((await shown()).google.connection).toMatchObject({ target: null, stoppedWriting: true })
    await choose([account], account)
    await work()
    expect(events()).toHaveLength(1)
    await choose([account], null)
    await work()
    expect(events()).toEqual([])
  })

  test('canceled while disconnected are deleted after reconnecting', async () => {
    const { calendars } = await connect()
    await choose([account], account)
    const { sam, id } = await book(10, 10)
    await work()
    await maya.send('DELETE', `/api/coach/other-calendars/${calendars[0].id}`)
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    expect(await work()).toBe(0)
    expect(events()).toHaveLength(1)
    await connect()
    await work()
    expect(events()).toEqual([])
  })

  test('of a coach who is not connected wait for nothing, whoever else is connected', async () => {
    await connect()
    const kim = await signedInCoach(product, 'Kim Okafor')
    await writeLessons(product.services, kim.userId)
    expect(await work(kim)).toBe(0)
  })

  test('are written by one worker at a time', async () => {
    await connect()
    await choose([account], account)
    await work()
    await book(11, 10)
    await Promise.all([1, 2, 3].map(() => writeLessons(product.services, maya.userId)))
    await work()
    expect(events()).toHaveLength(1)
    expect(
      google.asked.filter(({ method, path }) => method === 'POST' && path.includes(`${account}/events`)),
    ).toHaveLength(1)
  })
})

describe('clinics in Google Calendar', () => {
  async function camp(): Promise<string> {
    const [place] = await query('select id from instructor_teaching_locations where instructor_id = $1', [
      maya.userId,
    ])
    return await saveCamp({ placeId: place?.id })
  }
  async function saveCamp(change: object): Promise<string> {
    const saved = await maya.put('/api/own-clinics', {
      title: 'Junior camp',
      description: '',
      dates: [20, 21].map((day) => ({ date: dateOf(day), time: '10:00', durationMinutes: 120 })),
      priceCents: 6_000,
      seats: 8,
      minimum: 1,
      decideOn: null,
      youngest: null,
      oldest: null,
      level: 'everyone',
      ...change,
    })
    expect(saved.status, saved.text).toBe(200)
    return saved.json.clinicId
  }
  const times = () =>
    events()
      .map((event) => startOf(event))
      .toSorted()
  const titles = () => new Set(events().map(({ summary }) => summary))
  const campTimes = [time(20, 10, 12).start, time(21, 10, 12).start]

  test('are an event for each date, whatever seats are sold, and go with the clinic', async () => {
    await connect()
    await choose([account], account)
    const id = await camp()
    await work()
    expect(times()).toEqual([])
    await maya.post(`/api/own-clinics/${id}/publication`, {})
    expect(await work()).toBe(1)
    expect(times()).toEqual(campTimes)
    expect(titles()).toEqual(new Set(['Golf clinic: Junior camp']))
    const sam = await product.student('Sam Rivera')
    const held = await sam.post(`/api/clinics/${id}/seats`, {
      players: [null],
      expectedPriceCents: 6_000,
      expectedPolicy: 'standard',
    })
    await sam.post(`/api/test-checkouts/${held.json.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    google.asked.length = 0
    await writeLessons(product.services, maya.userId)
    expect(google.asked.filter(({ path }) => path.includes('/events'))).toEqual([])
    expect(times()).toEqual(campTimes)
    product.clock.moveTo(testNow + HOUR)
    const [clinic] = await query('select teaching_location_id from clinics where id = $1', [id])
    await saveCamp({ clinicId: id, placeId: clinic?.teaching_location_id, title: 'Chipping camp' })
    await work()
    expect(times()).toEqual(campTimes)
    expect(titles()).toEqual(new Set(['Golf clinic: Chipping camp']))
    await maya.post(`/api/own-clinics/${id}/cancellation`, {})
    await work()
    expect(times()).toEqual([])
    expect(await query('select from google_clinic_events where instructor_id = $1', [maya.userId])).toEqual(
      [],
    )
  })

  test('that were published and canceled while Google was away are written and removed when it is back', async () => {
    await connect()
    await choose([account], account)
    await work()
    const id = await camp()
    // The worker has given up on the job of each change.
    const miss = async (change: 'publication' | 'cancellation') => {
      const changed = await maya.post(`/api/own-clinics/${id}/${change}`, {})
      expect(changed.status, changed.text).toBeLessThan(300)
      await query(`delete from pgboss.job where name = 'write-lessons-to-google' and data->>'coachId' = $1`, [
        maya.userId,
      ])
      await read()
    }
    await miss('publication')
    expect(await work()).toBe(1)
    expect(times()).toEqual(campTimes)
    await miss('cancellation')
    expect(await work()).toBe(1)
    expect(times()).toEqual([])
    await read()
    expect(await work()).toBe(0)
  })

  test('are removed as seats, which were written before clinics had events of their own', async () => {
    await connect()
    await choose([account], account)
    const id = await camp()
    await maya.post(`/api/own-clinics/${id}/publication`, {})
    const sam = await product.student('Sam Rivera')
    const held = await sam.post(`/api/clinics/${id}/seats`, {
      players: [null],
      expectedPriceCents: 6_000,
      expectedPolicy: 'standard',
    })
    await query(
      `insert into google_lesson_events (booking_id, google_id, instructor_id, starts_at, ends_at, change_number)
       select id, $2, instructor_id, lesson_date, lesson_end, 0 from bookings where id = $1`,
      [held.json.bookingIds[0], account],
    )
    await work()
    expect(await query('select from google_lesson_events where instructor_id = $1', [maya.userId])).toEqual(
      [],
    )
    expect(times()).toEqual(campTimes)
  })

  test('leave the coach busy at other appointments between two dates of a camp', async () => {
    await connect()
    await choose([account], account)
    const id = await camp()
    await maya.post(`/api/own-clinics/${id}/publication`, {})
    const sam = await product.student('Sam Rivera')
    const held = await sam.post(`/api/clinics/${id}/seats`, {
      players: [null],
      expectedPriceCents: 6_000,
      expectedPolicy: 'standard',
    })
    await sam.post(`/api/test-checkouts/${held.json.checkoutUrl.split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    await work()
    google
      .calendarsOf(account)
      .get(account)
      ?.busy.push(time(20, 14, 15))
    await read()
    const busy = await query(
      'select starts_at from instructor_busy_times where instructor_id = $1 order by starts_at',
      [maya.userId],
    )
    expect(busy.map(({ starts_at }) => Date.parse(starts_at))).toEqual([time(20, 14, 15).start])
  })
})
