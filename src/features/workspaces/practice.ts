import { addDays, dayOfWeek } from '#platform/time.ts'

/**
 * Practice days and streaks: a week counts once it has enough days, and the current week never breaks a
 * streak. Pure.
 */

/** The Monday of a date's week. Dates are `yyyy-MM-dd`. */
export const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))

export interface Practice {
  /** Days ticked this week, since Monday. */
  thisWeek: number
  /**
   * Consecutive weeks with at least the requested number of days: up to last week, and this week once it has
   * enough days.
   */
  weeksInARow: number
  /** The total number of days ticked. */
  days: number
}

/**
 * Computes the practice from the ticked days of a drill.
 * @param ticked dates, in any order; dates after today do not count
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

/** The last `count` dates, ending with today. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(today, at - count + 1))
