import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { contentClient } from '#features/content/client.ts'
import { HelpLinks, HelpTopics } from '#features/content/components/help-topics.tsx'
import { helpFor } from '#features/content/help.ts'
import { openHelp } from '#features/support/components/help-store.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Reader = 'students' | 'coaches'
const helpQuery = (q: string | undefined) => contentClient.help.queryOptions({ input: { q } })

/** Help articles for students and coaches. The URL contains the search and the audience, so that an answer can be shared. */
export const Route = createFileRoute('/_shell/_student-or-coach/help')({
  validateSearch: (raw: Record<string, unknown>): { q?: string | undefined; for?: Reader | undefined } => ({
    q: typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).slice(0, 200) : undefined,
    for: raw.for === 'students' || raw.for === 'coaches' ? raw.for : undefined,
  }),
  loaderDeps: ({ search: { q } }) => ({ q }),
  loader: async ({ context: { queryClient }, deps: { q } }) => {
    const reading = queryClient.prefetchQuery(helpQuery(q))
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Help Documents'),
  component: HelpPage,
})

function HelpPage() {
  const { me } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const found = useQuery(helpQuery(search.q))
  const reader = search.for ?? (me?.role === 'coach' ? 'coaches' : 'students')
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader title="Help Documents" lead="Short answers to common questions." />
      <search>
        <form
          method="get"
          action="/help"
          className="mt-6 flex max-w-2xl gap-2 [&>:first-child]:flex-1"
          onSubmit={(event) => {
            event.preventDefault()
            const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
            void navigate({ search: { q: q || undefined, for: search.for } })
          }}
        >
          <Input
            key={search.q ?? ''}
            type="search"
            name="q"
            aria-label="Search the help"
            placeholder="Refund, proposal, calendar …"
            defaultValue={search.q ?? ''}
            maxLength={200}
            leading={<Search aria-hidden className="size-4" />}
          />
          <Button type="submit" variant="brand">
            Search
          </Button>
        </form>
      </search>
      <div className="mt-7">
        {found.isPending ? (
          <Skeleton className="h-96 w-full" />
        ) : found.isError ? (
          <Alert
            tone="error"
            title="The documents could not be loaded."
            action={
              <Button size="sm" onClick={() => void found.refetch()}>
                Try again
              </Button>
            }
          />
        ) : search.q ? (
          <Found question={search.q} documents={found.data} />
        ) : (
          <>
            <NavTabs
              label="Help for"
              className="mb-7"
              items={[
                { href: '/help?for=students', label: 'For students', current: reader === 'students' },
                { href: '/help?for=coaches', label: 'For coaches', current: reader === 'coaches' },
              ]}
            />
            <HelpTopics documents={helpFor(reader, found.data)} />
          </>
        )}
      </div>
    </main>
  )
}

function Found({
  question,
  documents,
}: {
  question: string
  documents: Parameters<typeof HelpLinks>[0]['documents']
}) {
  if (documents.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={`Nothing about “${question}”`}
        action={
          <Button variant="brand" onClick={openHelp}>
            Contact support
          </Button>
        }
      >
        Try a single word, or ask us. We answer within 24 hours.
      </EmptyState>
    )
  return (
    <section aria-label="Search results" className="max-w-2xl">
      <p role="status" className="flex flex-wrap justify-between gap-x-6 text-muted">
        <span>
          {documents.length} {documents.length === 1 ? 'document' : 'documents'} about “{question}”
        </span>
        <Link to="/help" className="text-link">
          Show all
        </Link>
      </p>
      <HelpLinks documents={documents} />
    </section>
  )
}
