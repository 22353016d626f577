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
