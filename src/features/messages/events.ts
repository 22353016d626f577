import type { MessageType } from './message.ts'

/** Message events for other features. Subscribers run in the same transaction. */
export interface MessageEvents {
  /** A message was stored; its row contains the sender and the conversation. */
  message_sent: { messageId: string; type: MessageType }
}

declare module '#platform/reactions.ts' {
  interface Events extends MessageEvents {}
}
