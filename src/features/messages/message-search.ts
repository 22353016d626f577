import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { literally } from '#platform/like-pattern.ts'
import { isoOfMs } from '#platform/time.ts'
import { mayRead } from './conversations/access.ts'
import type { searchHitSchema } from './schema.ts'

const HITS = 30
/** The number of characters shown before a match. */
const LEAD = 60

/** Searches the user's own conversations, newest first. Conversations of other people are never searched. */
export async function searchMessages(
  db: Queryable,
  userId: string,
  request: { query: string; conversationId?: string | undefined; before?: string | undefined },
): Promise<z.infer<typeof searchHitSchema>[]> {
  // Raw: cuts the excerpt around the match.
  const found = await db.execute<{
    conversation_id: string
    other_name: string
    id: string
    position: number
    sender_id: string
    excerpt: string
    is_cut: boolean
    sent: string
  }>(sql`
    select m.conversation_id, case when me.side = 'student' then c.instructor_name else s.full_name end as other_name, m.id,
      m.position, m.sender_id, extract(epoch from m.created_at) * 1000 as sent,
      substr(m.content, greatest(1, at.first - ${LEAD}), 200) as excerpt, at.first > ${LEAD} + 1 as is_cut
    from conversation_participants me join conversations c on c.id = me.conversation_id
    join profiles s on s.id = c.student_id join messages m on m.conversation_id = me.conversation_id,
    lateral (select strpos(lower(m.content), lower(${request.query})) as first) at
    where ${mayRead(userId, sql`me`)} and m.content ilike ${`%${literally(request.query)}%`}
      ${request.conversationId ? sql`and me.conversation_id = ${request.conversationId}` : sql``}
      ${request.before ? sql`and m.created_at < ${request.before}::timestamptz` : sql``}
    order by m.created_at desc, m.id limit ${HITS}`)
  return found.rows.map((row) => ({
    conversationId: row.conversation_id,
    otherName: row.other_name,
    messageId: row.id,
    position: row.position,
    senderId: row.sender_id,
    excerpt: `${row.is_cut ? '…' : ''}${row.excerpt}`,
    sentAt: isoOfMs(row.sent),
  }))
}
