/**
 * Users' Google calendars: requesting access, reading busy times, and writing events. The caller stores the
 * tokens; the port is stateless.
 */
export interface CalendarPort {
  name: string
  /** The URL of the page on which a user grants or denies access; it redirects to `redirectUri`. */
  consentUrl(ask: ConsentRequest): string
  /**
   * Exchanges the authorization code for tokens.
   * @throws CalendarError code_refused, unavailable
   */
  exchange(answer: { code: string; codeVerifier: string; redirectUri: string }): Promise<CalendarGrant>
  /** Returns a new access token. @throws CalendarError access_ended, unavailable */
  refresh(refreshToken: string): Promise<CalendarAccess>
  /** Revokes the access; does nothing if it has already ended. @throws CalendarError unavailable */
  revoke(refreshToken: string): Promise<void>
  /**
   * Returns all calendars in the user's list.
   * @throws CalendarError token_refused, not_allowed, unavailable
   */
  listCalendars(accessToken: string): Promise<ListedCalendar[]>
  /**
   * Returns the combined busy times of these calendars, sorted and merged.
   * @param range milliseconds since 1970, UTC; of any length
   * @throws CalendarError token_refused, not_allowed, calendar_gone, unavailable
   */
  busyTimes(
    accessToken: string,
    calendarIds: readonly string[],
    range: TimeRange,
  ): Promise<ReadonlyMap<string, readonly TimeRange[]>>
  /**
   * Writes an event, replacing one with the same id.
   * @throws CalendarError token_refused, not_allowed, calendar_gone, unavailable
   */
  putEvent(accessToken: string, calendarId: string, event: CalendarEvent): Promise<void>
  /**
   * Deletes an event; does nothing if the event or the calendar does not exist.
   * @throws CalendarError token_refused, not_allowed, unavailable
   */
  removeEvent(accessToken: string, calendarId: string, eventId: string): Promise<void>
}

export interface ConsentRequest {
  /** Returned unchanged with the response, to verify that it belongs to this request. */
  state: string
  /** SHA-256 of the verifier, base64url (RFC 7636): the code cannot be used without the verifier. */
  codeChallenge: string
  redirectUri: string
  /** The account to preselect, if known. */
  account?: string
}

export interface CalendarAccess {
  accessToken: string
  /** The token's remaining lifetime. */
  lastsMs: number
}

export interface CalendarGrant extends CalendarAccess {
  /** Valid until it is revoked. */
  refreshToken: string
  mayReadCalendars: boolean
  mayWriteEvents: boolean
}

export interface ListedCalendar {
  id: string
  name: string
  /** The account's primary calendar; its id is the account's address. */
  isPrimary: boolean
  /** We may write events to it. */
  isOwned: boolean
}

/** Milliseconds since 1970, UTC. */
export interface TimeRange {
  start: number
  end: number
}

export interface CalendarEvent extends TimeRange {
  /** Our own id: 5 to 1,024 digits and letters from a to v. Always the same for the same event. */
  id: string
  title: string
  description: string
  place: string
  /** A link to the details. */
  url: string
  /** It does not make its time busy. */
  isFree?: boolean
}

export const calendarFaults = [
  /** The authorization code is invalid, was used before, or has expired. */
  'code_refused',
  /** The user has revoked the access and must grant it again. */
  'access_ended',
  /** The access token is no longer valid; a refreshed one may be. */
  'token_refused',
  /** The operation is not covered by the granted scopes. */
  'not_allowed',
  'calendar_gone',
  /** A later retry may succeed. */
  'unavailable',
] as const
export type CalendarFault = (typeof calendarFaults)[number]

export class CalendarError extends Error {
  override name = 'CalendarError'
  readonly fault: CalendarFault
  constructor(fault: CalendarFault, cause?: unknown) {
    super(`the calendar could not be reached: ${fault}`, { cause })
    this.fault = fault
  }
}

/** Sorts time ranges and merges the ones that touch or overlap. */
export function mergeTimes(times: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const { start, end } of times.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) merged.push({ start, end })
  }
  return merged
}
