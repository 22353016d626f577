import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { conversationParticipants, messages } from '../tables.ts'

/** The unread messages of one participant. Instants in milliseconds since 1970, UTC. */
export interface Unread {
  conversationId: string
  readerId: string
  senderName: string
  /** The newest unread messages of the other participant, in ascending order; limited to a few. */
  messages: { id: string; position: number; type: string; content: string; attachments: number; at: number }[]
  count: number
  isMuted: boolean
  /** When the reader's presence in the conversation expires; null if unknown. */
  activeUntil: number | null
}

const SHOWN = 5

/** The reader of a message and its position; null if the message does not exist. */
export async function findMessageReader(
  db: Queryable,
  messageId: string,
): Promise<{
  conversationId: string
  readerId: string
  senderId: string
  position: number
  at: number
} | null> {
  const reader = conversationParticipants
  const [found] = await db
    .select({
      conversationId: messages.conversationId,
      readerId: reader.userId,
      senderId: messages.senderId,
      position: messages.position,
      at: messages.createdAt,
    })
    .from(messages)
    .innerJoin(
      reader,
      and(eq(reader.conversationId, messages.conversationId), ne(reader.userId, messages.senderId)),
    )
    .where(eq(messages.id, messageId))
  return found ?? null
}

/**
 * The unread messages of a reader after a position. Proposals are excluded because they have their own
 * notifications.
 */
export async function readUnread(
  db: Queryable,
  who: { conversationId: string; readerId: string },
  after: number,
): Promise<Unread | null> {
  const reader = conversationParticipants
  const sender = alias(conversationParticipants, 'sender')
  const [row] = await db
    .select({
      side: reader.side,
      lastReadPosition: reader.lastReadPosition,
      marks: { muted: reader.mutedAt, blocked: reader.blockedAt, archived: reader.archivedAt },
      activeUntil: reader.activeUntil,
      senderName: profiles.fullName,
      coachName: instructorProfiles.displayName,
    })
    .from(reader)
    .innerJoin(
      sender,
      and(eq(sender.conversationId, reader.conversationId), ne(sender.userId, reader.userId)),
    )
    .innerJoin(profiles, eq(profiles.id, sender.userId))
    .leftJoin(instructorProfiles, eq(instructorProfiles.userId, sender.userId))
    .where(and(eq(reader.conversationId, who.conversationId), eq(reader.userId, who.readerId)))
  if (!row) return null
  // Raw: counts all unread messages while reading the newest.
  const unread = await db.execute<{
    id: string
    position: number
    message_type: string
    content: string
    attachment_count: number
    at: string
    total: number
  }>(sql`
    select id, position, message_type, content, attachment_count, extract(epoch from created_at) * 1000 as at,
      (count(*) over ())::int as total
    from messages where conversation_id = ${who.conversationId} and sender_id <> ${who.readerId} and message_type <> 'proposal'
      and position > ${Math.max(row.lastReadPosition, after)}
    order by position desc limit ${SHOWN}`)
  return {
    conversationId: who.conversationId,
    readerId: who.readerId,
    senderName: row.side === 'student' ? coachLabel(row.coachName ?? row.senderName) : row.senderName,
    isMuted: Object.values(row.marks).some((mark) => mark !== null),
    activeUntil: row.activeUntil,
    count: unread.rows[0]?.total ?? 0,
    messages: unread.rows
      .map(({ message_type, attachment_count, at, id, position, content }) => ({
        id,
        position,
        content,
        type: message_type,
        attachments: attachment_count,
        at: Math.round(Number(at)),
      }))
      .reverse(),
  }
}

/** Whether a reader has unread messages up to a position and has not muted the conversation. */
export async function isStillUnread(
  db: Queryable,
  { conversationId, readerId }: { conversationId: string; readerId: string },
  upTo: number,
): Promise<boolean> {
  const reader = conversationParticipants
  const found = await db
    .select({ userId: reader.userId })
    .from(reader)
    .where(
      and(
        eq(reader.conversationId, conversationId),
        eq(reader.userId, readerId),
        lt(reader.lastReadPosition, upTo),
        isNull(reader.mutedAt),
        isNull(reader.blockedAt),
        isNull(reader.archivedAt),
      ),
    )
  return found.length > 0
}
