/** Lines of a file that hold no shot. Pure. */

/** A session and a preview list this many of them: the first ones. */
export const MOST_BAD_ROWS = 100

const linesOf = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

/** The heading of the lines that a session lists. There may have been more of them when the list is full. */
export const leftOutOfSession = (listed: number): string =>
  listed < MOST_BAD_ROWS ? `${linesOf(listed)} left out` : `The first ${linesOf(listed)} left out`

/** What was left out of a file that was added; undefined for nothing. */
export function leftOutOfFile(count: number): string | undefined {
  if (count === 0) return undefined
  const listed = count > MOST_BAD_ROWS ? `the first ${MOST_BAD_ROWS}` : count === 1 ? 'it' : 'them'
  return `${linesOf(count)} left out. The session lists ${listed}.`
}
