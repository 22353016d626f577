import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { backOfficeClient } from '#features/back-office/client.ts'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { useDeskAct } from '#features/back-office/components/use-desk-act.ts'
import type { RowShown } from '#features/back-office/schema.ts'
import { formatCount } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { analyticsClient } from '../client.ts'
import { USUAL_PERIOD } from '../period.ts'

/** What was searched for, what it led to, and which of it was a test. */
export function SearchHistory() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <TopSearches />
      <AdminListView
        list="search-history"
        label="Search history"
        failure="Failed to load search history"
        empty={{
          icon: Search,
          title: 'No searches yet',
          text: 'Every search for a ZIP code appears here.',
        }}
        cells={{
          person: (row) =>
            row.cells.userId ? (
              <Anchor
                href={`/admin/users/${row.cells.userId}`}
                className="underline-offset-4 hover:underline"
              >
                <bdi>{row.cells.person ?? 'Deleted account'}</bdi>
              </Anchor>
            ) : (
              <span className="text-muted">Visitor</span>
            ),
        }}
        actions={(row) => <TestSwitch row={row} />}
      />
    </div>
  )
}

function TopSearches() {
  const { data } = useQuery({
    ...analyticsClient.topSearches.queryOptions({
      input: { period: `${USUAL_PERIOD}` as const },
      staleTime: 0,
    }),
    // Below the key of the lists: when searches of the list are marked as tests, it is read again, too.
    queryKey: [...backOfficeClient.list.key(), 'top-searches'],
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="top-searches">
      <h2 id="top-searches" className="mb-3 text-lg font-semibold">
        Searched for most
        <span className="ml-2 text-sm font-normal text-muted">last {USUAL_PERIOD} days, tests left out</span>
      </h2>
      <ol className="grid gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {data.map(({ query, searches, withoutResult, days }) => (
          <li key={query} className="rounded-card border bg-surface-raised px-4 py-3.5">
            <Anchor
              // The list has the filters of the figure, so that the numbers match.
              href={`/?tab=search-history&q=${encodeURIComponent(query)}&createdAt=${days.from}..${days.to}&isTest=no`}
              className="tabular font-semibold underline-offset-4 hover:underline"
            >
              {query}
            </Anchor>
            <p className="tabular mt-0.5 text-sm text-muted">
              {formatCount(searches)} {searches === 1 ? 'search' : 'searches'}
              {withoutResult > 0 ? `, ${formatCount(withoutResult)} without a coach` : null}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function TestSwitch({ row }: { row: RowShown }) {
  const { busy, act } = useDeskAct('Failed to update test status')
  const isTest = row.cells.isTest === true
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={busy}
      onClick={() => void act(() => analyticsClient.markSearch.call({ searchId: row.id, isTest: !isTest }))}
    >
      {isTest ? 'Mark as real' : 'Mark as test'}
      <span className="sr-only">: search for {row.cells.query}</span>
    </Button>
  )
}
