import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { dateOfEpochDay, offsetMinutes } from '#platform/time.ts'
import { dayShownAt, isSlotOpen, type ScheduleRules } from './availability.ts'
import { firstInstantOf, teachingDay } from './teaching-day.ts'

/**
 * Whether the time of one week can be booked: `taken` by another commitment of the coach, `closed` when the coach does
 * not teach then, `too_far` after the booking window, `too_soon` within the notice, `skipped` when clocks go forward
 * over it.
 */
export const weekStates = ['free', 'taken', 'closed', 'too_far', 'too_soon', 'skipped'] as const
export type WeekState = (typeof weekStates)[number]

/** The same weekday and wall-clock time in one of several weeks. */
export interface WeeklyTime {
  /** `yyyy-MM-dd` at the place. */
  date: string
  /** Milliseconds since 1970, UTC; null when the date has no such time. */
  start: number | null
  state: WeekState
}

/**
 * The times of lessons at the same weekday and wall-clock time in consecutive weeks, also over clock changes. Pure.
 * @param request.start of the first week, milliseconds since 1970, UTC; so is `now`
 */
export function weeklyTimes(
  rules: ScheduleRules,
  request: { start: number; weeks: number; durationMinutes: number; now: number },
): WeeklyTime[] {
  const { zone } = rules
  const { start, weeks, durationMinutes, now } = request
  const firstDay = dayShownAt(start, zone)
  const minute = Math.floor(start / MINUTE) + offsetMinutes(start, zone) - firstDay * (DAY / MINUTE)
  const lastDay = dayShownAt(now, zone) + rules.windowDays
  const notTaken = { ...rules, busy: [], elsewhere: [] }
  const stateOf = (day: number, at: number): WeekState => {
    if (isSlotOpen(rules, at, durationMinutes, now)) return 'free'
    if (day > lastDay) return 'too_far'
    if (at < now + rules.noticeHours * HOUR) return 'too_soon'
    return isSlotOpen(notTaken, at, durationMinutes, now) ? 'taken' : 'closed'
  }
  return Array.from({ length: weeks }, (_, week) => {
    const day = firstDay + 7 * week
    const at = firstInstantOf(minute, teachingDay(day, zone))
    return { date: dateOfEpochDay(day), start: at, state: at === null ? 'skipped' : stateOf(day, at) }
  })
}
