import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { offsetMinutes } from '#platform/time.ts'

const WHOLE_DAY = 1_440

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

/** Half-open: the end is the first instant (milliseconds UTC) or minute outside the range. */
export interface Range {
  start: number
  end: number
}

/** Sorts ranges, merges overlapping and touching ones, and removes empty ones. */
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

/** Subtracts ranges from others, keeping their order. */
export function subtract(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return others.reduce<Range[]>(
    (left, other) =>
      left.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, other.start) },
          { start: Math.max(start, other.end), end },
        ].filter((rest) => rest.start < rest.end),
      ),
    ranges.filter(({ start, end }) => start < end),
  )
}

/** Index of the first of ascending, disjoint ranges that ends after an instant. */
export function firstEndingAfter(ranges: readonly Range[], instant: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ranges[middle]?.end ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return low
}

/** Weekly hours in local time at the teaching place. */
export interface WeeklyWindow {
  /** 0 is Sunday. */
  dayOfWeek: number
  startMinute: number
  /** At most 1440, which is 24:00. */
  endMinute: number
  /** Only every other week: the even or the odd ones, see `weekParity`. Every week when omitted or null. */
  weekParity?: WeekParity | null
}

export type WeekParity = 0 | 1

/** A date, or a part of it, on which the coach does not teach. Null minutes: the whole date. */
export interface BlockedTime {
  /** `yyyy-MM-dd` in the zone of the teaching place. */
  date: string
  startMinute: number | null
  endMinute: number | null
  /** Where a block and an opening overlap, the higher number wins; 0 when omitted. */
  act?: number
}

/** A part of a date on which the coach teaches, independent of the weekly hours. */
export interface Opening {
  date: string
  startMinute: number
  endMinute: number
  act: number
}

/**
 * A date's hours and blocks, in minutes. Lessons start on a grid that begins at the start of each range of
 * hours.
 */
export interface DatedHours {
  hours: Range[]
  blocked: Range[]
}

/**
 * 0 or 1 for alternating weeks, 0 for the week of January 5, 1970. Weeks start on Monday, so that a weekend
 * is not split.
 * @param day since 1970
 */
export function weekParity(day: number): WeekParity {
  const week = Math.floor((day - 4) / 7)
  return week % 2 === 0 ? 0 : 1
}

/** 0 is Sunday; 1970-01-01 was a Thursday. @param day days since 1970-01-01 */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Merged ranges of each weekday, for weeks of each parity: `weeks[weekParity(day)][weekday(day)]`. */
export function hoursOfWeeks(windows: readonly WeeklyWindow[]): [Range[][], Range[][]] {
  const ofParity = (parity: WeekParity) => {
    const days: Range[][] = [[], [], [], [], [], [], []]
    for (const window of windows)
      if ((window.weekParity ?? parity) === parity)
        days[window.dayOfWeek]?.push({
          start: Math.max(0, window.startMinute),
          end: Math.min(WHOLE_DAY, window.endMinute),
        })
    return days.map(merge)
  }
  return [ofParity(0), ofParity(1)]
}

/** Weekly hours with their calendar and place. */
export interface CalendarHours extends WeeklyWindow {
  /** Null: hours that belong to no calendar. */
  calendarId: string | null
  /** The place of the calendar; null: all places that do not have their own hours. */
  placeId: string | null
}

/**
 * The hours that students can book at a place: the hours of the calendar chosen for instant booking, or all
 * hours when none is chosen, except hours that belong to another place.
 */
export function hoursInUse(
  week: readonly CalendarHours[],
  at: { placeId: string | null; calendarId: string | null; hasOwnHours?: boolean },
): CalendarHours[] {
  return week.filter((hours) => isCalendarInUse(hours, at) && isPlaceOf(hours, at))
}

export const isCalendarInUse = (
  hours: Pick<CalendarHours, 'calendarId'>,
  at: { calendarId: string | null },
): boolean => at.calendarId === null || hours.calendarId === at.calendarId

export const isPlaceOf = (
  hours: Pick<CalendarHours, 'placeId'>,
  at: { placeId: string | null; hasOwnHours?: boolean },
): boolean => (hours.placeId === null ? !at.hasOwnHours : hours.placeId === at.placeId)

/**
 * Combines a date's weekly hours, blocks and openings. Where they overlap, the later operation wins. When an
 * opening splits a block, the remaining hours around it start their own grid.
 * @param weekly ascending and disjoint
 */
export function datedHours(
  weekly: Range[],
  blocks: readonly BlockedTime[],
  openings: readonly Opening[],
): DatedHours {
  const acts = blocks.map((block) => ({ ...rangeOf(block), act: block.act ?? 0 }))
  if (openings.length === 0) return { hours: weekly, blocked: acts }
  const opened = openings.map(({ startMinute, endMinute, act }) => ({
    start: startMinute,
    end: endMinute,
    act,
  }))
  const openedUp = acts.filter((block) =>
    opened.some((one) => one.act > block.act && one.start < block.end && block.start < one.end),
  )
  return {
    hours: merge([
      ...subtract(weekly, openedUp),
      ...opened.flatMap((one) =>
        subtract(
          [one],
          openedUp.filter(({ act }) => act >= one.act),
        ),
      ),
    ]),
    blocked: acts.flatMap((block) =>
      subtract(
        [block],
        opened.filter(({ act }) => act > block.act),
      ),
    ),
  }
}

/** Groups entries by date. */
export function byDate<T extends { date: string }>(entries: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>()
  for (const entry of entries) {
    const known = grouped.get(entry.date)
    if (known) known.push(entry)
    else grouped.set(entry.date, [entry])
  }
  return grouped
}

/** Whether a date is fully blocked. */
export function isFullyBlocked({ blocked }: DatedHours): boolean {
  const [first] = merge(blocked)
  return first !== undefined && first.start <= 0 && first.end >= WHOLE_DAY
}

const rangeOf = ({ startMinute, endMinute }: BlockedTime): Range => ({
  start: startMinute ?? 0,
  end: endMinute ?? WHOLE_DAY,
})
