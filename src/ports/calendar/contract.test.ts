import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startGoogleDouble } from '#tests/support/google-double.ts'
import { CalendarError, type CalendarEvent, type CalendarPort, mergeTimes } from './calendar.ts'
import { googleCalendar } from './google.ts'
import { challengeOf, localCalendar } from './local.ts'

/** Requirements for both adapters. */
interface Subject {
  port: CalendarPort
  /** Grants access. @returns the parameters of the redirect */
  allow(consentUrl: string, account: string, mayWrite?: boolean): Promise<{ code: string; state: string }>
  withdraw(account: string): Promise<void>
  /** The events that we have written to a calendar. */
  written(account: string, calendarId: string): Promise<{ id: string; title: string; start: number }[]>
  close(): Promise<void>
}

const NOW = Date.UTC(2026, 10, 20, 15)
const redirectUri = 'http://greenside.test/availability'
const database = testDatabase()

const subjects: Record<string, () => Promise<Subject>> = {
  async local() {
    const port = localCalendar({
      pool: database.pool,
      clock: movableClock(NOW),
      appUrl: 'http://greenside.test',
      secret: 'of the calendars',
    })
    return {
      port,
      async allow(consentUrl, account, mayWrite = true) {
        const query = new URL(consentUrl).searchParams
        const code = await port.allow({
          account,
          codeChallenge: query.get('code_challenge') ?? '',
          redirectUri: query.get('redirect_uri') ?? '',
          mayRead: true,
          mayWrite,
        })
        return { code, state: query.get('state') ?? '' }
      },
      withdraw: async (account) => void (await port.withdraw(account)),
      async written(account, calendarId) {
        const entries = await port.listEntries(account, { start: NOW - DAY, end: NOW + 500 * DAY })
        return entries
          .filter((entry) => entry.isWritten && entry.calendarId === calendarId)
          .map(({ id, title, start }) => ({ id, title, start }))
      },
      close: async () => undefined,
    }
  },
  async google() {
    const client = { clientId: 'of-greenside', clientSecret: 'a secret' }
    const double = await startGoogleDouble(client)
    return {
      port: googleCalendar({ ...client, apiBase: double.url }),
      allow: async (consentUrl, account, mayWrite = true) =>
        double.allow(consentUrl, account, mayWrite ? ['list', 'busy', 'write'] : ['list', 'busy']),
      withdraw: async (account) => double.withdraw(account),
      async written(account, calendarId) {
        const events = double.calendarsOf(account).get(calendarId)?.events ?? new Map()
        return [...events]
          .filter(([, { status }]) => status === 'confirmed')
          .map(([id, { summary, start }]) => ({ id, title: summary, start: Date.parse(start.dateTime) }))
      },
      close: double.close,
    }
  },
}

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof CalendarError ? error.fault : `another error: ${error}`),
  )

