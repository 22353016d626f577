import { casual, type ParsedComponents } from 'chrono-node'
import { dateIn, formatDay, offsetMinutes } from '#platform/time.ts'

/** Parts of a day, as people mean them when they book: clock times from and to. */
const parts = {
  morning: ['06:00', '12:00'],
  afternoon: ['12:00', '17:00'],
  evening: ['17:00', '21:00'],
} as const

export interface ResolvedDate {
  /** Today where the lesson takes place, as YYYY-MM-DD. */
  today: string
  weekdayToday: string
  /** The day or days that the words name, first to last; empty when they name none. */
  days: { date: string; weekday: string }[]
  /** The named clock time or part of the day, as HH:MM local time; null when none is named. */
  from: string | null
  to: string | null
}

const DAY_MS = 86_400_000
const DAYS_AT_MOST = 31
const weekdayOf = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC', { long: true }).split(',')[0] ?? ''
const two = (n: number | null) => String(n ?? 0).padStart(2, '0')
const dateOf = (of: ParsedComponents) => `${of.get('year')}-${two(of.get('month'))}-${two(of.get('day'))}`
const timeOf = (of: ParsedComponents) =>
  of.isCertain('hour') ? `${two(of.get('hour'))}:${two(of.get('minute'))}` : null

/**
 * Resolves English words about a day, counted from today.
 * @param at.timeZone IANA name
 * @param at.now milliseconds since 1970, UTC
 */
export function resolveDate(
  words: string,
  { timeZone, now }: { timeZone: string; now: number },
): ResolvedDate {
  const today = dateIn(now, timeZone)
  const spoken = words.replace(/\bbetween\s+(.+?)\s+and\b/gi, '$1 to')
  const [found] = casual.parse(spoken, wallClock(now, timeZone), { forwardDate: true })
  const part = Object.entries(parts).find(([name]) => new RegExp(`\\b${name}s?\\b`, 'i').test(words))?.[1]
  const [start, end] = [found && timeOf(found.start), found?.end && timeOf(found.end)]
  return {
    today,
    weekdayToday: weekdayOf(today),
    days: found
      ? daysFrom(dateOf(found.start), found.end ? dateOf(found.end) : weekendEnd(words, dateOf(found.start)))
      : [],
    from: part?.[0] ?? start ?? null,
    to: part?.[1] ?? end ?? null,
  }
}

/** "This weekend" is two days. */
const weekendEnd = (words: string, first: string) =>
  /\bweekend\b/i.test(words) && weekdayOf(first) === 'Saturday' ? daysLater(first, 1) : first

const daysLater = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

function daysFrom(first: string, last: string) {
  const days: ResolvedDate['days'] = []
  for (let date = first; date <= last && days.length < DAYS_AT_MOST; date = daysLater(date, 1))
    days.push({ date, weekday: weekdayOf(date) })
  return days
}

/** The clock on the wall, in this process's own zone: the parser counts days there, and only dates and clock times are read. */
function wallClock(now: number, timeZone: string): Date {
  const there = new Date(now + offsetMinutes(now, timeZone) * 60_000)
  return new Date(
    there.getUTCFullYear(),
    there.getUTCMonth(),
    there.getUTCDate(),
    there.getUTCHours(),
    there.getUTCMinutes(),
  )
}
