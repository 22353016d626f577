import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DAY } from '#platform/duration.ts'
import { startLocalServer } from './local-server.ts'

const scopes = {
  list: 'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  busy: 'https://www.googleapis.com/auth/calendar.events.freebusy',
  write: 'https://www.googleapis.com/auth/calendar.events.owned',
}

interface GoogleEvent {
  status: string
  summary: string
  description: string
  location: string
  visibility: string
  transparency: string
  start: { dateTime: string }
  end: { dateTime: string }
}

interface GoogleCalendar {
  summary: string
  accessRole: 'owner' | 'writer' | 'reader'
  primary?: boolean
  /** Events created by the account's owner, milliseconds since 1970. */
  busy: { start: number; end: number }[]
  events: Map<string, GoogleEvent>
}

interface Grant {
  account: string
  scope: string
  isWithdrawn: boolean
}

/**
 * A double of Google's sign-in and Calendar API on 127.0.0.1: https://developers.google.com/identity/protocols/oauth2/web-server and
 * https://developers.google.com/calendar/api/v3/reference
 */
export async function startGoogleDouble(client: { clientId: string; clientSecret: string }) {
  const codes = new Map<string, { grant: Grant; challenge: string; redirectUri: string }>()
  const grants = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const calendars = new Map<string, Map<string, GoogleCalendar>>()
  const asked: { method: string; path: string }[] = []
  let trouble: { status: number; reason: string; times: number } | null = null

  const calendarsOf = (account: string) => {
    const known = calendars.get(account) ?? new Map<string, GoogleCalendar>()
    calendars.set(account, known)
    if (known.size === 0) {
      known.set(account, {
        summary: account,
        accessRole: 'owner',
        primary: true,
        busy: [],
        events: new Map(),
      })
      known.set('family@group', { summary: 'Family', accessRole: 'owner', busy: [], events: new Map() })
      known.set('club@group', { summary: 'Club events', accessRole: 'reader', busy: [], events: new Map() })
    }
    return known
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://double')
    const body = await text(request)
    const path = decodeURIComponent(url.pathname)
    asked.push({ method: request.method ?? '', path })
    const send = (status: number, answer?: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(answer === undefined ? '' : JSON.stringify(answer))
    const refuse = (status: number, reason: string) =>
      send(status, { error: { code: status, message: reason, errors: [{ reason }] } })
    if (trouble && trouble.times-- > 0) return refuse(trouble.status, trouble.reason)
    if (path === '/token') return token(new URLSearchParams(body), send)
    if (path === '/revoke') {
      const grant = grants.get(url.searchParams.get('token') ?? '')
      if (!grant || grant.isWithdrawn) return send(400, { error: 'invalid_token' })
      grant.isWithdrawn = true
      return send(200, {})
    }
    const grant = accessTokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!grant || grant.isWithdrawn) return refuse(401, 'authError')
    const mine = calendarsOf(grant.account)
    if (path === '/calendar/v3/users/me/calendarList') {
      if (!grant.scope.includes(scopes.list)) return refuse(403, 'insufficientPermissions')
      const items = [...mine].map(([id, { summary, accessRole, primary }]) => ({
        id,
        summary,
        accessRole,
        ...(primary ? { primary } : {}),
      }))
      // Two pages, as for long lists.
      const isSecond = url.searchParams.get('pageToken') === 'second'
      return send(
        200,
        isSecond ? { items: items.slice(1) } : { items: items.slice(0, 1), nextPageToken: 'second' },
      )
    }
    if (path === '/calendar/v3/freeBusy') {
      if (!grant.scope.includes(scopes.busy)) return refuse(403, 'insufficientPermissions')
      return freeBusy(mine, JSON.parse(body), send, refuse)
    }
    const [, calendarId = '', eventId] =
      /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/(.+))?$/.exec(path) ?? []
    const calendar = mine.get(calendarId)
    if (!calendar) return refuse(404, 'notFound')
    if (!grant.scope.includes(scopes.write) || calendar.accessRole !== 'owner')
      return refuse(403, 'insufficientPermissions')
    if (request.method === 'POST') {
      const { id, ...event } = JSON.parse(body)
      if (!/^[a-v0-9]{5,1024}$/.test(id)) return refuse(400, 'invalid')
      if (calendar.events.has(id)) return refuse(409, 'duplicate')
      calendar.events.set(id, event)
      return send(200, { id })
    }
    const event = calendar.events.get(eventId ?? '')
    if (!event) return refuse(404, 'notFound')
    if (request.method === 'PATCH') {
      Object.assign(event, JSON.parse(body))
      return send(200, { id: eventId })
    }
    if (event.status === 'cancelled') return refuse(410, 'deleted')
    event.status = 'cancelled'
    return send(204)
  }

  function token(form: URLSearchParams, send: (status: number, answer: object) => void) {
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return send(401, { error: 'invalid_client' })
    const accessToken = `ya29.${randomBytes(12).toString('base64url')}`
    const access = { access_token: accessToken, expires_in: 3599, token_type: 'Bearer' }
    if (form.get('grant_type') === 'refresh_token') {
      const grant = grants.get(form.get('refresh_token') ?? '')
      if (!grant || grant.isWithdrawn) return send(400, { error: 'invalid_grant' })
      accessTokens.set(accessToken, grant)
      return send(200, { ...access, scope: grant.scope })
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
      return send(400, { error: 'invalid_grant' })
    const refreshToken = `1//${randomBytes(12).toString('base64url')}`
    grants.set(refreshToken, code.grant)
    accessTokens.set(accessToken, code.grant)
    send(200, { ...access, refresh_token: refreshToken, scope: code.grant.scope })
  }

  function freeBusy(
    mine: Map<string, GoogleCalendar>,
    question: { timeMin: string; timeMax: string; items: { id: string }[] },
    send: (status: number, answer: object) => void,
    refuse: (status: number, reason: string) => void,
  ) {
    const [from, to] = [Date.parse(question.timeMin), Date.parse(question.timeMax)]
    if (to - from > 90 * DAY) return refuse(400, 'timeRangeTooLong')
    if (question.items.length > 50) return refuse(400, 'tooManyCalendarsRequested')
    const iso = (at: number) => new Date(at).toISOString()
    const busyIn = (calendar: GoogleCalendar) =>
      [
        ...calendar.busy,
        ...[...calendar.events.values()]
          .filter(({ status, transparency }) => status === 'confirmed' && transparency !== 'transparent')
          .map(({ start, end }) => ({ start: Date.parse(start.dateTime), end: Date.parse(end.dateTime) })),
      ]
        .filter(({ start, end }) => start < to && from < end)
        .map(({ start, end }) => ({ start: iso(Math.max(start, from)), end: iso(Math.min(end, to)) }))
    const answers = question.items.map(({ id }) => {
      const calendar = mine.get(id)
      return [
        id,
        calendar
          ? { busy: busyIn(calendar) }
          : { busy: [], errors: [{ domain: 'global', reason: 'notFound' }] },
      ]
    })
    send(200, { calendars: Object.fromEntries(answers) })
  }

  const server = await startLocalServer(handle)

  return {
    ...server,
    /** All requests, oldest first. */
    asked,
    calendarsOf,
    /** A user grants access on Google's consent page. @returns the parameters of the redirect back */
    allow(consentUrl: string, account: string, ticked: (keyof typeof scopes)[] = ['list', 'busy', 'write']) {
      const query = new URL(consentUrl).searchParams
      if (query.get('client_id') !== client.clientId || query.get('code_challenge_method') !== 'S256')
        throw new Error(`not a question of ours: ${consentUrl}`)
      const code = `4/0${randomBytes(12).toString('base64url')}`
      codes.set(code, {
        grant: { account, scope: ticked.map((one) => scopes[one]).join(' '), isWithdrawn: false },
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      })
      return { code, state: query.get('state') ?? '' }
    },
    /** A user revokes the access in the Google account's settings. */
    withdraw(account: string) {
      for (const grant of grants.values()) if (grant.account === account) grant.isWithdrawn = true
    },
    /** The number of active grants for an account. */
    accessCount: (account: string) =>
      [...grants.values()].filter((grant) => grant.account === account && !grant.isWithdrawn).length,
    /** Expires all access tokens but keeps the grants. */
    endAccessTokens: () => accessTokens.clear(),
    /** Answers the next requests with an error. */
    misbehave(status: number, times = Number.POSITIVE_INFINITY, reason = 'backendError') {
      trouble = times > 0 ? { status, reason, times } : null
    },
  }
}