describe.each(Object.keys(subjects))('Google Calendar by %s', (name) => {
  let subject: Subject
  let port: CalendarPort
  let account: string
  beforeAll(async () => {
    const start = subjects[name]
    if (!start) throw new Error(`no subject ${name}`)
    subject = await start()
    port = subject.port
  })
  afterAll(() => subject?.close())
  beforeEach(() => {
    account = `${randomUUID()}@gmail.test`
  })

  const ask = (verifier: string, state = 'the state') =>
    port.consentUrl({ state, codeChallenge: challengeOf(verifier), redirectUri, account })
  async function connect(mayWrite = true) {
    const codeVerifier = randomBytes(32).toString('base64url')
    const { code } = await subject.allow(ask(codeVerifier), account, mayWrite)
    return await port.exchange({ code, codeVerifier, redirectUri })
  }
  const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
    id: `gs${randomUUID().replaceAll('-', '')}`,
    title: 'Golf lesson with José & Zoë ⛳',
    description: 'Read more',
    place: '1 Fairway Lane',
    url: 'http://greenside.test/lessons',
    start: NOW + DAY,
    end: NOW + DAY + HOUR,
    ...change,
  })
  const range = { start: NOW, end: NOW + 370 * DAY }

  test('the authorization URL has the state, and requests only the scopes used', async () => {
    const url = ask('verifier', 'of this question')
    expect((await subject.allow(url, account)).state).toBe('of this question')
    expect(url).not.toContain('verifier')
    if (name === 'google')
      expect(new URL(url).searchParams.get('scope')?.split(' ')).toEqual([
        'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
        'https://www.googleapis.com/auth/calendar.events.freebusy',
        'https://www.googleapis.com/auth/calendar.events.owned',
      ])
  })

  test('a code works once, with its own verifier and redirect URL', async () => {
    const codeVerifier = randomBytes(32).toString('base64url')
    const again = async () => (await subject.allow(ask(codeVerifier), account)).code
    const code = await again()
    const grant = await port.exchange({ code, codeVerifier, redirectUri })
    expect(grant).toMatchObject({ mayReadCalendars: true, mayWriteEvents: true })
    expect(grant.lastsMs).toBeGreaterThan(50 * 60_000)
    expect(await faultOf(port.exchange({ code, codeVerifier, redirectUri }))).toBe('code_refused')
    const other = randomBytes(32).toString('base64url')
    expect(await faultOf(port.exchange({ code: await again(), codeVerifier: other, redirectUri }))).toBe(
      'code_refused',
    )
    const elsewhere = 'http://greenside.test/elsewhere'
    expect(await faultOf(port.exchange({ code: await again(), codeVerifier, redirectUri: elsewhere }))).toBe(
      'code_refused',
    )
  })

  test('the calendars are listed, including the account’s primary one', async () => {
    const { accessToken } = await connect()
    const found = await port.listCalendars(accessToken)
    expect(found.map(({ name: called }) => called)).toEqual([account, 'Family', 'Club events'])
    expect(found[0]).toEqual({ id: account, name: account, isPrimary: true, isOwned: true })
    expect(found[2]).toMatchObject({ isPrimary: false, isOwned: false })
  })

  test('a written event makes its calendar busy, however far ahead, and no other', async () => {
    const { accessToken } = await connect()
    const far = event({ start: NOW + 300 * DAY, end: NOW + 300 * DAY + HOUR })
    const before = await port.busyTimes(accessToken, [account], range)
    await port.putEvent(accessToken, account, far)
    const after = await port.busyTimes(accessToken, [account], range)
    const own = mergeTimes([...(before.get(account) ?? []), { start: far.start, end: far.end }])
    expect(after.get(account)).toEqual(own)
  })

  test('an event that is free makes nothing busy, and does again when it is not', async () => {
    const { accessToken } = await connect()
    const busy = async () => (await port.busyTimes(accessToken, [account], range)).get(account)
    const before = await busy()
    const one = event()
    await port.putEvent(accessToken, account, one)
    const taken = await busy()
    expect(taken).not.toEqual(before)
    await port.putEvent(accessToken, account, { ...one, isFree: true })
    expect(await busy()).toEqual(before)
    await port.putEvent(accessToken, account, one)
    expect(await busy()).toEqual(taken)
  })

  test('an event is created once, updated in place, deleted, and can be restored', async () => {
    const { accessToken } = await connect()
    const one = event()
    await port.putEvent(accessToken, account, one)
    await port.putEvent(accessToken, account, one)
    const there = { id: one.id, title: one.title, start: one.start }
    expect(await subject.written(account, account)).toEqual([there])
    await port.putEvent(accessToken, account, { ...one, start: one.start + DAY, end: one.end + DAY })
    expect(await subject.written(account, account)).toEqual([{ ...there, start: one.start + DAY }])
    await port.removeEvent(accessToken, account, one.id)
    await port.removeEvent(accessToken, account, one.id)
    expect(await subject.written(account, account)).toEqual([])
    await port.putEvent(accessToken, account, one)
    expect(await subject.written(account, account)).toEqual([there])
  })

  test('nothing is written to another person’s calendar, or without permission', async () => {
    const { accessToken } = await connect()
    const shared = (await port.listCalendars(accessToken)).find(({ isOwned }) => !isOwned)
    expect(await faultOf(port.putEvent(accessToken, shared?.id ?? '', event()))).toBe('not_allowed')
    account = `${randomUUID()}@gmail.test`
    const reader = await connect(false)
    expect(reader.mayWriteEvents).toBe(false)
    expect(await faultOf(port.putEvent(reader.accessToken, account, event()))).toBe('not_allowed')
  })

  test('a missing calendar is reported as gone, and never treated as free', async () => {
    const { accessToken } = await connect()
    expect(await faultOf(port.busyTimes(accessToken, [account, 'gone@group'], range))).toBe('calendar_gone')
    expect(await faultOf(port.putEvent(accessToken, 'gone@group', event()))).toBe('calendar_gone')
    await port.removeEvent(accessToken, 'gone@group', event().id)
  })

  test('access is refreshed until it is withdrawn or revoked', async () => {
    const { refreshToken } = await connect()
    const { accessToken } = await port.refresh(refreshToken)
    expect(await port.listCalendars(accessToken)).toHaveLength(3)
    await subject.withdraw(account)
    expect(await faultOf(port.listCalendars(accessToken))).toBe('token_refused')
    expect(await faultOf(port.refresh(refreshToken))).toBe('access_ended')
    await port.revoke(refreshToken)
    const again = await connect()
    await port.revoke(again.refreshToken)
    expect(await faultOf(port.refresh(again.refreshToken))).toBe('access_ended')
    expect(await faultOf(port.listCalendars('made up'))).toBe('token_refused')
    expect(await faultOf(port.refresh('made up'))).toBe('access_ended')
  })
})

