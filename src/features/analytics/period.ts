import { addDays } from '#platform/time.ts'

/** The lengths that figures come in, in days; today is the last of them. */
export const periods = [7, 28, 90, 365] as const
export type Period = (typeof periods)[number]
export const USUAL_PERIOD: Period = 28

/** The longest span of days that is asked for at once. */
export const MOST_DAYS = 400

/** Days of the calendar, both included. */
export interface Days {
  from: string
  to: string
}

/** The period that an address names; the usual one for anything else. */
export function readPeriod(text: string | undefined): Period {
  return periods.find((days) => String(days) === text) ?? USUAL_PERIOD
}

/** The days of a period. @param today the day it is in New York */
export const periodDays = (period: Period, today: string): Days => ({
  from: addDays(today, 1 - period),
  to: today,
})

/** As many days, just before these. */
export function daysBefore({ from, to }: Days): Days {
  return { from: addDays(from, -lengthOf({ from, to })), to: addDays(from, -1) }
}

/** How many days there are. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** How a figure moved against the days before, such as `+12%`; null where there was nothing to compare with. */
export function changeSince(before: number, now: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return percent > 0 ? `+${percent}%` : percent < 0 ? `−${-percent}%` : 'no change'
}
