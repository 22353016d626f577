import { HOUR, MINUTE } from '#platform/duration.ts'
import { formatDate } from '#platform/time.ts'

/** Which golfers a freed time is offered to, when, and for how long. Pure. */

export const requestStatuses = ['waiting', 'booked', 'left'] as const
/** Of a request for seats in a clinic; `ended` once the clinic has begun or does not take place. */
export const seatRequestStatuses = ['waiting', 'booked', 'left', 'ended'] as const
export const freedTimeStatuses = ['offering', 'taken', 'public'] as const
export const offerStatuses = ['open', 'taken', 'declined', 'expired'] as const

export const askedDayParts = ['any', 'morning', 'afternoon', 'evening'] as const
export type AskedDayPart = (typeof askedDayParts)[number]

export const dayPartNames: Record<AskedDayPart, string> = {
  any: 'Any time of day',
  morning: 'Mornings, until noon',
  afternoon: 'Afternoons, noon to 5',
  evening: 'Evenings, from 5',
}

/** Start hours of lessons, local time at the place. */
const dayPartHours: Record<AskedDayPart, readonly [from: number, until: number]> = {
  any: [0, 24],
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
}

/**
 * The maximum number of dates in one request, how far ahead they may be, and the number of requests per
 * student.
 */
export const MOST_DATES = 31
export const FARTHEST_DAYS = 120
export const MOST_REQUESTS = 10

/** Requests of a student in an hour, for times and seats together. */
export const ASKS_PER_STUDENT = { points: 30, seconds: 3600 }

/**
 * How long a freed time is reserved for one golfer: the closer the lesson, the shorter. Below the last lead
 * time there is no reservation.
 */
const waits = [
  { leadHours: 72, minutes: 120 },
  { leadHours: 24, minutes: 60 },
  { leadHours: 6, minutes: 30 },
  { leadHours: 2, minutes: 15 },
] as const

/**
 * How long a golfer has to decide.
 * @param lead milliseconds from the announcement to the lesson
 * @returns milliseconds; null when the lesson is too close, and the time is open to everyone at once
 */
export function waitFor(lead: number): number | null {
  const wait = waits.find(({ leadHours }) => lead >= leadHours * HOUR)
  return wait ? wait.minutes * MINUTE : null
}

/**
 * Whether a lesson that starts at this local hour falls in a part of the day.
 * @param hour 0 to 23
 */
export function isDayPart(part: AskedDayPart, hour: number): boolean {
  const [from, until] = dayPartHours[part]
  return from <= hour && hour < until
}

/**
 * Formats dates as `November 24, 2026` or `November 24 – December 1, 2026`; with both years where they
 * differ.
 * @param from `yyyy-MM-dd`
 */
export function datesWords(from: string, to: string): string {
  if (from === to) return formatDate(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const first = formatDate(from)
  return `${isOneYear ? first.replace(/, \d{4}$/, '') : first} – ${formatDate(to)}`
}

/** The facts about a coach that the request form needs. */
export interface AskedCoach {
  id: string
  label: string
  durations: readonly number[]
  locations: readonly { id: string; name: string }[]
}
