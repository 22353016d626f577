import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { offsetMinutes } from '#platform/time.ts'
import type { Range } from './ranges.ts'

/**
 * Maps the wall clock of a teaching place on one date to instants.
 * All three are instants in milliseconds UTC; wall-clock minute `m` is at `before + m` or, after a clock
 * change, `after + m`.
 */
export interface TeachingDay {
  /** The instant of 00:00, computed with the offset at the beginning of the date. */
  before: number
  /** The instant of the clock change; Infinity on days without one. */
  change: number
  /** The instant of 00:00 computed with the offset that applies from `change` on. */
  after: number
}

/**
 * Open hours of one date in instants. Lessons that start before a clock change may have a different limit.
 */
export interface OpenHours {
  startMinute: number
  /** Lessons that start before the change must end by this instant. */
  limitBefore: number
  /** The same for lessons that start after the change. */
  limitAfter: number
}

/**
 * Computes the clock of a zone for one date.
 * @param day days since 1970-01-01
 */
export function teachingDay(day: number, zone: string): TeachingDay {
  const midnight = day * DAY
  const noon = midnight + 12 * HOUR - offsetMinutes(midnight, zone) * MINUTE
  // Clock changes are at most two hours; a change found in that margin belongs to an adjacent date and has no
  // effect.
  const early = noon - 14 * HOUR
  const late = noon + 14 * HOUR
  const offsetBefore = offsetMinutes(early, zone)
  const offsetAfter = offsetMinutes(late, zone)
  const before = midnight - offsetBefore * MINUTE
  if (offsetBefore === offsetAfter) return { before, change: Number.POSITIVE_INFINITY, after: before }
  return {
    before,
    change: changeBetween(early, late, offsetBefore, zone),
    after: midnight - offsetAfter * MINUTE,
  }
}

/** The minute in which the offset changes; clocks change on whole minutes. */
function changeBetween(early: number, late: number, offsetBefore: number, zone: string): number {
  let [same, other] = [early, late]
  while (other - same > MINUTE) {
    const middle = same + Math.floor((other - same) / (2 * MINUTE)) * MINUTE
    if (offsetMinutes(middle, zone) === offsetBefore) same = middle
    else other = middle
  }
  return other
}

/**
 * The instant of a wall-clock minute: the first one when it occurs twice (autumn), null when it is skipped
 * (spring).
 * @param minute minutes since 00:00 on the wall clock
 */
export function firstInstantOf(minute: number, day: TeachingDay): number | null {
  const before = day.before + minute * MINUTE
  if (before < day.change) return before
  const after = day.after + minute * MINUTE
  return after >= day.change ? after : null
}

/**
 * The limits for lessons in a wall-clock window, such that throughout a lesson the wall clock shows a time
 * inside the window. In autumn a window such as 1:30 – 3:00 consists of two ranges with a half-hour gap; no
 * lesson spans both.
 */
export function openHours(startMinute: number, endMinute: number, day: TeachingDay): OpenHours {
  const endBefore = day.before + endMinute * MINUTE
  const endAfter = day.after + endMinute * MINUTE
  const runsThroughChange = endBefore >= day.change && day.after + startMinute * MINUTE <= day.change
  return {
    startMinute,
    limitBefore: runsThroughChange ? Math.max(day.change, endAfter) : Math.min(day.change, endBefore),
    limitAfter: endAfter,
  }
}

/**
 * All instants at which the wall clock shows a time in the range, including both passes of the hour repeated
 * in autumn.
 */
export function instantsShowing(startMinute: number, endMinute: number, day: TeachingDay): Range[] {
  const first = {
    start: day.before + startMinute * MINUTE,
    end: Math.min(day.before + endMinute * MINUTE, day.change),
  }
  const second = {
    start: Math.max(day.after + startMinute * MINUTE, day.change),
    end: day.after + endMinute * MINUTE,
  }
  return [first, second].filter((range) => range.start < range.end)
}
