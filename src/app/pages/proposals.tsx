import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { proposalsClient } from '#features/proposals/client.ts'
import { PackageList } from '#features/proposals/components/package-list.tsx'
import { ProposalCard } from '#features/proposals/components/proposal-card.tsx'
import {
  NoProposals,
  ProposalListFailed,
  ProposalListSkeleton,
} from '#features/proposals/components/proposal-list-states.tsx'
import { ProposeLessonDialog } from '#features/proposals/components/propose-lesson-dialog.tsx'
import { useLiveProposals } from '#features/proposals/components/use-proposals.ts'
import { PROPOSALS_PER_PAGE, type ProposalTab, proposalTabs } from '#features/proposals/proposal.ts'
import { countParam } from '#platform/search-params.ts'
import { Button } from '#ui/button.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'

/** A coach's proposals, newest first. The URL contains the list and the page. */
export const Route = createFileRoute('/_shell/_coach/proposals')({
  validateSearch: (raw: Record<string, unknown>): Choice => ({
    tab: tabs.find((tab) => tab === raw.tab && tab !== 'all'),
    page: countParam(raw.page, 1, 500),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const reading = context.queryClient.prefetchQuery(proposalsQuery(deps))
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Proposals'),
  component: ProposalsPage,
})

type Choice = { tab?: ProposalTab | undefined; page?: number | undefined }

const tabLabels: Record<ProposalTab, string> = {
  all: 'All',
  pending: 'Pending',
  changes: 'Changes requested',
  scheduled: 'Scheduled',
  completed: 'Completed',
  closed: 'Closed',
}
const tabs = Object.keys(proposalTabs).filter((tab): tab is ProposalTab => tab in tabLabels)

const proposalsQuery = ({ tab = 'all', page = 1 }: Choice) =>
  proposalsClient.list.queryOptions({ input: { tab, page }, staleTime: 0 })

function ProposalsPage() {
  const search = Route.useSearch()
  const { me } = Route.useRouteContext()
  const { tab = 'all', page = 1 } = search
  const list = useQuery({ ...proposalsQuery(search), placeholderData: keepPreviousData })
  useLiveProposals(me?.userId)
  const counts = list.data?.counts
  const coachId = me?.userId ?? ''
  const propose = (
    <ProposeLessonDialog
      coachId={coachId}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden className="size-4.5" />
          Propose a lesson
        </Button>
      }
    />
  )
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        title="Proposals"
        lead="Lessons and packages you offered. Students choose a time and pay."
        actions={propose}
      />
      <NavTabs
        label="Which proposals"
        className="mt-6"
        items={tabs.map((one) => ({
          href: addressOf({ tab: one }),
          label: <TabLabel tab={one} count={counts?.[one]} />,
          current: one === tab,
          // The number of proposals that wait for the coach, as in the sidebar.
          ...(one === 'changes' && counts ? { count: counts.changes } : {}),
        }))}
      />
      <section aria-label={`Proposals: ${tabLabels[tab]}`} className="mt-5 flex flex-col gap-4">
        {tab === 'scheduled' || tab === 'all' ? <PackageList userId={coachId} as="coach" /> : null}
        {list.isPending ? <ProposalListSkeleton /> : null}
        {list.isError ? <ProposalListFailed onRetry={() => void list.refetch()} /> : null}
        {list.data?.proposals.length === 0 ? <NoProposals tab={tab} page={page} action={propose} /> : null}
        <ul className="flex flex-col gap-4">
          {list.data?.proposals.map((proposal) => (
            <li key={proposal.id}>
              <ProposalCard proposal={proposal} className="max-w-none" />
            </li>
          ))}
        </ul>
      </section>
      <Pagination
        label="Pages of proposals"
        className="mt-6"
        page={page}
        pageCount={Math.ceil((counts?.[tab] ?? 0) / PROPOSALS_PER_PAGE)}
        hrefFor={(to) => addressOf({ tab, page: to })}
      />
    </main>
  )
}

function TabLabel({ tab, count }: { tab: ProposalTab; count: number | undefined }) {
  return (
    <>
      {tabLabels[tab]}{' '}
      {count && tab !== 'changes' ? <span className="tabular font-normal text-muted">{count}</span> : null}
    </>
  )
}

function addressOf({ tab = 'all', page = 1 }: Choice): string {
  const query = new URLSearchParams()
  if (tab !== 'all') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/proposals?${query}` : '/proposals'
}
