import { and, eq, isNotNull, or } from 'drizzle-orm'
import { isCaller } from '#features/accounts/callers.ts'
import { isInvitedStudent } from '#features/accounts/invited-student.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { sendRefusalTexts } from './message.ts'
import { conversationParticipants, conversations } from './tables.ts'

/** A coach and a student. */
interface Pair {
  instructorId: string
  studentId: string
}

/**
 * Whether a coach and a student may send each other anything: neither has blocked the other in their
 * conversation, our team has not paused it, and the student is not an invited student without an account
 * (`invited-student.ts`). Every command that sends something from one to the other must call this;
 * `tests/api/blocking.test.ts` tests all of them.
 * @param carriesText false for what has no text that one wrote to the other, which a pause does not stop
 */
export async function mayReach(
  db: Queryable,
  { instructorId, studentId }: Pair,
  { carriesText = true } = {},
): Promise<boolean> {
  if (await isInvitedStudent(db, studentId)) return false
  const isBlocked = isNotNull(conversationParticipants.blockedAt)
  const closed = await db
    .select({ id: conversations.id })
    .from(conversations)
    .leftJoin(conversationParticipants, eq(conversationParticipants.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.instructorId, instructorId),
        eq(conversations.studentId, studentId),
        carriesText ? or(isBlocked, isNotNull(conversations.suspendedAt)) : isBlocked,
      ),
    )
    .limit(1)
  return closed.length === 0
}

/** @throws AppError conversation_suspended while our team has paused the conversation of the two */
export async function requireNotPaused(db: Queryable, { instructorId, studentId }: Pair): Promise<void> {
  const paused = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.instructorId, instructorId),
        eq(conversations.studentId, studentId),
        isNotNull(conversations.suspendedAt),
      ),
    )
  if (paused.length > 0)
    throw new AppError('conflict', 'conversation_suspended', sendRefusalTexts.conversation_suspended)
}

/**
 * @throws AppError conversation_suspended; not_taking_messages if one has blocked the other, without revealing
 *   who; no_email if the student was added by phone number only
 */
export async function requireReach(
  db: Queryable,
  pair: Pair,
  about?: { carriesText: boolean },
): Promise<void> {
  if (await isCaller(db, pair.studentId))
    throw new AppError(
      'conflict',
      'no_email',
      'This student has no email address here. Call or text instead.',
    )
  if (await mayReach(db, pair, about)) return
  await requireNotPaused(db, pair)
  throw new AppError('conflict', 'not_taking_messages', 'One of you has blocked the other in the inbox.')
}
