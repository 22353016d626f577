import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { isoOfMs } from '#platform/time.ts'
import { readFiles } from './attachments/queries.ts'
import { MESSAGES_A_PAGE, type MessageData } from './message.ts'
import type { Message } from './schema.ts'

interface Row extends Record<string, unknown> {
  id: string
  conversation_id: string
  position: number
  sender_id: string
  message_type: 'text' | 'ai_response' | 'proposal'
  content: string
  data: MessageData | null
  client_id: string | null
  sent: string
  attachments: {
    id: string
    kind: 'image' | 'video'
    files: unknown
    width: number
    height: number
    duration_ms: number | null
  }[]
}

export interface MessagePage {
  messages: Message[]
  hasOlder: boolean
  hasNewer: boolean
}

/**
 * A page of a conversation, oldest first; an index range scan at any position. The caller must have checked
 * read access.
 */
export async function listMessages(
  db: Queryable,
  readerId: string,
  request: {
    conversationId: string
    before?: number | undefined
    after?: number | undefined
    around?: number | undefined
    limit?: number | undefined
  },
): Promise<MessagePage> {
  const limit = request.limit ?? MESSAGES_A_PAGE
  const of = sql`m.conversation_id = ${request.conversationId}`
  if (request.around !== undefined) {
    const half = Math.floor(limit / 2)
    const [older, newer] = await Promise.all([
      readMessages(
        db,
        sql`${of} and m.position < ${request.around} order by m.position desc limit ${half + 1}`,
      ),
      readMessages(db, sql`${of} and m.position >= ${request.around} order by m.position limit ${half + 1}`),
    ])
    return {
      messages: [...older.slice(0, half).reverse(), ...newer.slice(0, half)].map((one) =>
        asReadBy(readerId, one),
      ),
      hasOlder: older.length > half,
      hasNewer: newer.length > half,
    }
  }
  if (request.after !== undefined) {
    const newer = await readMessages(
      db,
      sql`${of} and m.position > ${request.after} order by m.position limit ${limit + 1}`,
    )
    const page = newer.slice(0, limit)
    return {
      messages: page.map((one) => asReadBy(readerId, one)),
      hasOlder: request.after > 0,
      hasNewer: newer.length > limit,
    }
  }
  const before = request.before === undefined ? sql`` : sql`and m.position < ${request.before}`
  const older = await readMessages(db, sql`${of} ${before} order by m.position desc limit ${limit + 1}`)
  return {
    messages: older
      .slice(0, limit)
      .reverse()
      .map((one) => asReadBy(readerId, one)),
    hasOlder: older.length > limit,
    hasNewer: request.before !== undefined,
  }
}

/** A message by its position; null if there is none. The caller must have checked read access. */
export async function findMessageAt(
  db: Queryable,
  conversationId: string,
  position: number,
): Promise<Message | null> {
  const [message] = await readMessages(
    db,
    sql`m.conversation_id = ${conversationId} and m.position = ${position}`,
  )
  return message ?? null
}

/** The message sent with a client-generated id; null if it has not arrived. */
export async function findSent(db: Queryable, senderId: string, clientId: string): Promise<Message | null> {
  const [message] = await readMessages(db, sql`m.sender_id = ${senderId} and m.client_id = ${clientId}`)
  return message ?? null
}

/** The client-generated id is returned only to its sender. */
export const asReadBy = (readerId: string, message: Message): Message =>
  message.senderId === readerId ? message : { ...message, clientId: null }

async function readMessages(db: Queryable, condition: SQL): Promise<Message[]> {
  // Raw: selects a message with its attachments as a single row.
  const found = await db.execute<Row>(sql`
    select m.id, m.conversation_id, m.position, m.sender_id, m.message_type, m.content, m.data, m.client_id,
      extract(epoch from m.created_at) * 1000 as sent,
      case when m.attachment_count = 0 then '[]'::json else (
        select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'files', a.files, 'width', a.width,
          'height', a.height, 'duration_ms', a.duration_ms) order by a.ordinal), '[]')
        from message_attachments a where a.message_id = m.id) end as attachments
    from messages m where ${condition}`)
  return found.rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    position: row.position,
    senderId: row.sender_id,
    type: row.message_type,
    content: row.content,
    data: row.data,
    attachments: row.attachments.map((attachment) => ({
      id: attachment.id,
      kind: attachment.kind,
      width: attachment.width,
      height: attachment.height,
      durationMs: attachment.duration_ms,
      files: readFiles(attachment.id, attachment.files),
    })),
    clientId: row.client_id,
    sentAt: isoOfMs(row.sent),
  }))
}
