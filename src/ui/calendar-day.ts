const DAY_MS = 86_400_000
const WEEKS_SHOWN = 6
const DAYS_TRIED = 366

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The day a number of days later. Days are `yyyy-MM-dd`: calendar dates without a zone. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS)

/** The same date a number of months later, or the last day of that month if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day)
  const last = new Date(Date.UTC(year, month + count + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month + count, Math.min(date, last)))
}

/** The day of the week, from 0 for Sunday to 6. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay()

/** The days of the six weeks from Sunday to Saturday that contain a month (`yyyy-MM`), including days of its neighbors. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = addDays(first, -weekdayOf(first))
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    weekdays.map((_, weekday) => addDays(start, week * 7 + weekday)),
  )
}

/**
 * The days to which a key may move the focus, best first; undefined for keys that do not move it. Arrow keys move by day and week, Home
 * and End to the ends of the week, Page Up and Page Down to the nearest date in the neighboring month.
 */
export function daysForKey(key: string, day: string): string[] | undefined {
  const weekday = weekdayOf(day)
  const every = (step: number, from = day, length = DAYS_TRIED) =>
    Array.from({ length }, (_, n) => addDays(from, step * (n + 1)))
  switch (key) {
    case 'ArrowLeft':
      return every(-1)
    case 'ArrowRight':
      return every(1)
    case 'ArrowUp':
      return every(-7)
    case 'ArrowDown':
      return every(7)
    case 'Home':
      return every(1, addDays(day, -weekday - 1), weekday)
    case 'End':
      return every(-1, addDays(day, 7 - weekday), 6 - weekday)
    case 'PageUp':
      return nearestInMonth(addMonths(day, -1))
    case 'PageDown':
      return nearestInMonth(addMonths(day, 1))
  }
}

/** All days of a day's month, the nearest first. */
function nearestInMonth(day: string): string[] {
  const month = day.slice(0, 7)
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(day))
  return weeksOf(month)
    .flat()
    .filter((other) => other.startsWith(month))
    .toSorted((a, b) => distance(a) - distance(b))
}

/** `Tuesday, November 24th, 2026`, for screen readers. */
export function dayLabel(day: string): string {
  const [year, month, date] = partsOf(day)
  return `${weekdays[weekdayOf(day)]}, ${months[month]} ${date}${ordinalEnd(date)}, ${year}`
}

/** `November 2026`, for a month (`yyyy-MM`). */
export function monthLabel(month: string): string {
  const [year, index] = partsOf(month)
  return `${months[index]} ${year}`
}

/** Two letters for each day of the week. */
export const weekdayInitials = weekdays.map((name) => name.slice(0, 2))

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Year, month from 0, and date. */
function partsOf(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

function ordinalEnd(date: number): string {
  if (date >= 11 && date <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][date % 10] ?? 'th'
}
