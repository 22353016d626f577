const DAY = 86_400_000

/** Busy times are kept from yesterday to the end of the longest booking window there is. Entries that never end are cut there. */
export const readingRange = (now: number) => ({ from: now - DAY, to: now + 370 * DAY })

/** What one calendar may keep busy within that range. */
export const MOST_BUSY_TIMES = 5_000

const LONGEST_TITLE = 120
const lineBreaks = /\s+/g

/** One line of reasonable length; null for no words at all. */
export function titleOf(words: string | null | undefined): string | null {
  const line = (words ?? '').replace(lineBreaks, ' ').trim()
  if (line === '') return null
  return line.length > LONGEST_TITLE ? `${[...line].slice(0, LONGEST_TITLE - 1).join('')}…` : line
}
