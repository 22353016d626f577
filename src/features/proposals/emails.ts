import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatLesson, formatMoment } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { proposalEvent } from './proposal.ts'
import { tellConversation } from './telling/commands.ts'
import { findProposalToTell, type ToldProposal } from './telling/queries.ts'

/** What happened to a proposal that somebody should hear of. */
export type ProposalNews =
  | 'proposed'
  | 'revised'
  | 'withdrawn'
  | 'changes_requested'
  | 'declined'
  | 'expired'
  | 'reminder'

type Telling = Pick<Services, 'jobs' | 'clock' | 'env'>

/**
 * Tells the other of the two people, in the transaction that gave reason to; each piece of news once a version. A paid
 * proposal is told as a booked lesson, by the booking itself.
 */
export async function announceProposal(
  services: Telling,
  tx: Queryable,
  proposalId: string,
  news: ProposalNews,
): Promise<void> {
  const proposal = await findProposalToTell(tx, proposalId)
  if (!proposal) return
  const { to, title, body } = wordsFor(news, proposal)
  const words = conversationWords(news, proposal)
  if (words !== null)
    await tellConversation(services, tx, proposal, {
      proposalId,
      event: proposalEvent(news, proposal.version),
      by: to === 'coach' ? 'student' : 'coach',
      words,
    })
  const href = to === 'coach' ? '/proposals' : '/inbox'
  await notifyUser(services, tx, {
    userId: to === 'coach' ? proposal.instructorId : proposal.studentId,
    kind: 'proposal',
    businessKey: `${proposalId}:${proposal.version}:${news}`,
    title,
    body,
    href,
    email: {
      templateKey: `proposal-news-${to}`,
      variables: {
        headline: title,
        message: body,
        student_name: proposal.studentName,
        coach_name: proposal.coachLabel,
        lesson_title: proposal.title,
        lessons: lessonsText(proposal),
        times: proposal.times
          .map((start) => formatLesson(start, proposal.durationMinutes, proposal.zone))
          .join(' · '),
        price: formatMoney(proposal.priceCents),
        closes_at: formatMoment(proposal.closesAt, proposal.zone),
        proposal_url: `${services.env.appUrl}${href}`,
      },
    },
  })
}

/** What stands above the card in the conversation; null for what nobody said. */
function conversationWords(news: ProposalNews, { title, changeRequest }: ToldProposal): string | null {
  const words: Record<ProposalNews, string | null> = {
    proposed: `Proposal: ${title}`,
    revised: `Changed proposal: ${title}`,
    withdrawn: `Proposal withdrawn: ${title}`,
    changes_requested: changeRequest,
    declined: `Proposal declined: ${title}`,
    expired: null,
    reminder: null,
  }
  return words[news]
}

const lessonsText = ({ lessons, durationMinutes }: ToldProposal) =>
  lessons === 1 ? formatDuration(durationMinutes) : `${lessons} lessons of ${formatDuration(durationMinutes)}`

function wordsFor(
  news: ProposalNews,
  proposal: ToldProposal,
): { to: 'student' | 'coach'; title: string; body: string } {
  const { coachLabel, studentName, title, changeRequest } = proposal
  const price = formatMoney(proposal.priceCents)
  const until = formatMoment(proposal.closesAt, proposal.zone)
  switch (news) {
    case 'proposed':
      return {
        to: 'student',
        title: `${coachLabel} proposes: ${title}`,
        body: `${lessonsText(proposal)} for ${price}. Choose one of the times until ${until}.`,
      }
    case 'revised':
      return {
        to: 'student',
        title: `${coachLabel} changed a proposal: ${title}`,
        body: `Now ${lessonsText(proposal)} for ${price}. Choose one of the times until ${until}.`,
      }
    case 'withdrawn':
      return {
        to: 'student',
        title: `${coachLabel} withdrew a proposal: ${title}`,
        body: 'Nothing was charged. Write to your coach if you would still like the lesson.',
      }
    case 'reminder':
      return {
        to: 'student',
        title: `Still open: ${title} with ${coachLabel}`,
        body: `The proposal ends ${until}. Choose a time, ask for changes, or decline.`,
      }
    case 'changes_requested':
      return {
        to: 'coach',
        title: `${studentName} asks for changes: ${title}`,
        body: changeRequest ?? '',
      }
    case 'declined':
      return {
        to: 'coach',
        title: `${studentName} declined: ${title}`,
        body: 'You can send another proposal at any time.',
      }
    case 'expired':
      return {
        to: 'coach',
        title: `Your proposal to ${studentName} ran out: ${title}`,
        body: 'Nothing was booked. Send a new one if the lesson still makes sense.',
      }
  }
}
