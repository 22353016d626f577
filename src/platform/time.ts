import { DAY, DAY_MINUTES, MINUTE } from './duration.ts'

/**
 * Formats instants as text. An instant is milliseconds since 1970 in UTC (or an ISO text); a zone is an IANA
 * name such as `America/Indiana/Indianapolis`. Every formatted time names its zone.
 */

/** The admin pages, metrics and exported files use New York time. */
export const OFFICE_ZONE = 'America/New_York'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })
    formatters.set(key, found)
  }
  return found
}

export type Instant = number | string

const toMs = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))

/**
 * `9:30 AM` in the zone (specification: h:mm AM/PM). Uses integer arithmetic only, because a month of slots
 * has hundreds of times.
 */
export function formatClockTime(instant: Instant, zone: string): string {
  const ms = toMs(instant)
  const minute = minuteIn(ms, zone)
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The short name of the zone at that instant: `EDT`, `MST`, `HST`. */
export function zoneName(instant: Instant, zone: string): string {
  const parts = formatter(zone, { timeZoneName: 'short', hour: 'numeric' }).formatToParts(toMs(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** `Thu, Nov 26` in the zone, optionally with the year. */
export function formatDay(
  instant: Instant,
  zone: string,
  options: { year?: boolean; long?: boolean } = {},
): string {
  return formatter(zone, {
    weekday: options.long ? 'long' : 'short',
    month: options.long ? 'long' : 'short',
    day: 'numeric',
    ...(options.year ? { year: 'numeric' as const } : {}),
  }).format(toMs(instant))
}

/** `Thu` in the zone. */
export const formatWeekday = (instant: Instant, zone: string) =>
  formatter(zone, { weekday: 'short' }).format(toMs(instant))

/** `November 26, 2026`: a date without a time. @param date `yyyy-MM-dd` */
export function formatDate(date: string): string {
  return formatter('UTC', { month: 'long', day: 'numeric', year: 'numeric' }).format(
    toMs(`${date}T12:00:00Z`),
  )
}

/** `Thu, Nov 26, 9:30 AM EST`: date and time, for lists, optionally with the year. */
export function formatMoment(instant: Instant, zone: string, options?: { year?: boolean }): string {
  return `${formatDay(instant, zone, options)}, ${formatClockTime(instant, zone)} ${zoneName(instant, zone)}`
}

/**
 * `9:30 – 10:30 AM EST`: a lesson's time, shown next to its date. Across a clock change both ends name their
 * zone: `1:30 AM CDT – 1:30 AM CST`.
 */
export function formatTimeRange(start: Instant, minutes: number, zone: string): string {
  const from = formatClockTime(start, zone)
  const end = toMs(start) + minutes * 60_000
  const to = formatClockTime(end, zone)
  if (offsetMinutes(toMs(start), zone) !== offsetMinutes(end, zone))
    return `${from} ${zoneName(start, zone)} – ${to} ${zoneName(end, zone)}`
  const range = from.slice(-2) === to.slice(-2) ? `${from.slice(0, -3)} – ${to}` : `${from} – ${to}`
  return `${range} ${zoneName(start, zone)}`
}

/** `Thursday, November 26, 2026, 9:30 – 10:30 AM EST`: for emails, receipts and calendars. */
export function formatLesson(start: Instant, minutes: number, zone: string): string {
  return `${formatDay(start, zone, { long: true, year: true })}, ${formatTimeRange(start, minutes, zone)}`
}

/** Whether a text is a valid date since 1970, as `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && text >= '1970-01-01' && new Date(at).toISOString().startsWith(text)
}

/** The calendar date of an instant in a zone, as `yyyy-MM-dd`. */
export function dateIn(instant: Instant, zone: string): string {
  const parts = formatter(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    toMs(instant),
  )
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Adds a number of days to a date. @param date `yyyy-MM-dd` */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Sunday. @param date `yyyy-MM-dd` */
export function dayOfWeek(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

/** Days since 1970-01-01, for arithmetic without date objects. @param date `yyyy-MM-dd` */
export function epochDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY
}

/** Converts a number of days since 1970-01-01 to `yyyy-MM-dd`. */
export function dateOfEpochDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/** An instant in ISO format: `2026-11-26T14:30:00.000Z`. */
export function toIso(instant: number): string {
  return new Date(instant).toISOString()
}

/** The same for an instant that may be missing. */
export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms))

/** An instant in ISO format, from milliseconds that the database returns as text, with or without a fraction. */
export const isoOfMs = (ms: string): string => toIso(Math.round(Number(ms)))

/** A zone's offset during one UTC day: `before` until the instant `change`, `after` from then on. */
type OffsetDay = { before: number; change: number; after: number }

const offsetDays = new Map<string, Map<number, OffsetDay>>()
const OFFSET_DAYS_KEPT = 2_000

/**
 * Minutes by which the zone is ahead of UTC at an instant; negative in the Americas. Cached by zone and UTC
 * day, because slots use the same days repeatedly.
 */
export function offsetMinutes(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY)
  const known = offsetDays.get(zone)?.get(day) ?? learnOffsets(day, zone)
  return instant < known.change ? known.before : known.after
}

/** Minutes since midnight on the clock of a zone. @param instant milliseconds UTC */
export function minuteIn(instant: number, zone: string): number {
  const minutes = Math.floor(instant / MINUTE) + offsetMinutes(instant, zone)
  return ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
}

function learnOffsets(day: number, zone: string): OffsetDay {
  let days = offsetDays.get(zone)
  const before = days?.get(day - 1)?.after ?? readOffset(day * DAY, zone)
  const after = days?.get(day + 1)?.before ?? readOffset((day + 1) * DAY, zone)
  const change = before === after ? day * DAY : findChange(day * DAY, (day + 1) * DAY, before, zone)
  if (!days || days.size >= OFFSET_DAYS_KEPT) {
    days = new Map()
    offsetDays.set(zone, days)
  }
  const learned = { before, change, after }
  days.set(day, learned)
  return learned
}

/** The first instant after `low`, up to `high`, whose offset is no longer `before`. */
function findChange(low: number, high: number, before: number, zone: string): number {
  let [same, other] = [low, high]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (readOffset(middle, zone) === before) same = middle
    else other = middle
  }
  return other
}

function readOffset(instant: number, zone: string): number {
  const parts = formatter(zone, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return Math.round((wall - Math.floor(instant / 1000) * 1000) / 60_000)
}

/** Formats a duration: 60 as `1 hour`, 90 as `1.5 hours`, 45 as `45 minutes`. */
export function formatDuration(minutes: number): string {
  if (minutes % 30 !== 0 || minutes < 60) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** Formats whole days as words: `a day`, `two days`; other durations as `36 hours`. */
export const formatHours = (hours: number): string =>
  ['a day', 'two days', 'three days'][hours / 24 - 1] ?? `${hours} hours`

/**
 * `14:05` for the time left until an instant, `22:14:05` with hours, `0:00` after it. Both in milliseconds
 * since 1970, UTC.
 */
export function formatTimeLeft(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const last = String(seconds % 60).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${last}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${last}`
}

/** True for a time zone that the runtime knows, such as `America/Indiana/Indianapolis`. */
export function isZone(zone: string): boolean {
  try {
    formatter(zone, { hour: 'numeric' })
    return true
  } catch {
    return false
  }
}
