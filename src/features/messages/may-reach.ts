import { and, eq, isNotNull } from 'drizzle-orm'
import { isCaller } from '#features/accounts/callers.ts'
import { isInvitedStudent } from '#features/accounts/invited-student.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { conversationParticipants, conversations } from './tables.ts'

/** A coach and a student. */
interface Pair {
  instructorId: string
  studentId: string
}

/**
 * Whether a coach and a student may send each other anything: neither has blocked the other in their
 * conversation, and the student is not an invited student without an account (`invited-student.ts`). Every
 * command that sends something from one to the other must call this; `tests/api/blocking.test.ts` tests all
 * of them.
 */
export async function mayReach(db: Queryable, { instructorId, studentId }: Pair): Promise<boolean> {
  if (await isInvitedStudent(db, studentId)) return false
  const blocked = await db
    .select({ id: conversations.id })
    .from(conversations)
    .innerJoin(conversationParticipants, eq(conversationParticipants.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.instructorId, instructorId),
        eq(conversations.studentId, studentId),
        isNotNull(conversationParticipants.blockedAt),
      ),
    )
    .limit(1)
  return blocked.length === 0
}

/**
 * @throws AppError not_taking_messages if one has blocked the other, without revealing who; no_email if the
 *   student was added by phone number only
 */
export async function requireReach(db: Queryable, pair: Pair): Promise<void> {
  if (await isCaller(db, pair.studentId))
    throw new AppError(
      'conflict',
      'no_email',
      'This student has no email address here. Call or text instead.',
    )
  if (!(await mayReach(db, pair)))
    throw new AppError('conflict', 'not_taking_messages', 'One of you has blocked the other in the inbox.')
}
