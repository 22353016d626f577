import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { readingRange } from '#features/other-calendars/busy-time.ts'
import { calendarSealer } from '#features/other-calendars/sealing.ts'
import { DAY } from '#platform/duration.ts'
import { challengeOf, localCalendar } from '#ports/calendar/local.ts'

/**
 * Connects a coach to the local Google Calendar double through the normal connection flow: her own calendar marks her busy, and her lessons
 * are written to it on the next read, which happens immediately.
 * @param now milliseconds since 1970, UTC
 * @param secret the secret for encrypting the calendar's token
 */
export async function connectGoogleCalendar(
  client: pg.ClientBase,
  coach: { id: string; email: string },
  now: number,
  secret: string,
): Promise<void> {
  const google = localCalendar({ pool: client, clock: { now: () => now }, appUrl: '', secret })
  const account = coach.email
  const codeVerifier = randomBytes(32).toString('base64url')
  const code = await google.allow({
    account,
    codeChallenge: challengeOf(codeVerifier),
    redirectUri: '',
    mayRead: true,
    mayWrite: true,
  })
  const { accessToken, refreshToken } = await google.exchange({ code, codeVerifier, redirectUri: '' })
  const listed = await google.listCalendars(accessToken)
  const { from, to } = readingRange(now)
  const range = { start: Math.floor(from / DAY) * DAY, end: Math.ceil(to / DAY) * DAY }
  const busy = (await google.busyTimes(accessToken, [account], range)).get(account) ?? []

  const at = new Date(now)
  const { rows } = await client.query<{ id: string }>(
    `insert into other_calendars (instructor_id, kind, name, last_tried_at, last_read_at, written_out_at, next_try_at, created_at)
     values ($1, 'google', 'Google Calendar', $2, $2, $2, $2, $2) returning id`,
    [coach.id, at],
  )
  const calendarId = rows[0]?.id
  await client.query(
    `insert into google_calendar_sync (instructor_id, calendar_id, account, refresh_token, may_write, target_calendar, connected_at)
     values ($1, $2, $3, $4, true, $3, $5)`,
    [
      coach.id,
      calendarId,
      account,
      calendarSealer({ SESSION_SECRET: secret, SECRETS_KEY: undefined }).seal(refreshToken, coach.id),
      at,
    ],
  )
  for (const { id, name, isPrimary, isOwned } of listed)
    await client.query(
      `insert into google_calendars (instructor_id, google_id, name, is_primary, is_owned, counts_busy)
       values ($1, $2, $3, $4, $5, $6)`,
      [coach.id, id, name, isPrimary, isOwned, id === account],
    )
  await client.query(
    `insert into instructor_busy_times (instructor_id, calendar_id, starts_at, ends_at)
     select $1, $2, starts, ends from unnest($3::timestamptz[], $4::timestamptz[]) as t (starts, ends)`,
    [coach.id, calendarId, busy.map(({ start }) => new Date(start)), busy.map(({ end }) => new Date(end))],
  )
}
