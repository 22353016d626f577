import { casual, type ParsedComponents, type ParsedResult } from 'chrono-node'
import { DAY } from '#platform/duration.ts'
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

const DAYS_AT_MOST = 31
const weekdayOf = (date: string) => formatDay(`${date}T12:00:00Z`, 'UTC', { long: true }).split(',')[0] ?? ''
const two = (n: number | null) => String(n ?? 0).padStart(2, '0')
const dateOf = (of: ParsedComponents) => `${of.get('year')}-${two(of.get('month'))}-${two(of.get('day'))}`
const namesTime = (of: ParsedComponents) => of.isCertain('hour')
const namesDay = (of: ParsedComponents) =>
  (['day', 'weekday', 'month'] as const).some((component) => of.isCertain(component))

/** A clock time, and not the number of a day, a month or a length of time. */
const clockTime = String.raw`(?:noon|midday|midnight|\d{1,2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?)(?![\d/:]|-\d|\s*(?:st|nd|rd|th|hours?|days?|weeks?|months?|(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\b)`
const upTo = String.raw`(?:before|by|no later than|(?<!(?:\d|m|noon)\s)(?:until|till?))`
const range = new RegExp(
  String.raw`\b(?:after|from)\s+(${clockTime})\s+(?:(?:and|but)\s+)?${upTo}\s+(${clockTime})`,
  'gi',
)
const bound = new RegExp(String.raw`\b(${upTo}|after)\s+(${clockTime})`, 'gi')

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
  const { spoken, limits } = plainTimes(words)
  const found = casual.parse(spoken, wallClock(now, timeZone), { forwardDate: true })
  const named = found.filter(({ start }) => namesDay(start) || !namesTime(start))
  const days = (named.length > 0 ? named : found.slice(0, 1)).flatMap(({ start, end }) =>
    daysFrom(dateOf(start), end ? dateOf(end) : weekendEnd(words, dateOf(start))),
  )
  return {
    today,
    weekdayToday: weekdayOf(today),
    days: [...new Set(days)]
      .toSorted()
      .slice(0, DAYS_AT_MOST)
      .map((date) => ({ date, weekday: weekdayOf(date) })),
    ...timesOf(found, words, limits),
  }
}

interface Limit {
  /** Where it is in the words. */
  at: number
  isUpper: boolean
}

/** The words with `at 5 pm` instead of `before 5 pm` and `after 5 pm`, which the parser does not know, and which of them these were. */
function plainTimes(words: string): { spoken: string; limits: Limit[] } {
  const limits: Limit[] = []
  let grown = 0
  const spoken = words
    .replace(/\bbetween\s+(.+?)\s+and\b/gi, '$1 to')
    .replace(range, 'from $1 to $2')
    .replace(bound, (whole: string, word: string, time: string, offset: number) => {
      const plain = `at ${time}`
      limits.push({ at: offset + grown + plain.length - 1, isUpper: !/^after$/i.test(word) })
      grown += plain.length - whole.length
      return plain
    })
  return { spoken, limits }
}

/** The clock times of the first words that name one, within the part of the day when they are a limit; otherwise that part. */
function timesOf(
  found: readonly ParsedResult[],
  words: string,
  limits: readonly Limit[],
): Pick<ResolvedDate, 'from' | 'to'> {
  const said = Object.entries(parts).filter(([name]) => new RegExp(`\\b${name}s?\\b`, 'i').test(words))
  const part = { from: said[0]?.[1][0] ?? null, to: said.at(-1)?.[1][1] ?? null }
  const timed = found.find(({ start }) => namesTime(start))
  if (!timed) return part
  const isLate = part.from !== null && part.from >= '12:00'
  const timeOf = (of: ParsedComponents) => {
    const hour = of.get('hour') ?? 0
    return `${two(isLate && hour < 12 && !of.isCertain('meridiem') ? hour + 12 : hour)}:${two(of.get('minute'))}`
  }
  const from = timeOf(timed.start)
  const limit = limits.find(({ at }) => timed.index <= at && at < timed.index + timed.text.length)
  if (limit) return limit.isUpper ? { from: part.from, to: from } : { from, to: part.to }
  return { from, to: timed.end && namesTime(timed.end) ? timeOf(timed.end) : null }
}

/** "This weekend" is two days. */
const weekendEnd = (words: string, first: string) =>
  /\bweekend\b/i.test(words) && weekdayOf(first) === 'Saturday' ? daysLater(first, 1) : first

const daysLater = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let date = first; date <= last && days.length < DAYS_AT_MOST; date = daysLater(date, 1))
    days.push(date)
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
