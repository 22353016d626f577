import { offsetMinutes } from '#platform/time.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

/**
 * How the clock on the wall of a teaching place runs through one date.
 * All three are instants in milliseconds UTC; wall-clock minute `m` is at `before + m` or, after a change, `after + m`.
 */
export interface TeachingDay {
  /** When the wall clock shows 00:00, counted with the offset the date begins with. */
  before: number
  /** When the clocks are changed; Infinity on all days but two a year. */
  change: number
  /** When the wall clock would have shown 00:00 with the offset that holds from `change` on. */
  after: number
}

/** Availability of one date in instants. A lesson that starts before the change may have another end to keep to. */
export interface OpenHours {
  startMinute: number
  /** Lessons starting before the change must be over by then. */
  limitBefore: number
  /** The same for lessons starting after it. */
  limitAfter: number
}

/**
 * Reads the zone for one date.
 * @param day days since 1970-01-01
 */
export function teachingDay(day: number, zone: string): TeachingDay {
  const midnight = day * DAY
  const noon = midnight + 12 * HOUR - offsetMinutes(midnight, zone) * MINUTE
  // Clocks are never moved by more than two hours; a change found in that margin belongs to a neighbour and is harmless.
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

/** The whole minute in which the offset stops being what it was; clocks are changed on whole minutes. */
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
 * When the wall clock shows a minute of the date: the first time if it does so twice (autumn), null if it never does (spring).
 * @param minute minutes since 00:00 on the wall
 */
export function firstInstantOf(minute: number, day: TeachingDay): number | null {
  const before = day.before + minute * MINUTE
  if (before < day.change) return before
  const after = day.after + minute * MINUTE
  return after >= day.change ? after : null
}

/**
 * Until when lessons of a wall-clock window may last, so that at every moment of a lesson the wall clock shows a time
 * inside the window. In autumn a window such as 1:30 – 3:00 is two stretches with a half hour between; no lesson spans both.
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

/** Every instant at which the wall clock shows a time in the range: both times in the hour that autumn repeats. */
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

/** Half-open: the end is the first instant (milliseconds UTC) or minute that no longer belongs to it. */
export interface Range {
  start: number
  end: number
}

/** Ascending ranges with a gap between any two: those that overlap or touch become one, empty ones vanish. */
export function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start >= end) continue
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Index of the first of ascending, separate ranges that is not over by then. */
export function firstEndingAfter(ranges: readonly Range[], instant: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle]?.end ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return low
}
