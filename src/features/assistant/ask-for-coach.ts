import { sql } from 'drizzle-orm'
import { postMessage } from '#features/messages/commands.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction } from '#platform/db.ts'
import { sentencesFor } from '#ports/assistant/sentences.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { handOverToCoach } from './hand-over.ts'
import { findKnownCoach } from './known-coach.ts'

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
    const found = await tx.execute<{ instructor_id: string; is_on: boolean }>(sql`
      select c.instructor_id, p.ai_caddie_enabled and not c.ai_caddie_disabled as is_on
      from conversations c join instructor_profiles p on p.user_id = c.instructor_id
      where c.id = ${conversationId} and c.student_id = ${student.userId} for no key update of c`)
    const conversation = found.rows[0]
    if (!conversation) return false
    if (!conversation.is_on) return true
    await tx.execute(sql`
      update assistant_turns set state = 'handed_over', reason = 'asked', finished_at = ${new Date(now)}
      where conversation_id = ${conversationId} and state = 'waiting'`)
    const instructorId = conversation.instructor_id
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
