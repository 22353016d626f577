import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Clock } from '#platform/clock.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { signedValues } from '#platform/signed-value.ts'
import { dateOfEpochDay, dayOfWeek, offsetMinutes, toIso } from '#platform/time.ts'
import {
  CalendarError,
  type CalendarPort,
  type ListedCalendar,
  mergeTimes,
  type TimeRange,
} from './calendar.ts'

/** The local adapter's consent and calendar pages. */
export const localConsentPath = '/dev/google/consent'
export const localCalendarPath = '/dev/google'

/** An entry in a calendar of the local adapter. */
export interface LocalEntry extends TimeRange {
  id: string
  calendarId: string
  title: string
  place: string
  /** Written by us, rather than predefined. */
  isWritten: boolean
  /** It does not make its time busy. */
  isFree: boolean
}

/** A local substitute for Google Calendar, with calendars for every user who signs in. No data leaves. */
export interface LocalCalendar extends CalendarPort {
  /** Called by the consent page when the user grants access. @returns the code for the redirect */
  allow(answer: {
    account: string
    codeChallenge: string
    redirectUri: string
    mayRead: boolean
    mayWrite: boolean
  }): Promise<string>
  /** Returns all calendar entries of an account in a range, in order. */
  listEntries(account: string, range: TimeRange): Promise<LocalEntry[]>
  /** Revokes the access, as users can in their Google account. @returns how many grants were revoked */
  withdraw(account: string): Promise<number>
}

const CODE_LASTS = 10 * 60_000
const ZONE = 'America/New_York'

/** The calendars of an account: its own, another one it owns, and one shared with it. */
export const localCalendars = (account: string): ListedCalendar[] => [
  { id: account, name: account, isPrimary: true, isOwned: true },
  { id: 'family@group.calendar.google.com', name: 'Family', isPrimary: false, isOwned: true },
  { id: 'club@group.calendar.google.com', name: 'Club events', isPrimary: false, isOwned: false },
]

/** Weekly entries in New York time, mostly when coaches don't teach. Days: 0 is Sunday. */
const weekly: Record<string, readonly { title: string; day: number; from: number; hours: number }[]> = {
  own: [
    { title: 'Call with Mom', day: 0, from: 17, hours: 1 },
    { title: 'Book club', day: 1, from: 19, hours: 2 },
    { title: 'Physical therapy', day: 3, from: 18.5, hours: 1.5 },
    { title: 'Lunch with the head pro', day: 5, from: 12, hours: 1 },
  ],
  'family@group.calendar.google.com': [
    { title: 'Pick up Leo from school', day: 1, from: 15, hours: 1 },
    { title: 'Swim meet', day: 6, from: 9, hours: 2 },
  ],
  'club@group.calendar.google.com': [{ title: 'Men’s league', day: 2, from: 16, hours: 2 }],
}

