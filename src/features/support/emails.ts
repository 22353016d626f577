import { notifyUser, sendLetter } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import {
  supportAnswer,
  supportAnswerVisitor,
  supportStatus,
  supportStatusVisitor,
  ticketReplyKind,
  ticketStatusKind,
} from './letters.ts'
import { type TicketStatus, ticketStatusNews } from './support.ts'

/** The person who asked, and the question. */
interface Asked {
  id: string
  userId: string | null
  userEmail: string
  userName: string
  subject: string
  message: string
}

/**
 * Tells the person who asked that the help desk answered, in the transaction that stores the answer: a member the way they
 * chose, a visitor by email to the address they gave. Once an answer.
 */
export async function announceAnswer(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  ticket: Asked,
  answer: { clientId: string; adminResponse: string },
): Promise<void> {
  const href = `/support?ticket=${ticket.id}`
  const key = `support-answer:${answer.clientId}`
  const about = { what: 'answer', clientId: answer.clientId } as const
  const variables = {
    name: ticket.userName,
    subject: ticket.subject,
    answer: answer.adminResponse,
    question: ticket.message,
  }
  if (ticket.userId === null) {
    const { userEmail: toEmail, userName: toName } = ticket
    // Without an account there is no page to read it on.
    const letter = fillIn(supportAnswerVisitor, variables)
    await sendLetter(services, tx, {
      key,
      kind: ticketReplyKind,
      userId: null,
      toEmail,
      toName,
      letter,
      about,
    })
    return
  }
  await notifyUser(services, tx, {
    userId: ticket.userId,
    kind: ticketReplyKind,
    businessKey: answer.clientId,
    key,
    title: `We answered: ${ticket.subject}`,
    body: answer.adminResponse,
    href,
    email: fillIn(supportAnswer, { ...variables, ticket_url: `${services.env.appUrl}${href}` }),
    about,
  })
}

/** Tells the person who asked that an admin changed the status of their ticket. Once a change. */
export async function announceStatus(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  ticket: Asked & { status: TicketStatus },
  changedAt: number,
): Promise<void> {
  const occasion = `${ticket.id}:${changedAt}`
  const key = `support-status:${occasion}`
  const about = { what: 'ticket_status', ticketId: ticket.id, changedAt } as const
  const { title, text } = ticketStatusNews[ticket.status]
  const variables = {
    name: ticket.userName,
    subject: ticket.subject,
    status_line: text,
    question: ticket.message,
  }
  if (ticket.userId === null) {
    const { userEmail: toEmail, userName: toName } = ticket
    const letter = fillIn(supportStatusVisitor, variables)
    await sendLetter(services, tx, {
      key,
      kind: ticketStatusKind,
      userId: null,
      toEmail,
      toName,
      letter,
      about,
    })
    return
  }
  const href = `/support?ticket=${ticket.id}`
  await notifyUser(services, tx, {
    userId: ticket.userId,
    kind: ticketStatusKind,
    businessKey: occasion,
    key,
    title: `${title}: ${ticket.subject}`,
    body: text,
    href,
    email: fillIn(supportStatus, { ...variables, ticket_url: `${services.env.appUrl}${href}` }),
    about,
  })
}
