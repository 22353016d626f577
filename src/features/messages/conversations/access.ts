import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { conversationParticipants } from '../tables.ts'

/**
 * The condition under which a user may read a conversation with its messages and files: the user is one of its two
 * participants. Admins read only the messages around a report (`moderation/queries.ts`).
 * @param participant the table `conversation_participants`, or its alias in a raw statement
 */
export const mayRead = (
  readerId: string,
  participant: SQL | typeof conversationParticipants = conversationParticipants,
): SQL => sql`${participant}.user_id = ${readerId}`

/** Whether a user is one of the two participants of a conversation; false if it does not exist. */
export async function isParticipant(db: Queryable, conversationId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ userId: conversationParticipants.userId })
    .from(conversationParticipants)
    .where(and(eq(conversationParticipants.conversationId, conversationId), mayRead(userId)))
  return found.length > 0
}
