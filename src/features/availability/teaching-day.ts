import { offsetMinutes } from '#platform/time.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const WHOLE_DAY = 1_440

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

/** What is left of ranges without others, in the order of the ranges. */
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

/** Weekly hours on the wall clock of the teaching place. */
export interface WeeklyWindow {
  /** 0 is Sunday. */
  dayOfWeek: number
  startMinute: number
  /** At most 1440, which is 24:00. */
  endMinute: number
  /** Every other week only: the even or the odd ones, see `weekParity`. Every week when left out or null. */
  weekParity?: WeekParity | null
}

export type WeekParity = 0 | 1

/** A date, or a part of it, on which the coach does not teach. No minutes: the whole date. */
export interface Block {
  /** `yyyy-MM-dd` in the zone of the teaching place. */
  date: string
  startMinute: number | null
  endMinute: number | null
  /** Of a block and an opening the one with the higher number wins; left out: 0. */
  act?: number
}

/** A part of a date on which the coach teaches, whatever the week says. */
export interface Opening {
  date: string
  startMinute: number
  endMinute: number
  act: number
}

/** A date's hours: lessons start on a grid that begins where a range begins. What is blocked lies anywhere. In minutes. */
export interface DatedHours {
  hours: Range[]
  blocked: Range[]
}

/** Monday-first weeks, so that a weekend is in one of them: 0 for the one that began on January 5, 1970. @param day since 1970 */
export function weekParity(day: number): WeekParity {
  const week = Math.floor((day - 4) / 7)
  return week % 2 === 0 ? 0 : 1
}

/** 0 is Sunday; 1970-01-01 was a Thursday. @param day days since 1970-01-01 */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Ranges of each weekday, merged, for weeks of each parity: `weeks[weekParity(day)][weekday(day)]`. */
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

/** Weekly hours and where they count. */
export interface CalendarHours extends WeeklyWindow {
  /** Null: hours that belong to no calendar. */
  calendarId: string | null
  /** The place of their calendar; null: at all places that have no hours of their own. */
  placeId: string | null
}

/**
 * The hours that students can book at a place: those of the calendar chosen for it, or of all when none is chosen, less those
 * that belong to another place.
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
 * Puts a date's week, blocks and openings together. An opening wins over what was blocked before it, a block over what was
 * opened before. Where a block was opened up again, what is left of the hours around it starts a grid of its own.
 * @param weekly ascending and apart
 */
export function datedHours(
  weekly: Range[],
  blocks: readonly Block[],
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

/** What belongs to each date. */
export function byDate<T extends { date: string }>(entries: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>()
  for (const entry of entries) {
    const known = grouped.get(entry.date)
    if (known) known.push(entry)
    else grouped.set(entry.date, [entry])
  }
  return grouped
}

/** True for a date that is blocked from end to end. */
export function isFullyBlocked({ blocked }: DatedHours): boolean {
  const [first] = merge(blocked)
  return first !== undefined && first.start <= 0 && first.end >= WHOLE_DAY
}

const rangeOf = ({ startMinute, endMinute }: Block): Range => ({
  start: startMinute ?? 0,
  end: endMinute ?? WHOLE_DAY,
})