/** @param secret signs access tokens, so that tokens of another demo are invalid */
export function localCalendar({
  pool,
  clock,
  appUrl,
  secret,
}: {
  pool: Pick<pg.Pool, 'query'>
  clock: Clock
  appUrl: string
  secret: string
}): LocalCalendar {
  const tokens = signedValues(secret, 'access to a local calendar')

  const accessFor = (refreshToken: string) => ({
    accessToken: tokens.sign(`${refreshToken}:${clock.now() + HOUR}`),
    lastsMs: HOUR,
  })

  async function accountOf(accessToken: string, needs: 'may_read' | 'may_write'): Promise<string> {
    const [refreshToken, until] = tokens.read(accessToken)?.split(':') ?? []
    const { rows } = await pool.query<{ account: string; may_read: boolean; may_write: boolean }>(
      'select account, may_read, may_write from local_vendor.calendar_grants where refresh_token = $1',
      [refreshToken ?? ''],
    )
    const [grant] = rows
    if (!grant || Number(until) <= clock.now()) throw new CalendarError('token_refused')
    if (!grant[needs]) throw new CalendarError('not_allowed')
    return grant.account
  }

  async function listEntries(account: string, range: TimeRange): Promise<LocalEntry[]> {
    const { rows } = await pool.query<{
      id: string
      calendar_id: string
      title: string
      place: string
      starts_at: Date
      ends_at: Date
      is_free: boolean
    }>(
      `select id, calendar_id, title, place, starts_at, ends_at, is_free from local_vendor.calendar_events
       where account = $1 and starts_at < $3 and $2 < ends_at`,
      [account, toIso(range.start), toIso(range.end)],
    )
    const written = rows.map((row) => ({
      id: row.id,
      calendarId: row.calendar_id,
      title: row.title,
      place: row.place,
      start: row.starts_at.getTime(),
      end: row.ends_at.getTime(),
      isWritten: true,
      isFree: row.is_free,
    }))
    const given = localCalendars(account).flatMap((listed) => weeklyEntries(listed, range))
    return [...written, ...given].sort((a, b) => a.start - b.start || a.id.localeCompare(b.id))
  }

  return {
    name: 'local',
    consentUrl: ({ state, codeChallenge, redirectUri }) => {
      const query = new URLSearchParams({ state, code_challenge: codeChallenge, redirect_uri: redirectUri })
      return `${appUrl}${localConsentPath}?${query}`
    },
    async allow({ account, codeChallenge, redirectUri, mayRead, mayWrite }) {
      const code = `local-${randomBytes(16).toString('base64url')}`
      await pool.query('delete from local_vendor.calendar_codes where expires_at < $1', [toIso(clock.now())])
      await pool.query(
        `insert into local_vendor.calendar_codes (code, account, code_challenge, redirect_uri, may_read, may_write, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [code, account, codeChallenge, redirectUri, mayRead, mayWrite, toIso(clock.now() + CODE_LASTS)],
      )
      return code
    },
    listEntries,
    async withdraw(account) {
      const gone = await pool.query('delete from local_vendor.calendar_grants where account = $1', [account])
      return gone.rowCount ?? 0
    },
    async exchange({ code, codeVerifier, redirectUri }) {
      const { rows } = await pool.query<{ account: string; may_read: boolean; may_write: boolean }>(
        `delete from local_vendor.calendar_codes where code = $1 and code_challenge = $2 and redirect_uri = $3
           and expires_at > $4 returning account, may_read, may_write`,
        [code, challengeOf(codeVerifier), redirectUri, toIso(clock.now())],
      )
      const [allowed] = rows
      if (!allowed) throw new CalendarError('code_refused')
      const refreshToken = randomBytes(24).toString('base64url')
      await pool.query(
        `insert into local_vendor.calendar_grants (refresh_token, account, may_read, may_write) values ($1, $2, $3, $4)`,
        [refreshToken, allowed.account, allowed.may_read, allowed.may_write],
      )
      return {
        ...accessFor(refreshToken),
        refreshToken,
        mayReadCalendars: allowed.may_read,
        mayWriteEvents: allowed.may_write,
      }
    },
    async refresh(refreshToken) {
      const { rows } = await pool.query('select from local_vendor.calendar_grants where refresh_token = $1', [
        refreshToken,
      ])
      if (rows.length === 0) throw new CalendarError('access_ended')
      return accessFor(refreshToken)
    },
    async revoke(refreshToken) {
      await pool.query('delete from local_vendor.calendar_grants where refresh_token = $1', [refreshToken])
    },
    listCalendars: async (accessToken) => localCalendars(await accountOf(accessToken, 'may_read')),
    async busyTimes(accessToken, calendarIds, range) {
      const account = await accountOf(accessToken, 'may_read')
      const known = new Set(localCalendars(account).map(({ id }) => id))
      if (!calendarIds.every((id) => known.has(id))) throw new CalendarError('calendar_gone')
      const entries = await listEntries(account, range)
      const within = (calendarId: string) =>
        entries
          .filter((entry) => entry.calendarId === calendarId && !entry.isFree)
          .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
      return new Map(calendarIds.map((id) => [id, mergeTimes(within(id))]))
    },
    async putEvent(accessToken, calendarId, event) {
      const account = await accountOf(accessToken, 'may_write')
      const listed = localCalendars(account).find(({ id }) => id === calendarId)
      if (!listed) throw new CalendarError('calendar_gone')
      if (!listed.isOwned) throw new CalendarError('not_allowed')
      await pool.query(
        `insert into local_vendor.calendar_events (account, calendar_id, id, title, description, place, url, starts_at, ends_at, is_free)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (account, calendar_id, id) do update set title = excluded.title, description = excluded.description,
           place = excluded.place, url = excluded.url, starts_at = excluded.starts_at, ends_at = excluded.ends_at, is_free = excluded.is_free`,
        [
          account,
          calendarId,
          event.id,
          event.title,
          event.description,
          event.place,
          event.url,
          toIso(event.start),
          toIso(event.end),
          event.isFree ?? false,
        ],
      )
    },
    async removeEvent(accessToken, calendarId, eventId) {
      const account = await accountOf(accessToken, 'may_write')
      await pool.query(
        'delete from local_vendor.calendar_events where account = $1 and calendar_id = $2 and id = $3',
        [account, calendarId, eventId],
      )
    },
  }
}

/** RFC 7636, S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

function weeklyEntries({ id, isPrimary }: ListedCalendar, range: TimeRange): LocalEntry[] {
  const entries: LocalEntry[] = []
  for (let day = Math.floor(range.start / DAY) - 1; day * DAY < range.end; day++)
    for (const { title, day: weekday, from, hours } of weekly[isPrimary ? 'own' : id] ?? []) {
      if (dayOfWeek(dateOfEpochDay(day)) !== weekday) continue
      const wall = day * DAY + from * HOUR
      const start = wall - offsetMinutes(wall + 5 * HOUR, ZONE) * 60_000
      const end = start + hours * HOUR
      if (range.start < end && start < range.end)
        entries.push({
          id: `${day}-${title}`,
          calendarId: id,
          title,
          place: '',
          start,
          end,
          isWritten: false,
          isFree: false,
        })
    }
  return entries
}
