import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { BookOpen, LifeBuoy } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { supportClient } from '#features/support/client.ts'
import { AskSupport } from '#features/support/components/ask-support.tsx'
import { TicketList } from '#features/support/components/ticket-list.tsx'
import { ticketQuery } from '#features/support/components/ticket-query.ts'
import { TicketThread } from '#features/support/components/ticket-thread.tsx'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const ticketsQuery = supportClient.tickets.queryOptions({ staleTime: 0 })

/** A member's support tickets. The URL contains the open ticket. */
export const Route = createFileRoute('/_shell/_student-or-coach/support')({
  validateSearch: (raw: Record<string, unknown>): { ticket?: string | undefined } => ({
    ticket: typeof raw.ticket === 'string' ? raw.ticket : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { ticket } }) => {
    // The server waits and renders the page; the browser shows a placeholder immediately.
    const reading = [
      queryClient.prefetchQuery(ticketsQuery),
      ticket ? queryClient.prefetchQuery({ ...ticketQuery(ticket), retry: false }) : undefined,
    ]
    if (import.meta.env.SSR) await Promise.all(reading)
  },
  head: titleHead('Support'),
  component: SupportPage,
})

function SupportPage() {
  const { me } = Route.useRouteContext()
  const { ticket } = Route.useSearch()
  const queryClient = useQueryClient()
  const tickets = useQuery(ticketsQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: supportClient.key() })
  useLive(me ? [`user:${me.userId}`] : [], () => void refresh())
  if (!me) return null
  return (
    <main className="wrap max-w-6xl py-8 sm:py-10">
      <PageHeader
        title="Support"
        lead="We answer every question within 24 hours, here and by email."
        actions={
          <Link to="/help" className="inline-flex min-h-11 items-center gap-2 font-medium text-link">
            <BookOpen aria-hidden className="size-4" />
            Help Documents
          </Link>
        }
      />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <section aria-label="Your questions" className={cn('max-lg:order-2', ticket && 'max-lg:hidden')}>
          <h2 className="mb-3 text-xl">Your questions</h2>
          {tickets.isPending ? (
            <Skeleton className="h-48 w-full" />
          ) : tickets.isError ? (
            <Alert
              tone="error"
              title="Your questions could not be loaded."
              action={
                <Button size="sm" onClick={() => void tickets.refetch()}>
                  Try again
                </Button>
              }
            />
          ) : tickets.data.length === 0 ? (
            <EmptyState icon={LifeBuoy} title="No questions yet">
              Your questions and our answers are listed here.
            </EmptyState>
          ) : (
            <TicketList tickets={tickets.data} current={ticket} />
          )}
        </section>
        <div className="grid grid-cols-1 gap-6">
          {ticket ? <TicketThread key={ticket} ticketId={ticket} /> : null}
          <Card className={cn(ticket && 'max-lg:hidden')}>
            <CardHeader
              title={ticket ? 'Ask another question' : 'Ask us'}
              description="If your question is about a lesson, include the coach and the date."
            />
            <div className="mt-5">
              <AskSupport me={me} onSent={refresh} />
            </div>
          </Card>
        </div>
      </div>
    </main>
  )
}
