import { dateIn, formatClockTime, formatDate, type Instant, minuteIn, zoneName } from './time.ts'

/**
 * Names the end of a period that may be far away: `November 26, 2026`, when it includes that day; otherwise with the time:
 * `November 26, 2026, 9:30 AM EST`.
 */
export function formatLastDay(end: Instant, zone: string): string {
  const date = formatDate(dateIn(end, zone))
  const ms = typeof end === 'number' ? end : Date.parse(end)
  const isEndOfDay = minuteIn(ms, zone) === 24 * 60 - 1
  return isEndOfDay ? date : `${date}, ${formatClockTime(end, zone)} ${zoneName(end, zone)}`
}
