import { mayReach } from '#features/messages/may-reach.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatLesson, formatMoment } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { postProposalNews } from './conversation-posts.ts'
import { proposalKind, proposalNewsCoach, proposalNewsStudent } from './letters.ts'
import { proposalEvent } from './proposal.ts'
import { findProposalFacts, type ProposalFacts } from './proposal-news.ts'

/** The events of a proposal that cause a notification. */
export type ProposalNews =
  | 'proposed'
  | 'revised'
  | 'withdrawn'
  | 'coach_unavailable'
  | 'student_unavailable'
  | 'changes_requested'
  | 'declined'
  | 'expired'
  | 'reminder'

/**
 * Notifies the other person of an event, in its transaction; once per event and version. Paying an accepted proposal is announced by
 * the booking. Does nothing while one of the two blocks the other.
 */
export async function announceProposal(
  services: TransactionServices,
  tx: Queryable,
  proposalId: string,
  news: ProposalNews,
): Promise<void> {
  const proposal = await findProposalFacts(tx, proposalId)
  if (!proposal || !(await mayReach(tx, proposal))) return
  const { to, title, body, href, letter } = proposalLetter(services.env.appUrl, news, proposal)
  const words = conversationWords(news, proposal)
  if (words !== null)
    await postProposalNews(services, tx, proposal, {
      proposalId,
      event: proposalEvent(news, proposal.version),
      by: to === 'coach' ? 'student' : 'coach',
      words,
    })
  await notifyUser(services, tx, {
    userId: to === 'coach' ? proposal.instructorId : proposal.studentId,
    kind: proposalKind,
    businessKey: `${proposalId}:${proposal.version}:${news}`,
    title,
    body,
    href,
    email: letter,
    about: { what: 'proposal', proposalId, version: proposal.version, news },
  })
}

/** The recipient and text of a notification. Deterministic for the same facts. */
export function proposalLetter(
  appUrl: string,
  news: ProposalNews,
  proposal: ProposalFacts,
): {
  to: 'student' | 'coach'
  title: string
  body: string
  href: string
  letter: Letter
} {
  const { to, title, body } = wordsFor(news, proposal)
  const href = to === 'coach' ? '/proposals' : '/inbox'
  const { durationMinutes, zone } = proposal
  const canBeChosen = news === 'proposed' || news === 'revised' || news === 'reminder'
  return {
    to,
    title,
    body,
    href,
    letter: fillIn(to === 'student' ? proposalNewsStudent : proposalNewsCoach, {
      headline: title,
      message: body,
      student_name: proposal.studentName,
      coach_name: proposal.coachLabel,
      lesson_title: proposal.title,
      lessons: lessonsText(proposal),
      times: canBeChosen
        ? proposal.times.map((start) => formatLesson(start, durationMinutes, zone)).join(' · ')
        : '',
      price: formatMoney(proposal.priceCents),
      closes_at: formatMoment(proposal.closesAt, zone),
      proposal_url: `${appUrl}${href}`,
    }),
  }
}

/** The text above the card in the conversation; null for events without a message. */
function conversationWords(news: ProposalNews, { title, changeRequest }: ProposalFacts): string | null {
  const words: Record<ProposalNews, string | null> = {
    proposed: `Proposal: ${title}`,
    revised: `Changed proposal: ${title}`,
    withdrawn: `Proposal withdrawn: ${title}`,
    coach_unavailable: null,
    student_unavailable: null,
    changes_requested: changeRequest,
    declined: `Proposal declined: ${title}`,
    expired: null,
    reminder: null,
  }
  return words[news]
}

const lessonsText = ({ lessons, durationMinutes }: ProposalFacts) =>
  lessons === 1 ? formatDuration(durationMinutes) : `${lessons} lessons of ${formatDuration(durationMinutes)}`

function wordsFor(
  news: ProposalNews,
  proposal: ProposalFacts,
): { to: 'student' | 'coach'; title: string; body: string } {
  const { coachLabel, studentName, title, changeRequest } = proposal
  const price = formatMoney(proposal.priceCents)
  const until = formatMoment(proposal.closesAt, proposal.zone)
  switch (news) {
    case 'proposed':
      return {
        to: 'student',
        title: `${coachLabel} proposes: ${title}`,
        body: `${lessonsText(proposal)} for ${price}. Choose one of the times by ${until}.`,
      }
    case 'revised':
      return {
        to: 'student',
        title: `${coachLabel} changed a proposal: ${title}`,
        body: `Now ${lessonsText(proposal)} for ${price}. Choose one of the times by ${until}.`,
      }
    case 'withdrawn':
      return {
        to: 'student',
        title: `${coachLabel} withdrew a proposal: ${title}`,
        body: 'You were not charged. Write to your coach if you would still like the lesson.',
      }
    case 'coach_unavailable':
      return {
        to: 'student',
        title: `A proposal of ${coachLabel} has ended: ${title}`,
        body: `${coachLabel} is not taking bookings. You were not charged.`,
      }
    case 'student_unavailable':
      return {
        to: 'coach',
        title: `Your proposal to ${studentName} has ended: ${title}`,
        body: 'Their account cannot book lessons now. Nothing was booked.',
      }
    case 'reminder':
      return {
        to: 'student',
        title: `Still open: ${title} with ${coachLabel}`,
        body: `The proposal is open until ${until}. Choose a time, ask for changes, or decline.`,
      }
    case 'changes_requested':
      return {
        to: 'coach',
        title: `${studentName} asks for changes: ${title}`,
        body: changeRequest ? `“${changeRequest}”` : 'Open the proposal to see what they wrote.',
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
        title: `Your proposal to ${studentName} expired: ${title}`,
        body: 'Nothing was booked. You can send a new proposal at any time.',
      }
  }
}
