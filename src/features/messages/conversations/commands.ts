import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type ConversationPair, mayStart, mayWriteAtAll } from '../policy.ts'
import { conversationParticipants, conversations } from '../tables.ts'

/** The current relationship of the two participants. */
export interface PairState {
  side: 'student' | 'coach'
  otherIsGone: boolean
  otherIsSuspended: boolean
  /** Paused by staff. */
  isSuspended: boolean
  iBlocked: boolean
  theyBlocked: boolean
}

/**
 * Locks a conversation until the transaction ends, which serializes its writers.
 * @returns null if it does not exist or the viewer is not a participant
 */
export async function lockPair(
  tx: Queryable,
  conversationId: string,
  userId: string,
): Promise<PairState | null> {
  const [conversation] = await tx
    .select({ suspendedAt: conversations.suspendedAt })
    .from(conversations)
    .where(eq(conversations.id, conversationId))
    .for('no key update')
  const me = conversationParticipants
  const other = alias(conversationParticipants, 'other')
  const [row] = await tx
    .select({
      side: me.side,
      closedAt: profiles.closedAt,
      isOpen: profiles.isOpen,
      myBlock: me.blockedAt,
      theirBlock: other.blockedAt,
    })
    .from(me)
    .innerJoin(other, and(eq(other.conversationId, me.conversationId), ne(other.side, me.side)))
    .innerJoin(profiles, eq(profiles.id, other.userId))
    .where(and(eq(me.conversationId, conversationId), eq(me.userId, userId)))
  if (!conversation || !row) return null
  return {
    side: row.side,
    isSuspended: conversation.suspendedAt !== null,
    otherIsGone: row.closedAt !== null,
    otherIsSuspended: row.closedAt === null && !row.isOpen,
    iBlocked: row.myBlock !== null,
    theyBlocked: row.theirBlock !== null,
  }
}

/**
 * Finds or creates the single conversation of a pair. The caller must have checked permission.
 * @returns its id
 */
export async function openConversation(tx: Queryable, pair: ConversationPair, now: number): Promise<string> {
  const [made] = await tx
    .insert(conversations)
    .values({ ...pair, lastMessageAt: now, createdAt: now })
    .onConflictDoNothing({ target: [conversations.instructorId, conversations.studentId] })
    .returning({ id: conversations.id })
  const id = made?.id ?? (await findConversationOf(tx, pair))
  if (!id) throw new Error('a conversation that exists cannot be found')
  return id
}

/** The id of a pair's conversation; null if there is none. */
export async function findConversationOf(db: Queryable, pair: ConversationPair): Promise<string | null> {
  const [found] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.instructorId, pair.instructorId), eq(conversations.studentId, pair.studentId)),
    )
  return found?.id ?? null
}

/**
 * The pair of an actor and another person; null if one may not write to the other, or the person does not
 * exist.
 */
export async function findPair(
  { answers }: Pick<Services, 'answers'>,
  db: Queryable,
  actor: Actor,
  other: { instructorId?: string | undefined; studentId?: string | undefined },
): Promise<ConversationPair | null> {
  const side = actor.role === 'coach' ? 'coach' : 'student'
  const otherId = side === 'student' ? other.instructorId : other.studentId
  if (!mayWriteAtAll(actor) || !otherId || otherId === actor.userId) return null
  const pair =
    side === 'student'
      ? { studentId: actor.userId, instructorId: otherId }
      : { studentId: otherId, instructorId: actor.userId }
  // Raw: looks up connections between two people in three tables at once.
  const found = await db.execute<{ visible: boolean; talked: boolean; booked: boolean; access: boolean }>(sql`
    select c.is_listed as visible,
      exists (select from conversations t where t.instructor_id = c.user_id and t.student_id = s.id) as talked,
      exists (select from bookings b where b.instructor_id = c.user_id and b.student_id = s.id and ${isPaidLesson(sql`b`)}) as booked,
      exists (select from student_calendar_access a where a.instructor_id = c.user_id and a.student_id = s.id) as access
    from instructor_profiles c join profiles p on p.id = c.user_id, profiles s
    where c.user_id = ${pair.instructorId} and s.id = ${pair.studentId} and p.is_open and s.is_open
      and s.entered_by is null and not s.is_invited`)
  const row = found.rows[0]
  if (!row) return null
  const between = {
    coachIsVisible: row.visible,
    haveConversation: row.talked,
    haveBooking: row.booked,
    havePackage: (await answers.package_pairs(db, pair)).length > 0,
    haveVideoReview: (await answers.video_review_pairs(db, pair)).length > 0,
    haveInvitation: (await answers.invitation_pairs(db, pair)).length > 0,
    haveAccess: row.access,
  }
  return mayStart(side, between) ? pair : null
}

