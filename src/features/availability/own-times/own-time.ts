import { DAY_MINUTES, HOUR, MINUTE } from '#platform/duration.ts'
import { addDays, dateIn, epochDay, offsetMinutes } from '#platform/time.ts'
import {
  hoursByDay,
  isSlotOpen,
  minutesKeptFree,
  type Occupied,
  type ScheduleRules,
  withMargin,
} from '../availability.ts'
import { firstInstantOf, teachingDay } from '../teaching-day.ts'

/**
 * Validates times a coach chooses freely, and lists the warnings the coach has to confirm. Students can only
 * choose open times. Pure.
 */

/** Lessons begin on quarter hours, and last whole quarters of an hour. */
export const QUARTER = 15
export const SHORTEST_LESSON = 15
export const LONGEST_LESSON = 480
/** The latest lesson a coach can arrange, in days from today. */
const MOST_DAYS_AHEAD = 365

/**
 * Warnings for the coach: the time is outside the weekly hours, blocked, busy in another calendar, or too
 * soon.
 */
export const timeWarnings = ['outside_hours', 'blocked', 'busy_elsewhere', 'short_notice'] as const
export type TimeWarning = (typeof timeWarnings)[number]

export const timeWarningTexts: Record<TimeWarning, string> = {
  outside_hours: 'This is outside of your open hours.',
  blocked: 'You have blocked this time.',
  busy_elsewhere: 'Your other calendar has something at this time.',
  short_notice: 'This is sooner than the notice you require from students.',
}

export interface OwnTime {
  /**
   * The time is in the future and does not conflict with a lesson or hold, including the break or drive
   * between lessons.
   */
  isFree: boolean
  warnings: TimeWarning[]
}

/**
 * Checks a time that a coach wants to give a student.
 * @param start and now in milliseconds since 1970, UTC
 */
export function checkOwnTime(
  rules: ScheduleRules,
  { start, durationMinutes, now }: { start: number; durationMinutes: number; now: number },
): OwnTime {
  const isSoon = start < now + rules.noticeHours * HOUR
  if (start > now && isSlotOpen({ ...rules, noticeHours: 0 }, start, durationMinutes, now))
    return { isFree: true, warnings: isSoon ? ['short_notice'] : [] }
  const end = start + durationMinutes * MINUTE
  const isNear = (one: Occupied) => {
    const kept = withMargin(one, minutesKeptFree(one, rules))
    return kept.start < end && start < kept.end
  }
  const isTaken = rules.busy.some(isNear)
  const isAhead = start > now && start <= now + MOST_DAYS_AHEAD * 24 * HOUR
  const warnings: TimeWarning[] = []
  if (!isWithinHours(rules, start, durationMinutes)) warnings.push('outside_hours')
  if (isBlocked(rules, start, durationMinutes)) warnings.push('blocked')
  if (rules.elsewhere?.some(isNear)) warnings.push('busy_elsewhere')
  if (isSoon) warnings.push('short_notice')
  return { isFree: isAhead && !isTaken && isOnGrid(rules.zone, start), warnings }
}

/** Whether a coach may use this time with the given confirmed warnings. */
export const isAllowed = ({ isFree, warnings }: OwnTime, confirmed: readonly TimeWarning[]): boolean =>
  isFree && warnings.every((warning) => confirmed.includes(warning))

const isOnGrid = (zone: string, start: number) =>
  start % MINUTE === 0 && minuteOfDay(zone, start) % QUARTER === 0

function isWithinHours(rules: ScheduleRules, start: number, durationMinutes: number): boolean {
  const date = dateIn(start, rules.zone)
  const minute = minuteOfDay(rules.zone, start)
  const { hours } = hoursByDay(rules)(epochDay(date), date)
  return hours.some((open) => open.start <= minute && minute + durationMinutes <= open.end)
}

function isBlocked(rules: ScheduleRules, start: number, durationMinutes: number): boolean {
  const date = dateIn(start, rules.zone)
  const from = minuteOfDay(rules.zone, start)
  const until = from + durationMinutes
  const hours = hoursByDay(rules)
  return [date, addDays(date, 1)].some((day, nth) =>
    hours(epochDay(day), day).blocked.some(
      (block) => block.start + nth * DAY_MINUTES < until && from < block.end + nth * DAY_MINUTES,
    ),
  )
}

/**
 * The instant of a local date and time at a place: the first one when the clock shows it twice.
 * @param time `HH:MM`
 * @returns milliseconds UTC; null for a time skipped when clocks go forward
 */
export function instantAt(zone: string, date: string, time: string): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return firstInstantOf(hour * 60 + minute, teachingDay(epochDay(date), zone))
}

/** Minutes since midnight on the wall clock. */
function minuteOfDay(zone: string, instant: number): number {
  const minute = Math.floor(instant / MINUTE) + offsetMinutes(instant, zone)
  return ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
}
