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
