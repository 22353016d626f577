/**
 * Calendars that somebody keeps at Google: asking for access, busy times, and writing events. Whoever calls keeps the
 * tokens; the port keeps nothing.
 */
export interface CalendarPort {
  name: string
  /** The page on which somebody allows us in, or doesn't; it leads back to `redirectUri`. */
  consentUrl(ask: ConsentRequest): string
  /**
   * Trades what came back from that page for access.
   * @throws CalendarError code_refused, unavailable
   */
  exchange(answer: { code: string; codeVerifier: string; redirectUri: string }): Promise<CalendarGrant>
  /** A new access token. @throws CalendarError access_ended, unavailable */
  refresh(refreshToken: string): Promise<CalendarAccess>
  /** Gives the access back; nothing happens for one that has ended. @throws CalendarError unavailable */
  revoke(refreshToken: string): Promise<void>
  /** Every calendar in somebody's list. @throws CalendarError token_refused, not_allowed, unavailable */
  listCalendars(accessToken: string): Promise<ListedCalendar[]>
  /**
   * When somebody is busy by these calendars together: in order, touching and overlapping times made one.
   * @param range milliseconds since 1970, UTC; as long as one likes
   * @throws CalendarError token_refused, not_allowed, calendar_gone, unavailable
   */
  busyTimes(
    accessToken: string,
    calendarIds: readonly string[],
    range: TimeRange,
  ): Promise<ReadonlyMap<string, readonly TimeRange[]>>
  /**
   * Writes an event, in place of what has its id.
   * @throws CalendarError token_refused, not_allowed, calendar_gone, unavailable
   */
  putEvent(accessToken: string, calendarId: string, event: CalendarEvent): Promise<void>
  /**
   * Takes an event away; nothing happens where there is none, or no such calendar.
   * @throws CalendarError token_refused, not_allowed, unavailable
   */
  removeEvent(accessToken: string, calendarId: string, eventId: string): Promise<void>
}

export interface ConsentRequest {
  /** Comes back with the answer, so that only an answer to this question is taken. */
  state: string
  /** SHA-256 of the verifier, base64url (RFC 7636): who has the code alone can do nothing with it. */
  codeChallenge: string
  redirectUri: string
  /** The account to begin with, when it is known. */
  account?: string
}

export interface CalendarAccess {
  accessToken: string
  /** How long it is good for, from now. */
  lastsMs: number
}

export interface CalendarGrant extends CalendarAccess {
  /** Good until it is given back or withdrawn. */
  refreshToken: string
  mayReadCalendars: boolean
  mayWriteEvents: boolean
}

export interface ListedCalendar {
  id: string
  name: string
  /** The one of the account itself; its id is the account's address. */
  isPrimary: boolean
  /** Events of ours may be written to it. */
  isOwned: boolean
}

/** Milliseconds since 1970, UTC. */
export interface TimeRange {
  start: number
  end: number
}

export interface CalendarEvent extends TimeRange {
  /** Our own: 5 to 1,024 of the letters a to v and figures. The same event has the same id, always. */
  id: string
  title: string
  description: string
  place: string
  /** Where to read more. */
  url: string
}

export const calendarFaults = [
  /** The answer of the consent page is not one, was used before, or came too late. */
  'code_refused',
  /** The access was withdrawn. Only its owner can give it again. */
  'access_ended',
  /** The access token is none any more; a refreshed one may be. */
  'token_refused',
  /** This was not among what was allowed. */
  'not_allowed',
  'calendar_gone',
  /** Tried again later it may work. */
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

/** In order, with touching and overlapping ones made one. */
export function mergeTimes(times: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const { start, end } of times.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) merged.push({ start, end })
  }
  return merged
}
