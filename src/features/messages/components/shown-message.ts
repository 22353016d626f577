import { toIso } from '#platform/time.ts'
import type { Outbox, QueuedFile, QueuedMessage } from '../outbox.ts'
import type { Message } from '../schema.ts'
import type { Entry } from '../timeline.ts'
import type { SenderState } from './message-sender.ts'

/** How far one's own message has come; others' have always arrived. */
export type Delivery = 'arrived' | 'sending' | 'waiting' | 'refused'

/** A message as it stands on the page, whether the server has it or not. */
export interface ShownMessage extends Entry, Pick<Message, 'content' | 'attachments' | 'data' | 'type'> {
  /** The server's id and place; null until it has them. */
  messageId: string | null
  position: number | null
  delivery: Delivery
  refusal: string | null
  /** Photos and videos that are still in this browser alone. */
  files: readonly QueuedFile[]
}

const noFiles: readonly QueuedFile[] = []

const remembered = new WeakMap<Message, ShownMessage>()

/** The same for the same, so that what did not change is not drawn again. */
function shown(message: Message): ShownMessage {
  const known = remembered.get(message) ?? show(message)
  remembered.set(message, known)
  return known
}

/** One's own message keeps its element while it goes from the outbox to the server: its id is the one the browser made. */
const show = (message: Message): ShownMessage => ({
  id: message.clientId ?? message.id,
  messageId: message.id,
  position: message.position,
  senderId: message.senderId,
  sentAt: message.sentAt,
  voice: message.type,
  type: message.type,
  content: message.content,
  attachments: message.attachments,
  data: message.data,
  delivery: 'arrived',
  refusal: null,
  files: noFiles,
})

/** What the server has, then what is still on its way there. */
export function shownMessages(messages: readonly Message[], own: Outbox, me: string, state: SenderState) {
  const known = new Set(messages.map(({ clientId }) => clientId))
  const waiting = own.filter(({ clientId }) => !known.has(clientId))
  return [...messages.map(shown), ...waiting.map((message) => shownOnItsWay(message, me, state))]
}

function shownOnItsWay(message: QueuedMessage, me: string, state: SenderState): ShownMessage {
  const { clientId, content, files, writtenAt, refusal } = message
  return {
    id: clientId,
    messageId: null,
    position: null,
    senderId: me,
    sentAt: toIso(writtenAt),
    voice: 'text',
    type: 'text',
    content,
    attachments: [],
    data: null,
    delivery: refusal !== null ? 'refused' : state.isWaitingForLine ? 'waiting' : 'sending',
    refusal,
    files,
  }
}
