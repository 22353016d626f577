import { and, eq } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { postMessage } from '#features/messages/commands.ts'
import { conversations } from '#features/messages/tables.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import { sentencesFor } from '#ports/assistant/sentences.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { handOverToCoach } from './hand-over.ts'
import { findKnownCoach } from './known-coach.ts'
import { assistantTurns } from './tables.ts'

/**
 * A student wants to talk to the coach: the assistant leaves the conversation at once, and the coach is called. Asking again
 * changes nothing.
 * @returns false when the conversation is not the student's
 */
export async function askForCoach(
  services: TransactionServices & Pick<Services, 'db'>,
  student: Pick<Actor, 'userId'>,
  conversationId: string,
): Promise<boolean> {
  const now = services.clock.now()
  return await inTransaction(services.db, async (tx) => {
    const [conversation] = await tx
      .select({
        instructorId: conversations.instructorId,
        isEnabled: instructorProfiles.aiCaddieEnabled,
        isDisabledHere: conversations.aiCaddieDisabled,
      })
      .from(conversations)
      .innerJoin(instructorProfiles, eq(instructorProfiles.userId, conversations.instructorId))
      .where(and(eq(conversations.id, conversationId), eq(conversations.studentId, student.userId)))
      .for('no key update', { of: conversations })
    if (!conversation) return false
    const { instructorId, isEnabled, isDisabledHere } = conversation
    if (!isEnabled || isDisabledHere) return true
    await tx
      .update(assistantTurns)
      .set({ state: 'handed_over', reason: 'asked', finishedAt: now })
      .where(and(eq(assistantTurns.conversationId, conversationId), eq(assistantTurns.state, 'waiting')))
    const coach = await findKnownCoach(tx, { instructorId, studentId: student.userId, now })
    if (coach)
      await postMessage(services, tx, {
        conversationId,
        senderId: instructorId,
        type: 'ai_response',
        content: sentencesFor(coach.facts).person,
      })
    await handOverToCoach(services, tx, conversationId, 'asked')
    return true
  })
}
