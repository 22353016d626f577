import type { MessageType } from './message.ts'

/** What happens in conversations that others follow up, in the transaction in which it happens. */
export interface MessageEvents {
  /** A message is stored; whose and where stands in its row. */
  message_sent: { messageId: string; type: MessageType }
}

declare module '#platform/reactions.ts' {
  interface Events extends MessageEvents {}
}
