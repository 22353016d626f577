import { sql } from 'drizzle-orm'
import { notifyUser } from '#features/notifications/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { formatLesson } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { proposalKind } from './letters.ts'
import { findProposalFacts, type ProposalFacts } from './proposal-news.ts'

type Notifying = Pick<Services, 'jobs' | 'clock'>

/**
 * Writes what happened to a proposal into the conversation of its two people, beginning one where there is none. Each piece
 * of news is there once a version.
 * @param news.by who did it: the one whose message it is
 */
export async function postProposalNews(
  { clock }: Pick<Services, 'clock'>,
  tx: Queryable,
  proposal: ProposalFacts,
  news: { proposalId: string; event: string; by: 'student' | 'coach'; words: string; occasion?: string },
): Promise<void> {
  const { instructorId, studentId, version } = proposal
  const data = JSON.stringify({ kind: 'proposal', proposalId: news.proposalId, event: news.event })
  const clientId = uuidV8(['proposal', news.proposalId, version, news.event, news.occasion ?? ''].join(':'))
  await tx.execute(sql`
    insert into conversations (instructor_id, student_id) values (${instructorId}, ${studentId})
    on conflict (instructor_id, student_id) do nothing`)
  await tx.execute(sql`
    insert into messages (conversation_id, sender_id, content, message_type, data, client_id, created_at)
    select id, ${news.by === 'coach' ? instructorId : studentId}::uuid, ${news.words}, 'proposal', ${data}::jsonb,
      ${clientId}::uuid, ${new Date(clock.now())}
    from conversations where instructor_id = ${instructorId} and student_id = ${studentId}
      and not exists (select from messages where client_id = ${clientId}::uuid)`)
}

/** Tells the coach which time was taken; a booked lesson is told by the booking itself once it is paid. */
export async function announceAccepted(
  services: Notifying,
  tx: Queryable,
  proposalId: string,
): Promise<void> {
  const proposal = await findProposalFacts(tx, proposalId)
  if (!proposal || proposal.acceptedStart === null) return
  const when = formatLesson(proposal.acceptedStart, proposal.durationMinutes, proposal.zone)
  const occasion = String(proposal.acceptedStart)
  await postProposalNews(services, tx, proposal, {
    proposalId,
    event: 'accepted',
    by: 'student',
    words: `Accepted for ${when}. The time is held during the payment.`,
    occasion,
  })
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
