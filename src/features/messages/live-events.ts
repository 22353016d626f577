import type { Queryable } from '#platform/db.ts'
import { isParticipant } from './conversations/access.ts'
import { asReadBy, findMessageAt } from './queries.ts'
import type { Message } from './schema.ts'

/** Whether a user may subscribe to a topic: their own inbox, and conversations they participate in. */
export async function maySubscribe(db: Queryable, userId: string, topic: string): Promise<boolean> {
  const [kind, id = ''] = topic.split(':')
  if (kind === 'inbox') return id === userId
  return kind === 'conversation' && (await isParticipant(db, id, userId))
}

/** A cache of recent messages, so that a message sent to many streams of this process is read once. */
const justRead = new WeakMap<Queryable, Map<string, Promise<Message | null>>>()
const KEPT = 200

/**
 * Converts a database announcement into the notice for a subscriber: unchanged, except that a new message is
 * included in full.
 * @param notice the JSON after the topic in the announcement
 * @returns JSON of a LiveNotice; null if there is nothing to send
 */
export async function noticeFor(db: Queryable, listenerId: string, notice: string): Promise<string | null> {
  const announced: unknown = JSON.parse(notice)
  if (!isNewMessage(announced)) return notice
  const { conversationId, position } = announced
  const message = await readOnce(db, conversationId, position)
  return message
    ? JSON.stringify({ type: 'message', conversationId, message: asReadBy(listenerId, message) })
    : null
}

function readOnce(db: Queryable, conversationId: string, position: number): Promise<Message | null> {
  const kept = justRead.get(db) ?? new Map<string, Promise<Message | null>>()
  justRead.set(db, kept)
  const key = `${conversationId} ${position}`
  const known = kept.get(key)
  if (known) return known
  const reading = findMessageAt(db, conversationId, position)
  reading.catch(() => kept.delete(key))
  kept.set(key, reading)
  const oldest = kept.size > KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  return reading
}

const isNewMessage = (
  notice: unknown,
): notice is { type: 'message'; conversationId: string; position: number } =>
  typeof notice === 'object' && notice !== null && 'type' in notice && notice.type === 'message'
