import { DAY_MINUTES } from '#platform/duration.ts'
import { addDays, dayOfWeek } from '#platform/time.ts'

/**
 * The date, time, length and number of lessons in a student's text. Dates are `yyyy-MM-dd`, minutes count
 * from midnight.
 */
export interface LessonRequest {
  /** The days mentioned; null when there are none. Several if the text is ambiguous (`next Friday`). */
  dates: string[] | null
  /** The acceptable part of the day. */
  earliest: number
  latest: number
  /** The clock times mentioned; two if morning or afternoon is ambiguous (`at 8`). */
  times: number[]
  /** Length of a lesson in minutes. */
  minutes: number | null
  lessons: number | null
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|tember|ober|ember)?`
/** @param today `yyyy-MM-dd` where the coach teaches */
export function readLessonRequest(text: string, today: string): LessonRequest {
  const words = text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/a\.m\.?/g, 'am')
    .replace(/p\.m\.?/g, 'pm')
  const dates = readDates(words, today)
  return {
    dates: dates.length > 0 ? [...new Set(dates)].sort() : null,
    ...readPartOfDay(words),
    times: readTimes(words),
    minutes: readMinutes(words),
    lessons: readLessons(words),
  }
}

function readDates(words: string, today: string): string[] {
  const found: string[] = []
  const from = (first: number, last: number) => {
    for (let day = first; day <= last; day++) found.push(addDays(today, day))
  }
  const untilSunday = (7 - dayOfWeek(today)) % 7
  for (const [iso] of words.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)) if (isDate(iso)) found.push(iso)
  for (const [, month = '', day] of words.matchAll(
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g'),
  ))
    found.push(...nextDate(months.indexOf(month.slice(0, 3)) + 1, Number(day), today))
  for (const [, day, month = ''] of words.matchAll(
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b`, 'g'),
  ))
    found.push(...nextDate(months.indexOf(month.slice(0, 3)) + 1, Number(day), today))
  for (const [, month, day] of words.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})(?![\d/])/g))
    found.push(...nextDate(Number(month), Number(day), today))
  if (found.length === 0)
    for (const [, day] of words.matchAll(/\bthe (\d{1,2})(?:st|nd|rd|th)\b/g))
      found.push(...nextDayOfMonth(Number(day), today))
  if (/\b(today|tonight|right now|asap)\b/.test(words)) from(0, 0)
  if (/\bday after tomorrow\b/.test(words)) from(2, 2)
  else if (/\b(tomorrow|tmrw|tomorow|tommorow|tomorrrow)\b/.test(words)) from(1, 1)
  if (/\bnext week\b(?!end)/.test(words)) from(untilSunday + 1, untilSunday + 7)
  if (/\bthis week\b(?!end)/.test(words)) from(0, untilSunday)
  found.push(...readWeekdays(words, today))
  return found
}

function readWeekdays(words: string, today: string): string[] {
  const found: string[] = []
  const coming = (weekday: number) => ((weekday - dayOfWeek(today) + 6) % 7) + 1
  const names = /\b(next )?(sun|mon|tue|wed|thu|fri|sat)(s|rs?|nes|ur)?(day)?(s)?\b/g
  for (const [whole, next, name = '', middle, day] of words.matchAll(names)) {
    // "sat" and "sun" are also ordinary words; "mon" and "wed" hardly ever are.
    if (!day && (middle === 's' ? name !== 'tue' : false)) continue
    if (!day && /sat|sun/.test(name) && !new RegExp(`\\b(on|this|next|for|or|and) ${name}\\b`).test(words))
      continue
    const first = addDays(today, coming(weekdays.indexOf(name)))
    found.push(first)
    if (next || whole.endsWith('days')) found.push(addDays(first, 7))
  }
  if (/\bweekend/.test(words)) {
    found.push(addDays(today, coming(6)), addDays(today, coming(0)))
    if (/\b(next weekend|weekends)\b/.test(words))
      found.push(addDays(today, coming(6) + 7), addDays(today, coming(0) + 7))
  }
  return found
}

const isDate = (text: string) => !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text

/** The next occurrence of the date, this year or next year; none for 2/30. */
function nextDate(month: number, day: number, today: string): string[] {
  const tail = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const year = Number(today.slice(0, 4))
  return [`${year}-${tail}`, `${year + 1}-${tail}`]
    .filter((date) => isDate(date) && date >= today)
    .slice(0, 1)
}

function nextDayOfMonth(day: number, today: string): string[] {
  for (let ahead = 0; ahead <= 62; ahead++) {
    const date = addDays(today, ahead)
    if (Number(date.slice(8)) === day) return [date]
  }
  return []
}