/** Marks messages as read up to a position, which never decreases. Has no effect during impersonation. */
export async function markRead(
  services: Pick<Services, 'db' | 'clock'>,
  reader: Actor,
  input: { conversationId: string; position: number },
): Promise<boolean> {
  if (reader.impersonatedBy) return true
  // Raw: bounds, compares and stores the position in one statement.
  const marked = await services.db.execute(sql`
    with mine as (select p.conversation_id, least(${input.position}, c.message_count) as up_to
      from conversation_participants p join conversations c on c.id = p.conversation_id
      where p.conversation_id = ${input.conversationId} and p.user_id = ${reader.userId}),
    moved as (update conversation_participants p set last_read_position = mine.up_to, last_read_at = ${new Date(services.clock.now())}
      from mine where p.conversation_id = mine.conversation_id and p.user_id = ${reader.userId} and p.last_read_position < mine.up_to)
    select from mine`)
  return marked.rows.length > 0
}

/**
 * Archives or unarchives a conversation for one participant.
 * @returns false if the person is not a participant
 */
export async function setArchived(
  services: Pick<Services, 'db' | 'clock'>,
  person: Pick<Actor, 'userId'>,
  input: { conversationId: string; archived: boolean },
): Promise<boolean> {
  return await mark(services, person, input.conversationId, 'archivedAt', input.archived)
}

/** Mutes or unmutes notifications about a conversation. @returns false if the person is not a participant */
export async function setMuted(
  services: Pick<Services, 'db' | 'clock'>,
  person: Pick<Actor, 'userId'>,
  input: { conversationId: string; muted: boolean },
): Promise<boolean> {
  return await mark(services, person, input.conversationId, 'mutedAt', input.muted)
}

/**
 * Sets or clears one of a participant's flags on a conversation; setting it again keeps the original time.
 */
export async function mark(
  services: Pick<Services, 'clock'> & { db: Queryable },
  person: Pick<Actor, 'userId'>,
  conversationId: string,
  what: 'archivedAt' | 'mutedAt' | 'blockedAt',
  isOn: boolean,
): Promise<boolean> {
  const column = conversationParticipants[what]
  const first = sql`coalesce(${column}, ${sql.param(services.clock.now(), column)}::timestamptz)`
  const marked = await services.db
    .update(conversationParticipants)
    .set({ [what]: isOn ? first : null })
    .where(
      and(
        eq(conversationParticipants.conversationId, conversationId),
        eq(conversationParticipants.userId, person.userId),
      ),
    )
    .returning({ userId: conversationParticipants.userId })
  return marked.length > 0
}

/** The result of `callCoach`. */
export interface CalledCoach {
  /** False if the coach was already called and has not answered since. */
  isNew: boolean
  coachId: string
  coachName: string
  studentName: string
  messageCount: number
  /** The coach has muted the conversation or blocked the student. */
  isMuted: boolean
}

/**
 * Marks a conversation as needing an answer from its coach.
 * @param call.reason shown to the coach
 * @param call.turnsAssistantOff disables the assistant in this conversation
 */
export async function callCoach(
  tx: Queryable,
  conversationId: string,
  call: { reason: string; turnsAssistantOff: boolean },
): Promise<CalledCoach | null> {
  // Raw: updates the conversation and returns its previous state in one statement.
  const called = await tx.execute<CalledCoach & Record<string, unknown>>(sql`
    update conversations c set needs_human = true, needs_human_reason = ${call.reason},
      ai_caddie_disabled = c.ai_caddie_disabled or ${call.turnsAssistantOff}
    from (select id, needs_human from conversations where id = ${conversationId} for no key update) before
      join conversation_participants p on p.conversation_id = before.id and p.side = 'coach'
    where c.id = before.id
    returning not before.needs_human as "isNew", c.instructor_id as "coachId", c.instructor_name as "coachName",
      (select full_name from profiles where id = c.student_id) as "studentName", c.message_count as "messageCount",
      p.muted_at is not null or p.blocked_at is not null as "isMuted"`)
  return called.rows[0] ?? null
}
