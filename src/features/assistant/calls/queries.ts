import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'

/** Whether a conversation still waits for its coach, who wants to hear of it. */
export async function needsCoach(db: Queryable, conversationId: string): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from conversations c
    join conversation_participants p on p.conversation_id = c.id and p.side = 'coach'
    where c.id = ${conversationId} and c.needs_human and p.muted_at is null and p.blocked_at is null`)
  return found.rows.length > 0
}