const TIME = `(\\d{1,2})(?::(\\d{2}))?\\s*(am|pm)?`

function readPartOfDay(words: string): Pick<LessonRequest, 'earliest' | 'latest'> {
  const between = new RegExp(`\\b(?:between|from) ${TIME}\\s*(?:and|to|-|–|until)\\s*${TIME}\\b`).exec(words)
  if (between) {
    const to = halves(between[4], between[5], between[6])
    const from = halves(between[1], between[2], between[3] ?? between[6])
    return { earliest: from.at(-1) ?? 0, latest: to.at(-1) ?? DAY_MINUTES }
  }
  const after = new RegExp(
    `\\b(?:after|not before|later than) ${TIME}\\b(?!\\s*(?:lesson|min|hour|day|week))`,
  ).exec(words)
  if (after) return { earliest: halves(after[1], after[2], after[3]).at(-1) ?? 0, latest: DAY_MINUTES }
  const before = new RegExp(
    `\\b(?:before|by|earlier than) ${TIME}\\b(?!\\s*(?:lesson|min|hour|day|week))`,
  ).exec(words)
  if (before) return { earliest: 0, latest: halves(before[1], before[2], before[3])[0] ?? DAY_MINUTES }
  if (/\bbefore noon\b|\bmornings?\b/.test(words)) return { earliest: 0, latest: 720 }
  if (/\bafter noon\b|\bafternoons?\b/.test(words)) return { earliest: 720, latest: 1_020 }
  if (/\b(evenings?|tonight|after work|after school)\b/.test(words))
    return { earliest: 1_020, latest: DAY_MINUTES }
  if (/\blunch/.test(words)) return { earliest: 690, latest: 840 }
  return { earliest: 0, latest: DAY_MINUTES }
}

function readTimes(words: string): number[] {
  const times: number[] = []
  const exact = /(?<![\d:$.])\b(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b/g
  for (const [, hour, minute, half] of words.matchAll(exact)) times.push(...halves(hour, minute, half))
  for (const [, hour, minute] of words.matchAll(/(?<![\d:])\b(\d{1,2}):(\d{2})\b(?!\s*(?:am|pm|:))/g))
    times.push(...halves(hour, minute, undefined))
  const bare =
    /\b(?:at|around|about|@) ?(\d{1,2})(?:ish| o'clock)?\b(?!\s*(?:am|pm|:|\/|-|%|min|hour|hr|lesson|dollar|year|people|\d))/g
  for (const [, hour] of words.matchAll(bare)) times.push(...halves(hour, undefined, undefined))
  for (const [, hour] of words.matchAll(/\bhalf past (\d{1,2})\b/g))
    times.push(...halves(hour, '30', undefined))
  if (/\bat noon\b|\bnoon\b(?<!(?:before|after) noon)/.test(words)) times.push(720)
  return [...new Set(times)]
}

/** A clock time in minutes from midnight; both AM and PM when neither was given. */
function halves(hour: string | undefined, minute: string | undefined, half: string | undefined): number[] {
  const h = Number(hour)
  const m = Number(minute ?? 0)
  if (!(h <= 24 && m < 60)) return []
  if (half && h >= 1 && h <= 12) return [((h % 12) + (half === 'pm' ? 12 : 0)) * 60 + m]
  if (h > 12 || h === 0) return [(h % 24) * 60 + m]
  return [(h % 12) * 60 + m, ((h % 12) + 12) * 60 + m]
}

const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
}

function readMinutes(words: string): number | null {
  const minutes = /\b(\d{2,3})[- ]?(?:min|minutes?|mins)\b/.exec(words)
  if (minutes) return Number(minutes[1])
  if (/\bhour and a half|1\.5[- ]?h|1 1\/2 hour|90 ?m\b/.test(words)) return 90
  if (/\bhalf[- ](an )?hour\b/.test(words)) return 30
  const hours = /\b(\d|one|two|three|an?)[- ]?(?:h|hr|hrs|hours?)\b/.exec(words)
  return hours ? (numbers[hours[1] ?? ''] ?? (Number(hours[1]) || 1)) * 60 : null
}

function readLessons(words: string): number | null {
  const found = /\b(\d{1,2}|two|three|four|five|six|eight|ten) (?:\w+ )?(?:lessons|sessions)\b/.exec(words)
  if (found) return numbers[found[1] ?? ''] ?? Number(found[1])
  if (/\b(package|bundle|series|several lessons|block of)\b/.test(words)) return 5
  return null
}
