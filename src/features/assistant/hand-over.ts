import { callCoach } from '#features/messages/conversations/commands.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type HandOver, handOverText, leavesAfter } from './assistant.ts'
import { coachNeeded, coachNeededKind } from './letters.ts'

type HandingOver = Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>

/**
 * Marks a conversation as one that needs its coach, and tells the coach: once until they answer, whatever else is asked in
 * it meanwhile, and not at all where they muted it.
 */
export async function handOverToCoach(
  services: HandingOver,
  tx: Queryable,
  conversationId: string,
  reason: HandOver,
): Promise<void> {
  const called = await callCoach(tx, conversationId, {
    reason: handOverText(reason),
    turnsAssistantOff: leavesAfter(reason),
  })
  if (!called?.isNew || called.isMuted) return
  const href = `/inbox?conversation=${conversationId}`
  await notifyUser(services, tx, {
    userId: called.coachId,
    kind: coachNeededKind,
    // The place in the conversation: the next call after an answer is another one.
    businessKey: `${conversationId}:${called.messageCount}`,
    title: `${called.studentName} needs you`,
    body: `${handOverText(reason)}. Please answer yourself.`,
    href,
    email: fillIn(coachNeeded, {
      coach_name: called.coachName,
      student_name: called.studentName,
      reason: handOverText(reason),
      conversation_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'call', conversationId },
  })
}
