import { addDays, dayOfWeek } from '#platform/time.ts'

/** The figures a sentence states. Figures left unparsed are claims that cannot be checked. */
export interface StatedFigures {
  /** Cents. */
  prices: number[]
  /** Minutes. */
  durations: number[]
  /** Clock times as minutes from midnight; two values when neither am nor pm is stated. */
  times: number[][]
  /** Dates that match each day mentioned, as `yyyy-MM-dd`; empty when the day is ambiguous. */
  days: string[][]
  zones: string[]
  hasLeftovers: boolean
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const words: Record<string, number> = { half: 0.5, a: 1, an: 1, one: 1, two: 2, three: 3, four: 4 }

/**
 * Parses the figures in a sentence of an answer.
 * @param today `yyyy-MM-dd` at the coach's primary place
 */
export function readFigures(sentence: string, today: string): StatedFigures {
  let rest = sentence.toLowerCase().replace(/\b([ap])\.m\.?/g, '$1m')
  const figures: StatedFigures = {
    prices: [],
    durations: [],
    times: [],
    days: [],
    zones: [],
    hasLeftovers: false,
  }
  const take = (pattern: RegExp, read: (...groups: string[]) => void) => {
    rest = rest.replace(pattern, (...found: unknown[]) => {
      read(...found.slice(1).map((group) => (typeof group === 'string' ? group : '')))
      return ' '
    })
  }
  for (const [, name = ''] of sentence.matchAll(/\b([ECMPH][SD]T|AK[SD]T|HST|GMT|UTC|ET|CT|MT|PT)\b/g))
    figures.zones.push(name)
  take(/(?:us)?[$]\s?(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s?(?:dollars?|usd|bucks)\b/g, (a, b) => {
    figures.prices.push(Math.round(Number((a || b || '').replaceAll(',', '')) * 100))
  })
  take(/\b(\d+|an?|one) hours? and a half\b|\bhour and a half\b/g, (n) => {
    figures.durations.push((numberOf(n || 'one') + 0.5) * 60)
  })
  take(/\bhalf[- ](?:an )?hours?\b/g, () => figures.durations.push(30))
  take(/\b(\d+(?:\.\d+)?)[- ]?(?:minutes?|mins?)\b/g, (n) => figures.durations.push(Number(n)))
  take(/\b(\d+(?:\.\d+)?|an?|one|two|three|four)[- ]?(?:hours?|hrs?)\b/g, (n) =>
    figures.durations.push(numberOf(n) * 60),
  )
  take(/\b(\d{4}-\d{2}-\d{2})\b/g, (iso) => figures.days.push([iso]))
  take(
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? \d{4})?/g,
    (month, day) => figures.days.push(datesWith(months.indexOf(month) + 1, Number(day), today)),
  )
  take(/\b(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?\b/g, (month, day) =>
    figures.days.push(datesWith(Number(month), Number(day), today)),
  )
  take(/\b(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b/g, (hour, minute, half) => {
    figures.times.push([((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute || 0)])
  })
  take(/\b(\d{1,2}):(\d{2})\b/g, (hour, minute) => {
    const at = Number(hour) * 60 + Number(minute)
    figures.times.push(Number(hour) <= 12 ? [at % 720, (at % 720) + 720] : [at])
  })
  take(/\bat (\d{1,2})\b/g, (hour) =>
    figures.times.push([(Number(hour) % 12) * 60, (Number(hour) % 12) * 60 + 720]),
  )
  take(/\b(?:noon|midday)\b/g, () => figures.times.push([720]))
  take(/\bmidnight\b/g, () => figures.times.push([0]))
  take(/\bday after tomorrow\b/g, () => figures.days.push([addDays(today, 2)]))
  take(/\b(?:today|tonight)\b/g, () => figures.days.push([today]))
  take(/\btomorrow\b/g, () => figures.days.push([addDays(today, 1)]))
  take(/\b(sun|mon|tue|wed|thu|fri|sat)(?:s|rs?|nes|ur)?(?:day)?s?\b/g, (name) => {
    const ahead = (weekdays.indexOf(name) - dayOfWeek(today) + 7) % 7
    const each = Array.from({ length: 54 }, (_, week) => addDays(today, ahead + 7 * week))
    // A date that follows its weekday determines the day; a weekday alone matches any date with that weekday.
    if (figures.days.length === 0) figures.days.push(each)
    else figures.days = figures.days.map((days) => days.filter((day) => each.includes(day)))
  })
  figures.hasLeftovers =
    /[\p{Nd}\p{No}\p{Nl}]|o'clock|half past|quarter (past|to)|[$€£¥]|\b(dollars?|bucks|usd|euros?|pounds?|cents|grand|percent)\b|%/u.test(
      rest,
    )
  return figures
}

const numberOf = (text: string) => words[text] ?? Number(text)

function datesWith(month: number, day: number, today: string): string[] {
  const tail = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const year = Number(today.slice(0, 4))
  return [`${year}-${tail}`, `${year + 1}-${tail}`]
}
