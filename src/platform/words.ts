/** Counts and lists in sentences. */

/** `1 lesson`, `3 lessons`. @param noun one that takes an s for several */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `Emma`, `Emma and Leo`, `Emma, Leo and Max`. @param joint the word before the last one */
export const listOf = (items: readonly string[], joint = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`
