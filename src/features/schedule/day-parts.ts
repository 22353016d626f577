import { dayShownAt } from '#features/availability/availability.ts'
import type { Range } from '#features/availability/ranges.ts'
import { wallMinute } from '#features/availability/slot-proof.ts'
import { firstInstantOf, instantsShowing, teachingDay } from '#features/availability/teaching-day.ts'
import { DAY_MINUTES, MINUTE } from '#platform/duration.ts'
import { dateOfEpochDay, epochDay } from '#platform/time.ts'

/** Positions of times in the columns of a calendar: one column per date, in one time zone. Pure. */

/** The part of a time range on one date, in local minutes from midnight. */
export interface DayRange {
  date: string
  from: number
  to: number
}

/**
 * The first instant of a date and of the next one, in milliseconds since 1970, UTC. Some days start at one
 * o'clock.
 */
export function boundsOf(date: string, zone: string): Range {
  const start = (day: number) => {
    const clock = teachingDay(day, zone)
    return firstInstantOf(0, clock) ?? clock.change
  }
  return { start: start(epochDay(date)), end: start(epochDay(date) + 1) }
}

/**
 * Splits a time range at midnight. A part ends at its local end time. When that is not after its start,
 * because of the repeated hour at the end of daylight saving time, the part ends after its actual duration.
 * @param time milliseconds since 1970, UTC
 */
export function dayRangesOf(time: Range, zone: string): DayRange[] {
  const first = dayShownAt(time.start, zone)
  const last = dayShownAt(Math.max(time.start, time.end - 1), zone)
  const parts: DayRange[] = []
  // Where the clocks repeat the hour before midnight, the last instant may have an earlier local date than
  // the first.
  for (let day = Math.min(first, last); day <= Math.max(first, last); day++) {
    const date = dateOfEpochDay(day)
    const bounds = boundsOf(date, zone)
    const start = Math.max(time.start, bounds.start)
    const end = Math.min(time.end, bounds.end)
    if (start >= end) continue
    const clock = teachingDay(day, zone)
    const from = clampMinute(wallMinute(start, clock))
    const shown = end === bounds.end ? DAY_MINUTES : clampMinute(wallMinute(end, clock))
    const to = shown > from ? shown : Math.min(DAY_MINUTES, from + (end - start) / MINUTE)
    parts.push({ date, from, to })
  }
  return parts
}

const clampMinute = (minute: number) => Math.min(DAY_MINUTES, Math.max(0, minute))

/**
 * Converts a part of a date to instants, milliseconds since 1970, UTC; null when the clocks skip all of it.
 */
export function instantsOfPart({ date, from, to }: DayRange, zone: string): Range | null {
  const shown = instantsShowing(from, to, teachingDay(epochDay(date), zone))
  const [first] = shown
  const last = shown.at(-1)
  return first && last ? { start: first.start, end: last.end } : null
}

/**
 * Assigns overlapping parts to lanes: the lane of each from the left, and the number of lanes that share the
 * width.
 */
export function withLanes<T extends { from: number; to: number }>(
  parts: readonly T[],
): (T & { lane: number; lanes: number })[] {
  const sorted = parts.toSorted((a, b) => a.from - b.from || b.to - a.to)
  const placed: (T & { lane: number; lanes: number })[] = []
  let group: (T & { lane: number; lanes: number })[] = []
  let ends: number[] = []
  for (const part of sorted) {
    if (ends.every((end) => end <= part.from)) {
      group = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= part.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = part.to
    const one = { ...part, lane, lanes: ends.length }
    group.push(one)
    placed.push(one)
    for (const other of group) other.lanes = ends.length
  }
  return placed
}

/** The hours that a grid shows: all hours in use with a margin, at least nine to five. Whole hours. */
export function hoursInSight(parts: readonly Pick<DayRange, 'from' | 'to'>[]): {
  first: number
  last: number
} {
  const first = Math.min(8 * 60, ...parts.map(({ from }) => from - 30))
  const last = Math.max(18 * 60, ...parts.map(({ to }) => to + 30))
  return { first: Math.max(0, Math.floor(first / 60)), last: Math.min(24, Math.ceil(last / 60)) }
}

/**
 * The quarter hour at a vertical position in a column.
 * @param share from 0 at its top to 1 at its bottom
 */
export function minuteAt(share: number, hours: { first: number; last: number }): number {
  const minute = (hours.first + share * (hours.last - hours.first)) * 60
  return Math.min(DAY_MINUTES - 15, Math.max(0, Math.round(minute / 15) * 15))
}
