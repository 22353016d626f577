import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { attachFiles, lockOwnFiles } from './attachments/commands.ts'
import { lockPair } from './conversations/commands.ts'
import type { MessageData, MessageType, SendRefusal } from './message.ts'
import { whyNotSend } from './policy.ts'
import { findMessageAt, findSent } from './queries.ts'
import type { Message, SendMessageInput } from './schema.ts'
import { conversations, messages } from './tables.ts'

type Writing = TransactionServices & Pick<Services, 'db' | 'rateLimits'>

const MESSAGES_A_MINUTE = { points: 60, seconds: 60 }
const MESSAGES_A_DAY = { points: 2_000, seconds: 86_400 }

export type Sent = { ok: true; message: Message } | Refused<SendRefusal>

/**
 * Sends a message to an existing conversation. Repeated or concurrent calls with the same `clientId` return
 * the message already stored.
 * @throws AppError too_many_requests
 */
export async function sendMessage(services: Writing, sender: Actor, input: SendMessageInput): Promise<Sent> {
  await countMessage(services, sender)
  return await inTransaction(services.db, (tx) => sendInto(services, tx, sender, input))
}

/** The same within an existing transaction, such as the one that created the conversation. */
export async function sendInto(
  services: TransactionServices,
  tx: Queryable,
  sender: Actor,
  input: SendMessageInput,
): Promise<Sent> {
  // The lock serializes writers of this conversation, and makes their earlier messages visible.
  const pair = await lockPair(tx, input.conversationId, sender.userId)
  if (!pair) return refused('no_such_conversation')
  const already = await findSent(tx, sender.userId, input.clientId)
  if (already)
    return already.conversationId === input.conversationId
      ? { ok: true, message: already }
      : refused('no_such_conversation')
  const why = whyNotSend(pair)
  if (why) return refused(why)
  const files = await lockOwnFiles(tx, sender.userId, input.attachmentIds)
  if (!files) return refused('no_such_attachment')
  const posted = await postMessage(services, tx, {
    conversationId: input.conversationId,
    senderId: sender.userId,
    type: 'text',
    content: input.content,
    attachmentIds: input.attachmentIds,
    clientId: input.clientId,
    impersonatedBy: sender.impersonatedBy,
  })
  // A message from the coach answers a request for a person.
  if (pair.side === 'coach')
    await tx
      .update(conversations)
      .set({ needsHuman: false, needsHumanReason: null })
      .where(and(eq(conversations.id, input.conversationId), eq(conversations.needsHuman, true)))
  const message = await findMessageAt(tx, input.conversationId, posted.position)
  if (!message) throw new Error('a message that was just stored is not there')
  return { ok: true, message }
}

/** A message created by the product, the assistant or a proposal; permission to send is not checked. */
export interface NewMessage {
  conversationId: string
  /** One of the two participants; for `ai_response` always the coach. */
  senderId: string
  type: MessageType
  content: string
  data?: MessageData | undefined
  attachmentIds?: readonly string[]
  /**
   * Identifies the triggering event, so that the message is stored only once; reusing an id is an error of
   * the caller.
   */
  clientId?: string | undefined
  impersonatedBy?: string | undefined
}

/**
 * Stores a message with all its effects within the caller's transaction. The database assigns its position.
 */
export async function postMessage(
  services: TransactionServices,
  tx: Queryable,
  message: NewMessage,
): Promise<{ id: string; position: number }> {
  const attachmentIds = message.attachmentIds ?? []
  const { conversationId, senderId, type, content, data, clientId, impersonatedBy } = message
  const [row] = await tx
    .insert(messages)
    .values({
      conversationId,
      // Assigned by a trigger.
      position: sql`default`,
      senderId,
      messageType: type,
      content,
      data: data ?? null,
      attachmentCount: attachmentIds.length,
      clientId: clientId ?? null,
      impersonatedBy: impersonatedBy ?? null,
      createdAt: services.clock.now(),
    })
    .returning({ id: messages.id, position: messages.position })
  if (!row) throw new Error('the database stored no message')
  await attachFiles(tx, row.id, attachmentIds)
  await publish(services, tx, 'message_sent', { messageId: row.id, type })
  return row
}

/** @throws AppError too_many_requests */
export async function countMessage(services: Pick<Services, 'rateLimits'>, sender: Actor): Promise<void> {
  await services.rateLimits.count('message-minute', sender.userId, MESSAGES_A_MINUTE)
  await services.rateLimits.count('message-day', sender.userId, MESSAGES_A_DAY)
}
