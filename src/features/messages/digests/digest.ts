/** When the reader of a message hears of it: the first at once, those that follow soon after it together. Pure. */

/** Messages within so long after one that was told are gathered. In milliseconds. */
export const GATHERED_FOR = 10 * 60_000

/** Somebody who has the conversation before them is given so long to read. In milliseconds. */
export const READING_TIME = 30_000

export interface DigestState {
  /** The place in its conversation of the newest message the reader was told of; 0 before the first. */
  toldPosition: number
  /** When the newest message was written that the reader was told of; null before the first. Milliseconds UTC. */
  toldAt: number | null
  /** When the ones gathered since will be told; null while there are none. */
  dueAt: number | null
}

/** What to do about a message that is unread. @param message.at when it was written, milliseconds UTC */
export function whenToTell(
  state: DigestState,
  message: { position: number; at: number },
): { at: 'now' } | { at: 'with the others' } | { at: 'later'; dueAt: number } {
  if (message.position <= state.toldPosition) return { at: 'with the others' }
  if (state.dueAt !== null) return { at: 'with the others' }
  if (state.toldAt === null || message.at >= state.toldAt + GATHERED_FOR) return { at: 'now' }
  return { at: 'later', dueAt: state.toldAt + GATHERED_FOR }
}
