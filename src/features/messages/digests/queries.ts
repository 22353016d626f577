import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'

/** One side of a conversation, and what it has not read. Instants in milliseconds since 1970, UTC. */
export interface Unread {
  conversationId: string
  readerId: string
  senderName: string
  /** Messages of the other side that were not read, newest last; at most a handful of them. */
  messages: { id: string; position: number; type: string; content: string; attachments: number; at: number }[]
  count: number
  isMuted: boolean
  /** They have the conversation before them until then; null when nobody knows. */
  activeUntil: number | null
}

const SHOWN = 5

interface Row extends Record<string, unknown> {
  reader_id: string
  side: 'student' | 'coach'
  sender_name: string
  is_muted: boolean
  active_until: string | null
  last_read_position: number
}

/** Who reads a message, and where it is; null when there is no such message. */
export async function findReader(
  db: Queryable,
  messageId: string,
): Promise<{
  conversationId: string
  readerId: string
  senderId: string
  position: number
  at: number
} | null> {
  const found = await db.execute<{
    conversation_id: string
    reader_id: string
    sender_id: string
    position: number
    at: string
  }>(sql`
    select m.conversation_id, p.user_id as reader_id, m.sender_id, m.position, extract(epoch from m.created_at) * 1000 as at
    from messages m join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id <> m.sender_id
    where m.id = ${messageId}`)
  const row = found.rows[0]
  return row
    ? {
        conversationId: row.conversation_id,
        readerId: row.reader_id,
        senderId: row.sender_id,
        position: row.position,
        at: Math.round(Number(row.at)),
      }
    : null
}

/** What somebody has not read in a conversation, of what was written after a place in it. Proposals tell of themselves. */
export async function readUnread(
  db: Queryable,
  who: { conversationId: string; readerId: string },
  after: number,
): Promise<Unread | null> {
  const found = await db.execute<Row>(sql`
    select p.user_id as reader_id, p.side, p.last_read_position,
      p.muted_at is not null or p.blocked_at is not null or p.archived_at is not null as is_muted,
      extract(epoch from p.active_until) * 1000 as active_until,
      case when p.side = 'student' then coalesce(i.display_name, s.full_name) else s.full_name end as sender_name
    from conversation_participants p
    join conversation_participants o on o.conversation_id = p.conversation_id and o.user_id <> p.user_id
    join profiles s on s.id = o.user_id
    left join instructor_profiles i on i.user_id = o.user_id
    where p.conversation_id = ${who.conversationId} and p.user_id = ${who.readerId}`)
  const row = found.rows[0]
  if (!row) return null
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
      and position > ${Math.max(row.last_read_position, after)}
    order by position desc limit ${SHOWN}`)
  return {
    conversationId: who.conversationId,
    readerId: who.readerId,
    senderName: row.side === 'student' ? coachLabel(row.sender_name) : row.sender_name,
    isMuted: row.is_muted,
    activeUntil: row.active_until === null ? null : Math.round(Number(row.active_until)),
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

/** Whether somebody has not read a conversation up to a place in it, and still wants to hear of it. */
export async function isStillUnread(
  db: Queryable,
  { conversationId, readerId }: { conversationId: string; readerId: string },
  upTo: number,
): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from conversation_participants
    where conversation_id = ${conversationId} and user_id = ${readerId} and last_read_position < ${upTo}
      and muted_at is null and blocked_at is null and archived_at is null`)
  return found.rows.length > 0
}
