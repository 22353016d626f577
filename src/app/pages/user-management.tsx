import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Eye, Search } from 'lucide-react'
import { useState } from 'react'
import { accountsClient } from '#features/accounts/client.ts'
import { PEOPLE_A_PAGE, type Person } from '#features/accounts/impersonation/schema.ts'
import { ViewAsDialog } from '#features/accounts/impersonation/view-as-dialog.tsx'
import { formatDay } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'

const OFFICE_ZONE = 'America/New_York'
const roleWords = { student: 'Student', coach: 'Coach', admin: 'Admin', prospect: 'Prospect' } as const

const peopleQuery = (search: { q?: string | undefined; page?: number | undefined }) =>
  accountsClient.people.queryOptions({
    input: { query: search.q ?? '', page: search.page ?? 1 },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Everybody with an account: search by name or email, and look at the product as one of them. */
export const Route = createFileRoute('/_shell/_admin/user-management')({
  validateSearch: (raw: Record<string, unknown>): { q?: string; page?: number } => ({
    ...(raw.q ? { q: String(raw.q).slice(0, 100) } : {}),
    ...(Number.isInteger(raw.page) && Number(raw.page) > 1
      ? { page: Math.min(Number(raw.page), 5_000) }
      : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = queryClient.prefetchQuery(peopleQuery(deps))
    if (import.meta.env.SSR) await reading
  },
  head: () => ({ meta: [{ title: 'Users · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: UserManagementPage,
})

function UserManagementPage() {
  const search = Route.useSearch()
  const people = useQuery(peopleQuery(search))
  const [chosen, setChosen] = useState<Person | null>(null)
  const total = people.data?.total ?? 0
  return (
    <main className="wrap py-8 sm:py-10">
      <PageHeader title="Users" lead="Everybody with an account, newest first." className="mb-6" />
      <form method="get" className="mb-5 flex max-w-xl gap-2" key={search.q ?? ''}>
        <Input
          name="q"
          type="search"
          aria-label="Name or email"
          placeholder="Name or email"
          defaultValue={search.q}
        />
        <Button type="submit" variant="brand">
          <Search aria-hidden />
          Search
        </Button>
      </form>
      {people.isError ? (
        <EmptyState
          title="Users could not be loaded"
          action={<Button onClick={() => void people.refetch()}>Try again</Button>}
        >
          Nothing was lost.
        </EmptyState>
      ) : people.data && total === 0 ? (
        <EmptyState title="Nobody by that name">Try a part of the name, or the email address.</EmptyState>
      ) : (
        <>
          <p role="status" className="tabular mb-2 text-sm text-muted">
            {people.data ? `${total} ${total === 1 ? 'person' : 'people'}` : 'Loading…'}
          </p>
          <ul className="divide-y rounded-card border bg-surface-raised">
            {people.data?.people.map((person) => (
              <li
                key={person.userId}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2 font-semibold">
                    <bdi className="wrap-anywhere">{person.fullName}</bdi>
                    <Badge icon={null}>{roleWords[person.role]}</Badge>
                    {person.isDemo ? <Badge icon={null}>Demo</Badge> : null}
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">
                    {person.email} · since {formatDay(Date.parse(person.createdAt), OFFICE_ZONE)}
                  </p>
                </div>
                {person.role === 'admin' ? null : (
                  <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(person)}>
                    <Eye aria-hidden />
                    View as<span className="sr-only"> {person.fullName}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Pagination
            page={search.page ?? 1}
            pageCount={Math.ceil(total / PEOPLE_A_PAGE)}
            hrefFor={(page) =>
              `/user-management?${new URLSearchParams({ ...(search.q ? { q: search.q } : {}), page: String(page) })}`
            }
            className="mt-6"
          />
        </>
      )}
      {chosen ? <ViewAsDialog person={chosen} onClose={() => setChosen(null)} /> : null}
    </main>
  )
}
