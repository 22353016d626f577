import { addDays, dayOfWeek } from '#platform/time.ts'

/** Days of practice, and streaks that are honest: a week counts once it has all its days, and the running week never breaks one. Pure. */

/** Monday of the week of a date. Dates are `yyyy-MM-dd`. */
export const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))

export interface Practice {
  /** Days ticked in the running week, since Monday. */
  thisWeek: number
  /** Weeks in a row with at least as many days as asked for: up to last week, and the running one once it has them. */
  weeksInARow: number
  /** All days ticked. */
  days: number
}

/**
 * What the ticked days of a drill amount to.
 * @param ticked dates, in any order; those after today do not count
 */
export function practiceOf(ticked: readonly string[], timesAWeek: number, today: string): Practice {
  const days = new Set(ticked.filter((day) => day <= today))
  const weeks = new Map<string, number>()
  for (const day of days) {
    const monday = mondayOf(day)
    weeks.set(monday, (weeks.get(monday) ?? 0) + 1)
  }
  const isFull = (monday: string) => (weeks.get(monday) ?? 0) >= timesAWeek
  const monday = mondayOf(today)
  let weeksInARow = isFull(monday) ? 1 : 0
  for (let week = addDays(monday, -7); isFull(week); week = addDays(week, -7)) weeksInARow++
  return { thisWeek: weeks.get(monday) ?? 0, weeksInARow, days: days.size }
}

/** The last so many dates, today at the end. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(today, at - count + 1))
