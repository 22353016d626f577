import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { ACTIVE_FOR_MS, type LiveNotice } from '../live-notice.ts'

type Notifying = Pick<Services, 'db' | 'clock'>
type Counted = Notifying & Pick<Services, 'rateLimits'>

/** Each reaches the other's screen; a browser says so every few seconds at most. */
const SIGNS_A_MINUTE = { points: 90, seconds: 60 }

/**
 * Tells the other that somebody types. Nothing is kept. @returns false when the conversation is not theirs
 * @throws AppError too_many_requests
 */
export async function sayTyping(services: Counted, actor: Actor, conversationId: string): Promise<boolean> {
  await services.rateLimits.count('message-signs', actor.userId, SIGNS_A_MINUTE)
  const found = await services.db.execute<{ is_quiet: boolean }>(sql`
    select me.blocked_at is not null or other.blocked_at is not null as is_quiet
    from conversation_participants me
    join conversation_participants other on other.conversation_id = me.conversation_id and other.side <> me.side
    where me.conversation_id = ${conversationId} and me.user_id = ${actor.userId}`)
  const row = found.rows[0]
  if (!row) return false
  if (!row.is_quiet && !actor.impersonatedBy)
    await notify(services, { type: 'typing', conversationId, userId: actor.userId })
  return true
}

/**
 * Somebody has a conversation before them, or no longer. Only the end of this is kept, for less than a minute, and only while
 * both share it. @returns false when the conversation is not theirs
 * @throws AppError too_many_requests
 */
export async function setActive(
  services: Counted,
  actor: Actor,
  input: { conversationId: string; active: boolean },
): Promise<boolean> {
  await services.rateLimits.count('message-signs', actor.userId, SIGNS_A_MINUTE)
  const now = services.clock.now()
  const until = input.active ? new Date(now + ACTIVE_FOR_MS) : null
  const found = await services.db.execute<{ shares: boolean; was: boolean }>(sql`
    select coalesce(mp.share_presence, true) and coalesce(op.share_presence, true) and me.blocked_at is null
        and other.blocked_at is null as shares, coalesce(me.active_until > ${new Date(now)}, false) as was
    from conversation_participants me
    join conversation_participants other on other.conversation_id = me.conversation_id and other.side <> me.side
    left join message_preferences mp on mp.user_id = me.user_id
    left join message_preferences op on op.user_id = other.user_id
    where me.conversation_id = ${input.conversationId} and me.user_id = ${actor.userId}`)
  const row = found.rows[0]
  if (!row) return false
  if (!row.shares || actor.impersonatedBy) return true
  await services.db.execute(sql`
    update conversation_participants set active_until = ${until}
    where conversation_id = ${input.conversationId} and user_id = ${actor.userId}`)
  if (row.was !== input.active) {
    const { conversationId, active: isActive } = input
    await notify(services, { type: 'presence', conversationId, userId: actor.userId, isActive })
  }
  return true
}

/** Whether those somebody talks to see when they are there; yes until they say no. */
export async function sharesPresence(db: Queryable, userId: string): Promise<boolean> {
  const found = await db.execute<{ share_presence: boolean }>(
    sql`select share_presence from message_preferences where user_id = ${userId}`,
  )
  return found.rows[0]?.share_presence ?? true
}

/** Whether others see when somebody is there; hidden, it is forgotten at once. */
export async function setSharePresence(services: Notifying, userId: string, share: boolean): Promise<void> {
  const { db, clock } = services
  await db.execute(sql`
    insert into message_preferences (user_id, share_presence, updated_at) values (${userId}, ${share}, ${new Date(clock.now())})
    on conflict (user_id) do update set share_presence = excluded.share_presence, updated_at = excluded.updated_at`)
  if (share) return
  const were = await db.execute<{ conversation_id: string }>(sql`
    update conversation_participants set active_until = null where user_id = ${userId} and active_until is not null
    returning conversation_id`)
  for (const { conversation_id: conversationId } of were.rows)
    await notify(services, { type: 'presence', conversationId, userId, isActive: false })
}

/** One of the few announcements without a change in the database behind it. */
async function notify(services: Notifying, notice: Extract<LiveNotice, { type: 'typing' | 'presence' }>) {
  const payload = `conversation:${notice.conversationId} ${JSON.stringify(notice)}`
  await services.db.execute(sql`select pg_notify('greenside', ${payload})`)
}
