import type { ShownMessage } from './shown-message.ts'

/** What a message shows beside its words: a proposal, open times. */
export function MessageExtras({ message }: { message: ShownMessage; isOwn: boolean }) {
  if (!message.data) return null
  return null
}
