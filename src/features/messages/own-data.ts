import { sql } from 'drizzle-orm'
import { type OwnData, readParts } from '#platform/own-data.ts'

export const messagesOwnData: OwnData = {
  things: (id) => sql`select id from conversations where student_id = ${id} or instructor_id = ${id}`,

  /**
   * Runs after the account was marked as closed. The person's messages are kept for the other participant,
   * without a name; photos and videos are deleted because they show people. If both have left, the
   * conversation is deleted. Decision 0012.
   */
  erase({ userId }) {
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
      sql`delete from message_digests where user_id = ${id}`,
    ]
  },

  export: (db, id) =>
    readParts(db, {
      conversations: sql`
        select c.id, case when c.student_id = ${id} then 'student' else 'coach' end as you_were,
          case when c.student_id = ${id} then c.instructor_name else s.full_name end as with_whom, c.created_at,
          c.message_count, p.last_read_at, p.archived_at, p.muted_at, p.blocked_at
        from conversation_participants p join conversations c on c.id = p.conversation_id join profiles s on s.id = c.student_id
        where p.user_id = ${id} order by c.created_at`,
      messages_you_wrote: sql`
        select conversation_id, content, message_type, attachment_count, created_at from messages where sender_id = ${id}
        order by created_at, conversation_id, position`,
      photos_and_videos_you_sent: sql`
        select a.id, a.kind, a.byte_size, a.width, a.height, a.duration_ms, m.conversation_id, a.created_at
        from message_attachments a left join messages m on m.id = a.message_id where a.uploader_id = ${id} order by a.created_at`,
      what_you_reported: sql`
        select conversation_id, message_id, reason, details, status, created_at from message_reports where reporter_id = ${id}
        order by created_at`,
      shows_when_you_are_online: sql`
        select share_presence, updated_at from message_preferences where user_id = ${id}`,
    }),
}
