import { and, eq, sql } from 'drizzle-orm'
import { notifyUser, sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import type { MessageEvents } from '../events.ts'
import { newMessage, newMessageKind, newMessages } from '../letters.ts'
import { ASSISTANT_NAME } from '../message.ts'
import { messageDigests } from '../tables.ts'
import { type DigestState, READING_TIME, whenToTell } from './digest.ts'
import { sendMessageDigest, sendMessageNotification } from './jobs.ts'
import { findMessageReader, readUnread, type Unread } from './queries.ts'

export type MessageOutcome = 'told' | 'gathered' | 'read' | 'reading' | 'muted' | 'no_such_message'

type Notifying = Pick<Services, 'db' | 'jobs' | 'clock' | 'env' | 'answers'>
type Pair = { conversationId: string; readerId: string }

/** Enqueues the notification about a message. */
export async function notifyReader(
  services: Pick<Services, 'jobs' | 'answers'>,
  tx: Queryable,
  { messageId, type }: MessageEvents['message_sent'],
): Promise<void> {
  // Proposals have notifications of their own.
  if (type === 'proposal') return
  await services.jobs.send(
    tx,
    sendMessageNotification,
    { messageId },
    { id: uuidV8(`message-notification:${messageId}`) },
  )
}

/**
 * Notifies the reader of a message, unless it has been read. The first message is notified immediately,
 * further ones within ten minutes are grouped. If the reader has the conversation open, the notification is
 * delayed by half a minute.
 */
export async function notifyOfMessage(services: Notifying, messageId: string): Promise<MessageOutcome> {
  const { clock } = services
  return await services.db.transaction(async (tx) => {
    const found = await findMessageReader(tx, messageId)
    if (!found) return 'no_such_message'
    const state = await lockState(tx, found)
    const unread = await readUnread(tx, found, found.position - 1)
    const isUnread = unread?.messages.some(({ id }) => id === messageId)
    // If there are more unread messages than are listed, this one is among the older ones.
    if (!unread || (!isUnread && unread.count <= unread.messages.length)) return 'read'
    if (unread.isMuted) return 'muted'
    const readableUntil = found.at + READING_TIME
    if (unread.activeUntil !== null && unread.activeUntil > clock.now() && clock.now() < readableUntil) {
      const id = uuidV8(`message-notification:${messageId}:after reading`)
      await services.jobs.send(tx, sendMessageNotification, { messageId }, { id, notBefore: readableUntil })
      return 'reading'
    }
    const when = whenToTell(state, found)
    if (when.at === 'with the others') return 'gathered'
    if (when.at === 'later') {
      await saveState(tx, found, { ...state, dueAt: when.dueAt })
      const id = uuidV8(`message-digest:${found.conversationId}:${found.readerId}:${when.dueAt}`)
      const { conversationId, readerId } = found
      await services.jobs.send(
        tx,
        sendMessageDigest,
        { conversationId, readerId },
        { id, notBefore: when.dueAt },
      )
      return 'gathered'
    }
    await notify(services, tx, unread)
    return 'told'
  })
}

/** Sends the grouped notification about messages that are still unread. Idempotent. */
export async function sendDigest(services: Notifying, pair: Pair): Promise<MessageOutcome> {
  return await services.db.transaction(async (tx) => {
    const state = await lockState(tx, pair)
    if (state.dueAt === null) return 'read'
    const unread = await readUnread(tx, pair, state.toldPosition)
    if (unread && unread.count > 0 && !unread.isMuted) {
      await notify(services, tx, unread)
      return 'told'
    }
    await saveState(tx, pair, { ...state, dueAt: null })
    return unread?.isMuted ? 'muted' : 'read'
  })
}

/** Resends the notification about a message: for an admin in any case, for its sender by the usual rules. */
export async function resendMessageNotification(
  services: Notifying,
  actor: Actor,
  messageId: string,
): Promise<{ ok: true; outcome: MessageOutcome } | Refused<'no_such_message'>> {
  const found = await findMessageReader(services.db, messageId)
  if (!found || (actor.role !== 'admin' && actor.userId !== found.senderId)) return refused('no_such_message')
  return {
    ok: true,
    outcome: await (actor.role === 'admin'
      ? tellAgain(services, messageId)
      : notifyOfMessage(services, messageId)),
  }
}

/**
 * Resends the email about one message, even if it was sent before; does nothing if the message was read or
 * notifications are not wanted.
 */
async function tellAgain(services: Notifying, messageId: string): Promise<MessageOutcome> {
  return await services.db.transaction(async (tx) => {
    const found = await findMessageReader(tx, messageId)
    if (!found) return 'no_such_message'
    const unread = await readUnread(tx, found, found.position - 1)
    const newest = unread?.messages.at(-1)
    if (!unread || !newest) return 'read'
    if (unread.isMuted) return 'muted'
    const { letter, about } = letterOf(services, unread, newest)
    const key = `message-again:${uuidV4()}:${found.readerId}`
    await sendLetter(services, tx, { key, kind: newMessageKind, userId: found.readerId, letter, about })
    return 'told'
  })
}

async function notify(services: Notifying, tx: Queryable, unread: Unread): Promise<void> {
  const { conversationId, readerId, count } = unread
  const newest = unread.messages.at(-1)
  if (!newest) return
  await saveState(tx, unread, { toldAt: newest.at, dueAt: null })
  const { letter, about, senderName, href } = letterOf(services, unread, newest)
  await notifyUser(services, tx, {
    userId: readerId,
    kind: newMessageKind,
    businessKey: `${conversationId}:${newest.position}`,
    title: count === 1 ? `${senderName} wrote to you` : `${count} new messages from ${senderName}`,
    body: excerpt(newest),
    href,
    email: letter,
    about,
  })
}

/** The email about unread messages. */
function letterOf({ env }: Pick<Notifying, 'env'>, unread: Unread, newest: Unread['messages'][number]) {
  const { conversationId, messages, count } = unread
  // Messages by the assistant must not be presented as the coach's own words.
  const isAutomatic = messages.every(({ type }) => type === 'ai_response')
  const senderName = isAutomatic ? `${ASSISTANT_NAME} for ${unread.senderName}` : unread.senderName
  const href = `/inbox?conversation=${conversationId}`
  const letter = fillIn(count === 1 ? newMessage : newMessages, {
    sender_name: senderName,
    message_count: String(count),
    message_text: messages.map(excerpt).join('\n'),
    conversation_url: `${env.appUrl}${href}`,
  })
  return {
    letter,
    senderName,
    href,
    about: { what: 'messages', conversationId, upTo: newest.position } as const,
  }
}

const LONGEST_EXCERPT = 300

function excerpt({ content, attachments, type }: Unread['messages'][number]): string {
  const text = content.replace(/\s+/g, ' ').trim()
  if (text) return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text
  if (attachments > 0)
    return attachments === 1 ? 'Sent a picture or video' : `Sent ${attachments} pictures and videos`
  return type === 'proposal' ? 'Sent a lesson proposal' : 'Sent something for you to choose from'
}

async function lockState(tx: Queryable, { conversationId, readerId }: Pair): Promise<DigestState> {
  await tx
    .insert(messageDigests)
    .values({ conversationId, userId: readerId, toldAt: 0 })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ toldAt: messageDigests.toldAt, dueAt: messageDigests.dueAt })
    .from(messageDigests)
    .where(and(eq(messageDigests.conversationId, conversationId), eq(messageDigests.userId, readerId)))
    .for('update')
  // Notifications that were sent are in the table, even if hidden from the in-app list.
  // Raw: the position is the second part of the key.
  const told = await tx.execute<{ position: number | null }>(sql`
    select max(split_part(business_key, ':', 2)::int) as position from notifications
    where user_id = ${readerId} and kind = 'message' and business_key like ${`${conversationId}:%`}`)
  return {
    toldPosition: told.rows[0]?.position ?? 0,
    toldAt: row?.toldAt || null,
    dueAt: row?.dueAt ?? null,
  }
}

async function saveState(
  tx: Queryable,
  { conversationId, readerId }: Pair,
  state: Omit<DigestState, 'toldPosition'>,
): Promise<void> {
  await tx
    .update(messageDigests)
    .set({ toldAt: state.toldAt ?? 0, dueAt: state.dueAt })
    .where(and(eq(messageDigests.conversationId, conversationId), eq(messageDigests.userId, readerId)))
}
