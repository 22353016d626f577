import { type SQL, sql } from 'drizzle-orm'

/**
 * What leaving takes out of conversations, in the order they run, after the account was marked as closed. What somebody wrote
 * stays with the person they wrote to, without a name; photos and videos go, for they show people. Where both have left, nothing
 * stays. Decision 0012.
 */
export function eraseMessagesStatements(userId: string): SQL[] {
  const id = sql`${userId}::uuid`
  return [
    sql`delete from conversations c using profiles p where ${id} in (c.instructor_id, c.student_id)
      and p.id = case when c.instructor_id = ${id} then c.student_id else c.instructor_id end and p.closed_at is not null`,
    sql`delete from message_attachments where uploader_id = ${id}`,
    sql`update messages set attachment_count = 0,
      content = case when content = '' then 'A photo or video was removed.' else content end
      where sender_id = ${id} and attachment_count > 0`,
    sql`update conversations set needs_human = false, needs_human_reason = null where ${id} in (instructor_id, student_id) and needs_human`,
    sql`update conversation_participants set last_read_at = null, archived_at = null, muted_at = null, active_until = null
      where user_id = ${id}`,
    sql`delete from message_preferences where user_id = ${id}`,
  ]
}
