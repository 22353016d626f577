import { mergeTimes, type TimeRange } from '#ports/calendar/calendar.ts'

/** Google's free/busy data contains no event ids, so our own lessons are subtracted by their times. Pure. */

/** Subtracts times from others; returns sorted, merged ranges. */
export function withoutTimes(times: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  const left: TimeRange[] = []
  const taken = mergeTimes(others)
  for (const { start, end } of mergeTimes(times)) {
    let from = start
    for (const other of taken) {
      if (other.end <= from || end <= other.start) continue
      if (from < other.start) left.push({ start: from, end: other.start })
      from = other.end
    }
    if (from < end) left.push({ start: from, end })
  }
  return left
}

/**
 * Combines times read up to an instant with the known times after it.
 * @param until milliseconds since 1970, UTC
 */
export function continuedBy(
  read: readonly TimeRange[],
  known: readonly TimeRange[],
  until: number,
): TimeRange[] {
  const beyond = known
    .filter(({ end }) => until < end)
    .map(({ start, end }) => ({ start: Math.max(start, until), end }))
  return mergeTimes([...read, ...beyond])
}
