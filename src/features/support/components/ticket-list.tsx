import { Link } from '@tanstack/react-router'
import { cn } from '#ui/class-names.ts'
import type { TicketSummary } from '../schema.ts'
import { TicketStatusBadge } from './ticket-status-badge.tsx'
import { TicketTimestamp } from './ticket-timestamp.tsx'

/** A user's tickets, most recently changed first; the open one is highlighted. */
export function TicketList({ tickets, current }: { tickets: TicketSummary[]; current: string | undefined }) {
  return (
    <ul className="divide-y overflow-hidden rounded-card border bg-surface-raised">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link
            to="/support"
            search={{ ticket: ticket.id }}
            resetScroll={false}
            aria-current={ticket.id === current ? 'true' : undefined}
            className={cn(
              'block px-4 py-3.5 hover:bg-surface-hover focus-visible:outline-offset-[-3px]',
              ticket.id === current && 'bg-brand-soft',
            )}
          >
            <span className="flex items-start justify-between gap-3">
              <span className="min-w-0 font-semibold break-words">
                <bdi>{ticket.subject}</bdi>
              </span>
              <TicketStatusBadge ticket={ticket} />
            </span>
            <span dir="auto" className="mt-1 block truncate text-sm text-muted">
              {ticket.message}
            </span>
            <span className="mt-1 block text-sm text-muted">
              <TicketTimestamp at={ticket.updatedAt} />
              {ticket.replies > 0 ? ` · ${ticket.replies} ${ticket.replies === 1 ? 'reply' : 'replies'}` : ''}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
