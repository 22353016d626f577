import { DAY_MINUTES, MINUTE } from '#platform/duration.ts'
import { minuteIn, offsetMinutes } from '#platform/time.ts'

/**
 * Local time in the person's zone, in minutes since midnight; if `from` is after `until`, the range spans
 * midnight.
 */
export interface QuietHours {
  zone: string
  from: number
  until: number
}

/** The default: no texts or push between 9 PM and 8 AM. */
export const OWN_QUIET_HOURS = { from: 21 * 60, until: 8 * 60 } as const

/**
 * When a text or push may be sent: now, or at the end of quiet hours. Across a DST change, they end at the
 * configured local time.
 * @param now milliseconds since 1970, UTC
 * @returns milliseconds since 1970, UTC
 */
export function maySendAt(now: number, quiet: QuietHours | null): number {
  if (!quiet) return now
  const minute = minuteIn(now, quiet.zone)
  if (!isQuiet(minute, quiet)) return now
  const left = (quiet.until - minute + DAY_MINUTES) % DAY_MINUTES
  const guess = Math.floor(now / MINUTE) * MINUTE + left * MINUTE
  const shift = offsetMinutes(guess, quiet.zone) - offsetMinutes(now, quiet.zone)
  const ends = guess - shift * MINUTE
  // In spring the skipped hour may contain the end of quiet hours.
  return Math.max(ends, now)
}

/** @param minute local time in minutes since midnight */
export function isQuiet(minute: number, { from, until }: Pick<QuietHours, 'from' | 'until'>): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** Options for every half hour of a day: `{ minute: 1260, label: '9:00 PM' }`. */
export const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = Math.floor(index / 2)
  const minutes = index % 2 === 0 ? '00' : '30'
  return { minute: index * 30, label: `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}` }
})
