import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { ACTIVE_FOR_MS, type LiveNotice } from '../live-notice.ts'
import { conversationParticipants, messagePreferences } from '../tables.ts'

type Notifying = Pick<Services, 'db' | 'clock'>
type Counted = Notifying & Pick<Services, 'rateLimits'>

/** Each signal is sent to the other participant; a browser sends at most one every few seconds. */
const SIGNS_A_MINUTE = { points: 90, seconds: 60 }

/**
 * Notifies the other participant that the user is typing, unless one has blocked the other. Nothing is
 * stored.
 * @returns false if the user is not a participant
 * @throws AppError too_many_requests
 */
export async function sayTyping(services: Counted, actor: Actor, conversationId: string): Promise<boolean> {
  await services.rateLimits.count('message-signs', actor.userId, SIGNS_A_MINUTE)
  const me = conversationParticipants
  const other = alias(conversationParticipants, 'other')
  const [blocked] = await services.db
    .select({ mine: me.blockedAt, theirs: other.blockedAt })
    .from(me)
    .innerJoin(other, and(eq(other.conversationId, me.conversationId), ne(other.side, me.side)))
    .where(and(eq(me.conversationId, conversationId), eq(me.userId, actor.userId)))
  if (!blocked) return false
  if (!blocked.mine && !blocked.theirs && !actor.impersonatedBy)
    await notify(services, { type: 'typing', conversationId, userId: actor.userId })
  return true
}

/**
 * Records that a user has opened or closed a conversation. Only the expiry time is stored, for less than a
 * minute, and only if both participants share their presence and neither has blocked the other.
 * @returns false if the user is not a participant
 * @throws AppError too_many_requests
 */
export async function setActive(
  services: Counted,
  actor: Actor,
  input: { conversationId: string; active: boolean },
): Promise<boolean> {
  await services.rateLimits.count('message-signs', actor.userId, SIGNS_A_MINUTE)
  const now = services.clock.now()
  const me = conversationParticipants
  const other = alias(conversationParticipants, 'other')
  const mine = messagePreferences
  const theirs = alias(messagePreferences, 'theirs')
  const isMe = and(eq(me.conversationId, input.conversationId), eq(me.userId, actor.userId))
  const [row] = await services.db
    .select({
      myBlock: me.blockedAt,
      theirBlock: other.blockedAt,
      iShare: mine.sharePresence,
      theyShare: theirs.sharePresence,
      activeUntil: me.activeUntil,
    })
    .from(me)
    .innerJoin(other, and(eq(other.conversationId, me.conversationId), ne(other.side, me.side)))
    .leftJoin(mine, eq(mine.userId, me.userId))
    .leftJoin(theirs, eq(theirs.userId, other.userId))
    .where(isMe)
  if (!row) return false
  const isShared = (row.iShare ?? true) && (row.theyShare ?? true) && !row.myBlock && !row.theirBlock
  if (!isShared || actor.impersonatedBy) return true
  await services.db
    .update(conversationParticipants)
    .set({ activeUntil: input.active ? now + ACTIVE_FOR_MS : null })
    .where(isMe)
  const wasActive = row.activeUntil !== null && row.activeUntil > now
  if (wasActive !== input.active) {
    const { conversationId, active: isActive } = input
    await notify(services, { type: 'presence', conversationId, userId: actor.userId, isActive })
  }
  return true
}

/** Whether a user shares their presence with conversation partners; true by default. */
export async function sharesPresence(db: Queryable, userId: string): Promise<boolean> {
  const [found] = await db.select().from(messagePreferences).where(eq(messagePreferences.userId, userId))
  return found?.sharePresence ?? true
}

/** Sets whether a user shares their presence; turning it off clears it immediately. */
export async function setSharePresence(services: Notifying, userId: string, share: boolean): Promise<void> {
  const { db, clock } = services
  const preference = { sharePresence: share, updatedAt: clock.now() }
  await db
    .insert(messagePreferences)
    .values({ userId, ...preference })
    .onConflictDoUpdate({ target: messagePreferences.userId, set: preference })
  if (share) return
  const participant = conversationParticipants
  const were = await db
    .update(participant)
    .set({ activeUntil: null })
    .where(and(eq(participant.userId, userId), isNotNull(participant.activeUntil)))
    .returning({ conversationId: participant.conversationId })
  for (const { conversationId } of were)
    await notify(services, { type: 'presence', conversationId, userId, isActive: false })
}

/** Sends a notification that is not backed by a change in the database. */
async function notify(services: Notifying, notice: Extract<LiveNotice, { type: 'typing' | 'presence' }>) {
  const payload = `conversation:${notice.conversationId} ${JSON.stringify(notice)}`
  await services.db.execute(sql`select announce(${payload})`)
}
