import { formatDate } from '#platform/time.ts'

/** Who hears of a freed time, when, and for how long it is theirs. Pure. */

export const requestStatuses = ['waiting', 'booked', 'left'] as const
export const freedTimeStatuses = ['offering', 'taken', 'public'] as const
export const offerStatuses = ['open', 'taken', 'declined', 'expired'] as const

export const dayParts = ['any', 'morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof dayParts)[number]

export const dayPartNames: Record<DayPart, string> = {
  any: 'Any time of day',
  morning: 'Mornings, until noon',
  afternoon: 'Afternoons, noon to 5',
  evening: 'Evenings, from 5',
}

/** Hours on the wall clock at which a lesson starts. */
const dayPartHours: Record<DayPart, readonly [from: number, until: number]> = {
  any: [0, 24],
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
}

/** How many dates one request covers, how far ahead it reaches, and how many a student has at once. */
export const MOST_DATES = 31
export const FARTHEST_DAYS = 120
export const MOST_REQUESTS = 10

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a freed time is one golfer's: the nearer the lesson, the shorter. Nearer than the last, nobody is waited for. */
const waits = [
  { leadHours: 72, minutes: 120 },
  { leadHours: 24, minutes: 60 },
  { leadHours: 6, minutes: 30 },
  { leadHours: 2, minutes: 15 },
] as const

/**
 * How long a golfer has to decide.
 * @param lead from the moment they hear of it to the lesson, in milliseconds
 * @returns milliseconds; null when the lesson is too near, and the time is everybody's at once
 */
export function waitFor(lead: number): number | null {
  const wait = waits.find(({ leadHours }) => lead >= leadHours * HOUR)
  return wait ? wait.minutes * MINUTE : null
}

/** Whether a lesson that starts at an hour of the wall clock is what somebody asked for. @param hour 0 to 23 */
export function isDayPart(part: DayPart, hour: number): boolean {
  const [from, until] = dayPartHours[part]
  return from <= hour && hour < until
}

/** `November 24, 2026`, `November 24 – December 1, 2026`; both years where they differ. @param from `yyyy-MM-dd` */
export function datesWords(from: string, to: string): string {
  if (from === to) return formatDate(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const first = formatDate(from)
  return `${isOneYear ? first.replace(/, \d{4}$/, '') : first} – ${formatDate(to)}`
}

/** What of a coach one asks about. */
export interface AskedCoach {
  id: string
  label: string
  durations: readonly number[]
  locations: readonly { id: string; name: string }[]
}
