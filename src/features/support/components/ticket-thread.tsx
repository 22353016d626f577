import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { supportClient } from '../client.ts'
import type { Ticket } from '../schema.ts'
import { ticketQuery } from './ticket-query.ts'
import { TicketReply } from './ticket-reply.tsx'
import { TicketStatusBadge } from './ticket-status-badge.tsx'
import { TicketTimestamp } from './ticket-timestamp.tsx'

/** One question, its answers, and a field to go on. */
export function TicketThread({ ticketId }: { ticketId: string }) {
  const queryClient = useQueryClient()
  const reading = useQuery(ticketQuery(ticketId))
  const refresh = () => queryClient.invalidateQueries({ queryKey: supportClient.key() })
  const close = useMutation({
    ...supportClient.close.mutationOptions(),
    onError: (error) => toast.error('Could not close it', readProblem(error).message ?? 'Please try again.'),
    onSettled: refresh,
  })
  return (
    <section aria-label="Your question" className="rounded-card border bg-surface-raised p-5 sm:p-6">
      <Link
        to="/support"
        className="mb-3 inline-flex min-h-6 items-center gap-1.5 text-sm text-muted underline-offset-4 hover:underline lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All your questions
      </Link>
      {reading.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : reading.isError ? (
        <Unreadable error={reading.error} onRetry={() => void reading.refetch()} />
      ) : (
        <>
          <header className="flex flex-wrap items-start justify-between gap-3">
            <h2 className="text-xl break-words">
              <bdi>{reading.data.subject}</bdi>
            </h2>
            <TicketStatusBadge ticket={reading.data} />
          </header>
          <Words ticket={reading.data} />
          <TicketReply ticketId={ticketId} isClosed={reading.data.status === 'closed'} onSent={refresh} />
          {reading.data.status === 'closed' ? null : (
            <Button
              variant="ghost"
              size="sm"
              className="mt-3"
              loading={close.isPending}
              onClick={() => close.mutate({ ticketId })}
            >
              Close request
            </Button>
          )}
        </>
      )}
    </section>
  )
}

function Words({ ticket }: { ticket: Ticket }) {
  const all = [
    { id: ticket.id, isStaff: false, message: ticket.message, createdAt: ticket.createdAt },
    ...ticket.replies,
  ]
  return (
    <ol className="mt-5 space-y-4" aria-live="polite">
      {all.map(({ id, isStaff, message, createdAt }) => (
        <li
          key={id}
          className={cn(
            'rounded-card px-4 py-3',
            isStaff ? 'mr-6 bg-surface-sunken sm:mr-12' : 'ml-6 bg-brand-soft sm:ml-12',
          )}
        >
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink">{isStaff ? siteName : 'You'}</span> ·{' '}
            <TicketTimestamp at={createdAt} />
          </p>
          <p dir="auto" className="mt-1 break-words whitespace-pre-line">
            {message}
          </p>
        </li>
      ))}
    </ol>
  )
}

function Unreadable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { code, message } = readProblem(error)
  if (code === 'no_such_ticket' || code === 'bad_input')
    return (
      <Alert tone="warning" title="We could not find that request.">
        It may belong to another account. Your own questions are in the list.
      </Alert>
    )
  return (
    <Alert
      tone="error"
      title="This question could not be loaded."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message ?? 'Please check your connection.'}
    </Alert>
  )
}
