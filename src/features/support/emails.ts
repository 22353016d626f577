import { notifyUser } from '#features/notifications/commands.ts'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

/** Who asked, and what. */
interface Asked {
  id: string
  user_id: string | null
  user_email: string
  user_name: string
  subject: string
  message: string
}

/**
 * Tells whoever asked that the help desk answered, in the transaction that stores the answer: a member the way they chose, a
 * visitor by email to the address they gave. Once an answer.
 */
export async function announceAnswer(
  services: Pick<Services, 'jobs' | 'env' | 'clock'>,
  tx: Queryable,
  ticket: Asked,
  answer: { clientId: string; adminResponse: string },
): Promise<void> {
  const { appUrl } = services.env
  const href = `/support?ticket=${ticket.id}`
  const key = `support-answer:${answer.clientId}`
  const template = 'support-answer'
  const variables = {
    name: ticket.user_name,
    subject: ticket.subject,
    answer: answer.adminResponse,
    question: ticket.message,
    ticket_url: ticket.user_id === null ? appUrl : `${appUrl}${href}`,
  }
  if (ticket.user_id === null) {
    const { user_email: toEmail, user_name: toName } = ticket
    await services.jobs.send(tx, sendTemplatedEmail, {
      key,
      template,
      userId: null,
      toEmail,
      toName,
      variables,
    })
    return
  }
  await notifyUser(services, tx, {
    userId: ticket.user_id,
    kind: 'ticket_reply',
    businessKey: answer.clientId,
    title: `We answered: ${ticket.subject}`,
    body: answer.adminResponse,
    href,
    email: { templateKey: template, key, variables },
  })
}
