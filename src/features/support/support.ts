/** Support tickets. Pure; also used in the browser. */

export const ticketStatuses = ['open', 'in_progress', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  closed: 'Closed',
}

/** The notice to the author when an admin changes the status. */
export const ticketStatusNews: Record<TicketStatus, { title: string; text: string }> = {
  open: { title: 'Reopened', text: 'We reopened your request and will answer it.' },
  in_progress: { title: 'In progress', text: 'We are working on your request.' },
  closed: {
    title: 'Closed',
    text: 'We closed your request. If you still need help, write to us again.',
  },
}

/** The default subject of a ticket from the help button. */
export const CHAT_SUBJECT = 'Chat Support Request'

/** Forms submitted faster than this (milliseconds) were filled in by a bot. */
export const TOO_FAST_MS = 1_500

/**
 * The status after a reply: an answer by staff moves an open ticket to in progress, and a reply by the author
 * makes every ticket open, so that admins see that it waits for them. A closed ticket stays closed when staff reply.
 */
export function statusAfterReply(status: TicketStatus, isStaff: boolean): TicketStatus {
  if (!isStaff) return 'open'
  return status === 'open' ? 'in_progress' : status
}
