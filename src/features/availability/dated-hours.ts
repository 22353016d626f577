import { DAY_MINUTES } from '#platform/duration.ts'
import { merge, type Range, subtract } from './ranges.ts'

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
  return first !== undefined && first.start <= 0 && first.end >= DAY_MINUTES
}

const rangeOf = ({ startMinute, endMinute }: BlockedTime): Range => ({
  start: startMinute ?? 0,
  end: endMinute ?? DAY_MINUTES,
})
