import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library'
import { systemClock } from '#platform/clock.ts'
import { siteName } from '#platform/site-name.ts'
import { toIso } from '#platform/time.ts'
import {
  type CalendarAccess,
  CalendarError,
  type CalendarEvent,
  type CalendarFault,
  type CalendarPort,
  type ListedCalendar,
  mergeTimes,
  type TimeRange,
} from './calendar.ts'

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  /** Overrides the base URL of Google's sign-in and API; the contract tests use a local test double. */
  apiBase?: string
  /** The timeout of one request. */
  timeoutMs?: number
}

const LISTED = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'
const BUSY = 'https://www.googleapis.com/auth/calendar.events.freebusy'
const WRITE = 'https://www.googleapis.com/auth/calendar.events.owned'
/** Google's limits: a range of 90 days, and 50 calendars per request. */
const WINDOW = 60 * 86_400_000
const CALENDARS_AT_ONCE = 50
const MOST_PAGES = 20

/** Google Calendar through Google's own library. */
export function googleCalendar({
  clientId,
  clientSecret,
  apiBase,
  timeoutMs = 10_000,
}: GoogleSettings): CalendarPort {
  const base = apiBase?.replace(/\/$/, '')
  const client = () =>
    new OAuth2Client({
      clientId,
      clientSecret,
      // The caller decides whether and when to retry.
      transporterOptions: { timeout: timeoutMs, retryConfig: { retry: 0, noResponseRetries: 0 } },
      ...(base
        ? {
            endpoints: {
              oauth2AuthBaseUrl: `${base}/o/oauth2/v2/auth`,
              oauth2TokenUrl: `${base}/token`,
              oauth2RevokeUrl: `${base}/revoke`,
            },
          }
        : {}),
    })
  const apiFor = (accessToken: string): calendar_v3.Calendar => {
    const auth = client()
    auth.setCredentials({ access_token: accessToken })
    return calendar({
      version: 'v3',
      auth,
      timeout: timeoutMs,
      retry: false,
      ...(base ? { rootUrl: `${base}/` } : {}),
    })
  }

  return {
    name: 'google',
    consentUrl: ({ state, codeChallenge, redirectUri, account }) =>
      client().generateAuthUrl({
        access_type: 'offline',
        // Google issues a refresh token only if consent is requested.
        prompt: 'consent',
        scope: [LISTED, BUSY, WRITE],
        state,
        redirect_uri: redirectUri,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
        ...(account ? { login_hint: account } : {}),
      }),
    async exchange({ code, codeVerifier, redirectUri }) {
      const { tokens } = await asking('code_refused', () =>
        client().getToken({ code, codeVerifier, redirect_uri: redirectUri }),
      )
      const { refresh_token: refreshToken, scope = '' } = tokens
      if (!refreshToken) throw new CalendarError('code_refused', new Error('no refresh token came'))
      const allowed = scope.split(' ')
      return {
        ...accessOf(tokens),
        refreshToken,
        mayReadCalendars: allowed.includes(LISTED) && allowed.includes(BUSY),
        mayWriteEvents: allowed.includes(WRITE),
      }
    },
    async refresh(refreshToken) {
      const auth = client()
      auth.setCredentials({ refresh_token: refreshToken })
      const { credentials } = await asking('access_ended', () => auth.refreshAccessToken())
      return accessOf(credentials)
    },
    async revoke(refreshToken) {
      try {
        await asking('access_ended', () => client().revokeToken(refreshToken))
      } catch (error) {
        // Google responds with 400 if the access has already ended.
        if (!(error instanceof CalendarError) || error.fault === 'unavailable') throw error
      }
    },
    async listCalendars(accessToken) {
      const api = apiFor(accessToken)
      const found: ListedCalendar[] = []
      let pageToken: string | undefined
      for (let page = 0; page < MOST_PAGES; page++) {
        const { data } = await asking('token_refused', () =>
          api.calendarList.list({ maxResults: 250, ...(pageToken ? { pageToken } : {}) }),
        )
        for (const { id, summary, summaryOverride, primary, accessRole, deleted } of data.items ?? [])
          if (id && !deleted)
            found.push({
              id,
              name: summaryOverride || summary || id,
              isPrimary: primary === true,
              isOwned: accessRole === 'owner',
            })
        pageToken = data.nextPageToken ?? undefined
        if (!pageToken) break
      }
      return found
    },
    async busyTimes(accessToken, calendarIds, range) {
      const api = apiFor(accessToken)
      const found = new Map<string, TimeRange[]>(calendarIds.map((id) => [id, []]))
      for (let at = 0; at < calendarIds.length; at += CALENDARS_AT_ONCE) {
        const items = calendarIds.slice(at, at + CALENDARS_AT_ONCE).map((id) => ({ id }))
        for (let from = range.start; from < range.end; from += WINDOW) {
          const requestBody = {
            timeMin: toIso(from),
            timeMax: toIso(Math.min(from + WINDOW, range.end)),
            items,
          }
          const { data } = await asking('token_refused', () => api.freebusy.query({ requestBody }))
          for (const { id } of items) found.get(id)?.push(...readBusy(id, data.calendars?.[id]))
        }
      }
      return new Map([...found].map(([id, times]) => [id, mergeTimes(times)]))
    },
    async putEvent(accessToken, calendarId, event) {
      const api = apiFor(accessToken)
      const requestBody = bodyOf(event)
      try {
        await api.events.insert({ calendarId, requestBody: { ...requestBody, id: event.id } })
      } catch (error) {
        if (statusOf(error) !== 409) throw calendarError(error, 'token_refused')
        // The event exists or was deleted: Google keeps the id.
        await asking('token_refused', () => api.events.patch({ calendarId, eventId: event.id, requestBody }))
      }
    },
    async removeEvent(accessToken, calendarId, eventId) {
      try {
        await asking('token_refused', () => apiFor(accessToken).events.delete({ calendarId, eventId }))
      } catch (error) {
        if (!(error instanceof CalendarError) || error.fault !== 'calendar_gone') throw error
      }
    },
  }
}

