import { postMessage } from '#features/messages/commands.ts'
import { openConversation } from '#features/messages/conversations/commands.ts'
import { findSent } from '#features/messages/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { formatLesson } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { TransactionServices } from '#ports/services.ts'
import { proposalKind } from './letters.ts'
import { findProposalFacts, type ProposalFacts } from './proposal-news.ts'

/**
 * Posts an event of a proposal into the conversation of its two people, creating the conversation if
 * necessary. Each event is posted once per version.
 * @param news.by the user who caused the event, used as the sender
 */
export async function postProposalNews(
  services: TransactionServices,
  tx: Queryable,
  proposal: ProposalFacts,
  news: { proposalId: string; event: string; by: 'student' | 'coach'; words: string; occasion?: string },
): Promise<void> {
  const { instructorId, studentId, version } = proposal
  const clientId = uuidV8(['proposal', news.proposalId, version, news.event, news.occasion ?? ''].join(':'))
  const senderId = news.by === 'coach' ? instructorId : studentId
  if (await findSent(tx, senderId, clientId)) return
  await postMessage(services, tx, {
    conversationId: await openConversation(tx, { instructorId, studentId }, services.clock.now()),
    senderId,
    type: 'proposal',
    content: news.words,
    data: { kind: 'proposal', proposalId: news.proposalId, event: news.event },
    clientId,
  })
}

/** Posts the accepted time, and notifies the coach of it. A paid booking sends its own notification. */
export async function announceAccepted(
  services: TransactionServices,
  tx: Queryable,
  proposalId: string,
): Promise<void> {
  const proposal = await findProposalFacts(tx, proposalId)
  if (!proposal || proposal.acceptedStart === null) return
  const when = formatLesson(proposal.acceptedStart, proposal.durationMinutes, proposal.zone)
  const occasion = String(proposal.acceptedStart)
  // Gift cards paid it at once.
  const isPaid = proposal.status === 'scheduled'
  await postProposalNews(services, tx, proposal, {
    proposalId,
    event: 'accepted',
    by: 'student',
    words: isPaid
      ? `Accepted and paid: ${when}.`
      : `Accepted for ${when}. The time is held during the payment.`,
    occasion,
  })
  if (isPaid) return
  await notifyUser(services, tx, {
    userId: proposal.instructorId,
    kind: proposalKind,
    businessKey: `${proposalId}:${proposal.version}:accepted:${occasion}`,
    title: `${proposal.studentName} accepted: ${proposal.title}`,
    body: `${when}. It is booked as soon as it is paid.`,
    href: '/proposals',
    about: { what: 'proposal', proposalId, version: proposal.version, news: 'accepted' },
  })
}
