/**
 * Determines when the reader of a message is notified: the first immediately, those following soon after it
 * grouped. Pure.
 */

/** The period in milliseconds after a notification during which further messages are grouped. */
export const GATHERED_FOR = 10 * 60_000

/**
 * The time in milliseconds a reader with the conversation open has to read a message before being notified.
 */
export const READING_TIME = 30_000

export interface DigestState {
  /** The position of the newest message included in a notification; 0 before the first. */
  toldPosition: number
  /** The time of that message; null before the first. Milliseconds UTC. */
  toldAt: number | null
  /** When the grouped messages are due; null if there are none. */
  dueAt: number | null
}

/** Decides when to notify about an unread message. @param message.at when it was written, milliseconds UTC */
export function whenToTell(
  state: DigestState,
  message: { position: number; at: number },
): { at: 'now' } | { at: 'with the others' } | { at: 'later'; dueAt: number } {
  if (message.position <= state.toldPosition) return { at: 'with the others' }
  if (state.dueAt !== null) return { at: 'with the others' }
  if (state.toldAt === null || message.at >= state.toldAt + GATHERED_FOR) return { at: 'now' }
  return { at: 'later', dueAt: state.toldAt + GATHERED_FOR }
}
