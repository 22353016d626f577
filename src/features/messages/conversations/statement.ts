import { type SQL, sql } from 'drizzle-orm'

export interface StoredConversation extends Record<string, unknown> {
  id: string
  side: 'student' | 'coach'
  other_id: string
  other_name: string
  other_picture: string | null
  other_active: boolean
  other_read: number
  other_gone: boolean
  position: number | null
  sender_id: string | null
  message_type: 'text' | 'ai_response' | 'proposal' | null
  content: string | null
  attachments: { kind: 'image' | 'video' }[]
  sent: string | null
  last_at: string
  cursor_at: string
  is_unread: boolean
  unread_count: number
  last_read_position: number
  is_archived: boolean
  is_muted: boolean
  is_blocked: boolean
  is_suspended: boolean
  ai_enabled: boolean
  ai_disabled: boolean
  needs_human: boolean
  reason: string | null
}

/**
 * A conversation is unread if its last message is from the other participant and has not been read. For a
 * coach whose assistant handles the conversation, it is unread only if a person is needed, which the assistant
 * may have written last. Expects rows `me` of conversation_participants, `c` of conversations, `coach` of
 * instructor_profiles.
 */
export const isUnread = sql`c.message_count > me.last_read_position and (me.side = 'coach' and c.needs_human
  or c.last_sender_id <> me.user_id and (me.side = 'student' or not coach.ai_caddie_enabled or c.ai_caddie_disabled))`

/**
 * Conversations as seen by one participant; raw, for its lateral joins.
 * @param mine rows of conversation_participants, each of the viewer's own
 */
export const conversationsStatement = (mine: SQL, now: Date): SQL => sql`
  select c.id, me.side, other.user_id as other_id,
    case when me.side = 'student' then coalesce(coach.display_name, p.full_name) else p.full_name end as other_name,
    case when me.side = 'student' then coach.profile_image_url else p.image end as other_picture,
    p.closed_at is not null as other_gone,
    coalesce(other.active_until > ${now}, false) and coalesce(mp.share_presence, true) and coalesce(op.share_presence, true) as other_active,
    other.last_read_position as other_read,
    m.position, m.sender_id, m.message_type, left(m.content, 300) as content, coalesce(a.kinds, '[]') as attachments,
    extract(epoch from m.created_at) * 1000 as sent, extract(epoch from me.last_message_at) * 1000 as last_at,
    me.last_message_at::text as cursor_at,
    coalesce(${isUnread}, false) as is_unread, unread.n as unread_count, me.last_read_position,
    me.archived_at is not null as is_archived, me.muted_at is not null as is_muted, me.blocked_at is not null as is_blocked,
    c.suspended_at is not null as is_suspended,
    coach.ai_caddie_enabled as ai_enabled, c.ai_caddie_disabled as ai_disabled, c.needs_human, c.needs_human_reason as reason
  from (${mine}) me
  join conversations c on c.id = me.conversation_id
  join conversation_participants other on other.conversation_id = c.id and other.side <> me.side
  join profiles p on p.id = other.user_id
  join instructor_profiles coach on coach.user_id = c.instructor_id
  left join message_preferences mp on mp.user_id = me.user_id
  left join message_preferences op on op.user_id = other.user_id
  left join messages m on m.conversation_id = c.id and m.position = c.message_count
  left join lateral (select json_agg(json_build_object('kind', x.kind) order by x.ordinal) as kinds
    from message_attachments x where x.message_id = m.id) a on m.attachment_count > 0
  left join lateral (select count(*)::int as n from (select from messages u where u.conversation_id = c.id
    and u.position > me.last_read_position and u.sender_id <> me.user_id order by u.position limit 100) few) unread on true
  order by me.last_message_at desc, c.id desc`
