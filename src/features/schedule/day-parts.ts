import { dayShownAt } from '#features/availability/availability.ts'
import { wallMinute } from '#features/availability/slot-proof.ts'
import {
  firstInstantOf,
  instantsShowing,
  type Range,
  teachingDay,
} from '#features/availability/teaching-day.ts'
import { dateOfEpochDay, epochDay } from '#platform/time.ts'

/** Where a time stands in the columns of a calendar: a column a date, by the clock on the wall of one zone. Pure. */

const MINUTE = 60_000
const WHOLE_DAY = 1_440

/** The part of a time that falls on one date. Minutes from midnight on the wall clock. */
export interface DayPart {
  date: string
  from: number
  to: number
}

/** The first instant of a date and of the next, milliseconds UTC: some days begin at one o'clock. */
export function boundsOf(date: string, zone: string): Range {
  const start = (day: number) => {
    const clock = teachingDay(day, zone)
    return firstInstantOf(0, clock) ?? clock.change
  }
  return { start: start(epochDay(date)), end: start(epochDay(date) + 1) }
}

/**
 * Cuts a time at midnight. A part ends where the clock on the wall says so; in the hour that autumn repeats, where that is not
 * after its beginning, it is as long as it lasts.
 * @param time milliseconds UTC
 */
export function partsOf(time: Range, zone: string): DayPart[] {
  const first = dayShownAt(time.start, zone)
  const last = dayShownAt(Math.max(time.start, time.end - 1), zone)
  const parts: DayPart[] = []
  // Where autumn repeats the hour before midnight, the last instant may show an earlier date than the first.
  for (let day = Math.min(first, last); day <= Math.max(first, last); day++) {
    const date = dateOfEpochDay(day)
    const bounds = boundsOf(date, zone)
    const start = Math.max(time.start, bounds.start)
    const end = Math.min(time.end, bounds.end)
    if (start >= end) continue
    const clock = teachingDay(day, zone)
    const from = clampMinute(wallMinute(start, clock))
    const shown = end === bounds.end ? WHOLE_DAY : clampMinute(wallMinute(end, clock))
    const to = shown > from ? shown : Math.min(WHOLE_DAY, from + (end - start) / MINUTE)
    parts.push({ date, from, to })
  }
  return parts
}

const clampMinute = (minute: number) => Math.min(WHOLE_DAY, Math.max(0, minute))

/** When the wall clock shows a part of a date, milliseconds UTC; null where the clocks skip all of it. */
export function instantsOfPart({ date, from, to }: DayPart, zone: string): Range | null {
  const shown = instantsShowing(from, to, teachingDay(epochDay(date), zone))
  const [first] = shown
  const last = shown.at(-1)
  return first && last ? { start: first.start, end: last.end } : null
}

/** What stands beside each other: the lane of each, from the left, and how many lanes it shares the width with. */
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

/** The hours that a grid shows: those in use with some air around, nine to five at least. In whole hours. */
export function hoursInSight(parts: readonly Pick<DayPart, 'from' | 'to'>[]): {
  first: number
  last: number
} {
  const first = Math.min(8 * 60, ...parts.map(({ from }) => from - 30))
  const last = Math.max(18 * 60, ...parts.map(({ to }) => to + 30))
  return { first: Math.max(0, Math.floor(first / 60)), last: Math.min(24, Math.ceil(last / 60)) }
}

/** The quarter of an hour at a height of a column that shows some hours. @param share from 0 at its top to 1 at its bottom */
export function minuteAt(share: number, hours: { first: number; last: number }): number {
  const minute = (hours.first + share * (hours.last - hours.first)) * 60
  return Math.min(WHOLE_DAY - 15, Math.max(0, Math.round(minute / 15) * 15))
}
