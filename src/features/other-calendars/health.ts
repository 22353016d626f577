import { HOUR, MINUTE } from '#platform/duration.ts'

/** The read status of other calendars, and the consequences of failures. Pure. */

/** The interval between reads. */
export const READ_EVERY = 10 * MINUTE
/** Instant booking is paused after this time without a successful read. */
export const PAUSE_AFTER = 24 * HOUR
/** Maximum time between expansions of recurring entries, even when the file has not changed. */
export const WRITE_OUT_EVERY = 20 * HOUR

/** Why a calendar could not be read. */
export const calendarFailures = [
  'bad_address',
  'not_https',
  'internal_address',
  'unknown_host',
  'unreachable',
  'timeout',
  'too_large',
  'too_many_redirects',
  'not_allowed',
  'not_found',
  'answered_wrong',
  'not_a_calendar',
  'too_many_entries',
  'too_slow',
  'access_ended',
  'calendar_gone',
  'unavailable',
] as const
export type CalendarFailure = (typeof calendarFailures)[number]

/** Messages for the coach. */
export const failureWords: Record<CalendarFailure, string> = {
  bad_address: 'This is not the address of a calendar. It begins with https:// or webcal://.',
  not_https: 'This address is not encrypted. Use the one that begins with https://.',
  internal_address: 'This address is not on the open internet, so we don’t read it.',
  unknown_host: 'There is no server of that name. Please check the address.',
  unreachable: 'Its server could not be reached.',
  timeout: 'Its server took too long to answer.',
  too_large: 'The calendar is larger than 5 MB. Publish one with fewer old entries.',
  too_many_redirects: 'The address leads on and on. Use the one it ends at.',
  not_allowed: 'Its server asks for a password. Use the calendar’s private or secret address.',
  not_found: 'This calendar address no longer works. Copy the new address from your calendar.',
  answered_wrong: 'Its server answered with an error.',
  not_a_calendar: 'There is no calendar at this address. Use the address in iCal or ICS format.',
  too_many_entries: 'The calendar has more entries than we can read.',
  too_slow: 'The calendar takes too long to read.',
  access_ended: 'We no longer have access to Google. Please connect it again.',
  calendar_gone: 'A calendar you chose is no longer there. Please choose your calendars again.',
  unavailable: 'Google could not be reached.',
}

/** Milliseconds until the next attempt after a number of consecutive failures. At most an hour. */
export const retryAfter = (failures: number): number =>
  Math.min(HOUR, READ_EVERY * 2 ** Math.max(0, Math.min(failures, 10) - 1))

/**
 * Whether a calendar was unreadable for at least `PAUSE_AFTER`, so the coach may be busy without our
 * knowledge.
 * @param now milliseconds since 1970, UTC
 */
export const isOutOfReach = (
  {
    failingSince,
    lastReadAt,
    createdAt,
  }: { failingSince: number | null; lastReadAt: number | null; createdAt: number },
  now: number,
): boolean => failingSince !== null && (lastReadAt ?? createdAt) <= now - PAUSE_AFTER