describe('Google’s errors', () => {
  const client = { clientId: 'of-greenside', clientSecret: 'a secret' }
  let double: Awaited<ReturnType<typeof startGoogleDouble>>
  beforeAll(async () => {
    double = await startGoogleDouble(client)
  })
  afterAll(() => double?.close())

  test.each([
    [429, 'rateLimitExceeded'],
    [403, 'userRateLimitExceeded'],
    [403, 'quotaExceeded'],
    [500, 'backendError'],
    [503, 'backendError'],
    [400, 'badRequest'],
  ])('%i %s can be retried, and its message has no request data', async (status, reason) => {
    const port = googleCalendar({ ...client, apiBase: double.url })
    double.misbehave(status, undefined, reason)
    for (const asked of [
      port.listCalendars('a token'),
      port.busyTimes('a token', ['x'], { start: NOW, end: NOW + DAY }),
      port.putEvent('a token', 'x', {
        id: 'abcde',
        title: '',
        description: '',
        place: '',
        url: '',
        start: NOW,
        end: NOW + HOUR,
      }),
    ]) {
      const error = await asked.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(error).toMatchObject({ fault: 'unavailable' })
      expect(String((error as Error).cause)).not.toContain('a token')
    }
    double.misbehave(0, 0)
  })

  test('an event’s description is text for Google, which shows markup', async () => {
    const port = googleCalendar({ ...client, apiBase: double.url })
    const account = `${randomUUID()}@gmail.test`
    const codeVerifier = randomBytes(32).toString('base64url')
    const asked = { state: 'x', codeChallenge: challengeOf(codeVerifier), redirectUri, account }
    const { code } = double.allow(port.consentUrl(asked), account)
    const { accessToken } = await port.exchange({ code, codeVerifier, redirectUri })
    const start = NOW + DAY
    await port.putEvent(accessToken, account, {
      ...{ id: 'abcde', title: 'A lesson', place: '', url: 'http://greenside.test/lessons' },
      ...{ start, end: start + HOUR, description: 'Sam answered: <a href="https://bad.test">18</a> & more' },
    })
    expect(double.calendarsOf(account).get(account)?.events.get('abcde')?.description).toBe(
      'Sam answered: &#60;a href="https://bad.test"&#62;18&#60;/a&#62; &#38; more',
    )
  })

  test('an unreachable server and an unknown client can be retried too', async () => {
    const nobody = googleCalendar({ ...client, apiBase: 'http://127.0.0.1:9', timeoutMs: 500 })
    expect(await faultOf(nobody.listCalendars('x'))).toBe('unavailable')
    expect(await faultOf(nobody.refresh('x'))).toBe('unavailable')
    const stranger = googleCalendar({ ...client, clientSecret: 'another', apiBase: double.url })
    expect(await faultOf(stranger.refresh('x'))).toBe('unavailable')
  })
})
