/** A question to the people who run the platform. Pure; the browser reads it too. */

export const ticketStatuses = ['open', 'in_progress', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  closed: 'Closed',
}

/** What the person who asked reads when an admin changes the status. */
export const ticketStatusNews: Record<TicketStatus, { title: string; text: string }> = {
  open: { title: 'Reopened', text: 'We reopened your request and will answer it.' },
  in_progress: { title: 'In progress', text: 'We are working on your request.' },
  closed: {
    title: 'Closed',
    text: 'We closed your request. If you still need help, write to us again.',
  },
}

/** What a ticket from the help button is about, until somebody reads it. */
export const CHAT_SUBJECT = 'Chat Support Request'

/** Fewer milliseconds than a person needs to fill in a form. */
export const TOO_FAST_MS = 1_500

/**
 * Where a ticket stands after somebody wrote: an answer of ours takes it up, a question of theirs opens what was closed.
 * A closed ticket that we add a word to stays closed.
 */
export function statusAfterReply(status: TicketStatus, isStaff: boolean): TicketStatus {
  if (isStaff) return status === 'open' ? 'in_progress' : status
  return status === 'closed' ? 'open' : status
}
