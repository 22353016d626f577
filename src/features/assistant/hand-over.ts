import { callCoach } from '#features/messages/conversations/commands.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { type HandOver, handOverText, leavesAfter } from './assistant.ts'
import { coachNeeded, coachNeededKind } from './letters.ts'

type HandingOver = Pick<Services, 'jobs' | 'clock' | 'env' | 'answers'>

/**
 * Marks a conversation as waiting for its coach and notifies the coach. The notification is sent once until
 * the coach answers, and not at all when the coach muted the conversation.
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
    // Includes the message count, so that a hand-over after the coach's answer sends a new notification.
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
