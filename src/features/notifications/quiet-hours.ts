import { offsetMinutes } from '#platform/time.ts'

/** Wall clock in the person's own zone, minutes since midnight; `from` after `until` goes over midnight. */
export interface QuietHours {
  zone: string
  from: number
  until: number
}

/** What holds for those who chose nothing: no text and no push between 9 in the evening and 8 in the morning. */
export const OWN_QUIET_HOURS = { from: 21 * 60, until: 8 * 60 } as const

const MINUTE = 60_000
const DAY_MINUTES = 1_440

/**
 * When a text or push may go: now, or when the quiet hours end. Across a change of daylight saving they end when the wall
 * clock says so.
 * @param now milliseconds since 1970, UTC
 * @returns milliseconds since 1970, UTC
 */
export function mayGoAt(now: number, quiet: QuietHours | null): number {
  if (!quiet) return now
  const minute = wallMinute(now, quiet.zone)
  if (!isQuiet(minute, quiet)) return now
  const left = (quiet.until - minute + DAY_MINUTES) % DAY_MINUTES
  const guess = Math.floor(now / MINUTE) * MINUTE + left * MINUTE
  const shift = offsetMinutes(guess, quiet.zone) - offsetMinutes(now, quiet.zone)
  const ends = guess - shift * MINUTE
  // The hour that is skipped in spring: the wall clock jumps over the end.
  return Math.max(ends, now)
}

/** @param minute since midnight on the wall clock */
export function isQuiet(minute: number, { from, until }: Pick<QuietHours, 'from' | 'until'>): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

function wallMinute(instant: number, zone: string): number {
  const minutes = Math.floor(instant / MINUTE) + offsetMinutes(instant, zone)
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
}

/** Every half hour of a day, for choosing: `{ minute: 1260, label: '9:00 PM' }`. */
export const halfHours = Array.from({ length: 48 }, (_, index) => {
  const hour = Math.floor(index / 2)
  const minutes = index % 2 === 0 ? '00' : '30'
  return { minute: index * 30, label: `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}` }
})