const accessOf = (tokens: { access_token?: string | null; expiry_date?: number | null }): CalendarAccess => {
  if (!tokens.access_token) throw new CalendarError('unavailable', new Error('no access token came'))
  // The library uses the system clock.
  return {
    accessToken: tokens.access_token,
    lastsMs: Math.max(0, (tokens.expiry_date ?? 0) - systemClock.now()),
  }
}

/** @throws CalendarError for a calendar that cannot be read, instead of treating it as free */
function readBusy(id: string, answer: calendar_v3.Schema$FreeBusyCalendar | undefined): TimeRange[] {
  const [error] = answer?.errors ?? []
  if (!answer || error)
    throw new CalendarError(
      error?.reason === 'notFound' ? 'calendar_gone' : 'unavailable',
      new Error(`${id}: ${error?.reason ?? 'left out'}`),
    )
  return (answer.busy ?? []).map(({ start, end }) => {
    const time = { start: Date.parse(start ?? ''), end: Date.parse(end ?? '') }
    if (Number.isNaN(time.start) || Number.isNaN(time.end))
      throw new CalendarError('unavailable', new Error('a busy time that is none'))
    return time
  })
}

/** Visible to the calendar's owner only, even if others can see the calendar. */
const bodyOf = ({ title, description, place, url, start, end, isFree = false }: CalendarEvent) => ({
  status: 'confirmed',
  visibility: 'private',
  transparency: isFree ? 'transparent' : 'opaque',
  summary: title,
  // Google shows it as HTML; it contains texts that students wrote.
  description: description.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  location: place,
  source: { title: siteName, url },
  start: { dateTime: toIso(start) },
  end: { dateTime: toIso(end) },
})

/** @param refusal the fault to report if Google rejects the token or code */
async function asking<T>(refusal: CalendarFault, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw calendarError(error, refusal)
  }
}

function calendarError(error: unknown, refusal: CalendarFault): CalendarError {
  const status = statusOf(error)
  const words = JSON.stringify(Reflect.get(Object(Reflect.get(Object(error), 'response')), 'data') ?? '')
  // The request and response contain tokens, so neither may be logged.
  const cause = new Error(`Google answered ${status ?? 'nothing'}`)
  if (refusal === 'code_refused' || refusal === 'access_ended')
    return new CalendarError(/invalid_grant|invalid_token/.test(words) ? refusal : 'unavailable', cause)
  if (status === 401) return new CalendarError('token_refused', cause)
  if (status === 403)
    return new CalendarError(/[lL]imitExceeded|quota/.test(words) ? 'unavailable' : 'not_allowed', cause)
  if (status === 404 || status === 410) return new CalendarError('calendar_gone', cause)
  return new CalendarError('unavailable', cause)
}

function statusOf(error: unknown): number | undefined {
  const status = Number(
    Reflect.get(Object(Reflect.get(Object(error), 'response')), 'status') ??
      Reflect.get(Object(error), 'status'),
  )
  return Number.isNaN(status) ? undefined : status
}
