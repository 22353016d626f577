import { CircleCheck, Clock, MessageCircle } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import type { TicketSummary } from '../schema.ts'
import { ticketStatusLabels } from '../support.ts'

/** The status of a ticket from its author's point of view. */
export function TicketStatusBadge({ ticket }: { ticket: Pick<TicketSummary, 'status' | 'isAnswered'> }) {
  if (ticket.status === 'closed')
    return (
      <Badge tone="blue" icon={CircleCheck}>
        {ticketStatusLabels.closed}
      </Badge>
    )
  if (ticket.isAnswered)
    return (
      <Badge tone="green" icon={MessageCircle}>
        Answered
      </Badge>
    )
  return (
    <Badge tone="yellow" icon={Clock}>
      {ticketStatusLabels[ticket.status]}
    </Badge>
  )
}
