import { DAY } from '#platform/duration.ts'

/**
 * Busy times are stored from yesterday to the end of the longest possible booking window. Endless recurrences
 * are cut off there.
 */
export const readingRange = (now: number) => ({ from: now - DAY, to: now + 370 * DAY })

/** Maximum number of busy times per calendar within that range. */
export const MOST_BUSY_TIMES = 5_000

const LONGEST_TITLE = 120
const lineBreaks = /\s+/g

/** A title on one line with a maximum length; null when it is empty. */
export function busyTitle(words: string | null | undefined): string | null {
  const line = (words ?? '').replace(lineBreaks, ' ').trim()
  if (line === '') return null
  return line.length > LONGEST_TITLE ? `${[...line].slice(0, LONGEST_TITLE - 1).join('')}…` : line
}
