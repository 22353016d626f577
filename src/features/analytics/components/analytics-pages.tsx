import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  CalendarCheck,
  ChartNoAxesCombined,
  Eye,
  MousePointerClick,
  Repeat,
  UserPlus,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type AdminListProps, AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { formatCount } from '#platform/money.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatCards } from '#ui/stat-cards.tsx'
import { analyticsClient } from '../client.ts'
import { type Period, periodDays, readPeriod } from '../period.ts'
import { PeriodTabs } from './period-tabs.tsx'
import { TrafficView } from './traffic-view.tsx'

function Page({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <PageHeader title={title} lead={lead} className="mb-5" />
      {children}
    </main>
  )
}

/** The period in the address, and the tabs to choose another one. */
function usePeriod(): { period: Period; tabs: ReactNode } {
  const { pathname, searchStr } = useLocation()
  const period = readPeriod(new URLSearchParams(searchStr).get('period') ?? undefined)
  return { period, tabs: <PeriodTabs chosen={period} path={pathname} /> }
}

/** How people find the site, what they look at and where they leave. */
export function Analytics() {
  const { period, tabs } = usePeriod()
  const now = useNow(60_000)
  return (
    <Page title="Analytics" lead="Days are New York’s, today included. Visits marked as tests are left out.">
      {tabs}
      {now === null ? null : <TrafficView days={periodDays(period, dateIn(now, OFFICE_ZONE))} />}
    </Page>
  )
}

const person = (row: RowShown): ReactNode =>
  row.cells.userId ? (
    <Anchor href={`/admin/users/${row.cells.userId}`} className="underline-offset-4 hover:underline">
      <bdi>{row.cells.person ?? 'Deleted account'}</bdi>
    </Anchor>
  ) : (
    <span className="text-muted">Visitor</span>
  )

/** Visits, one by one. */
export function Visits() {
  return (
    <Page title="Visits" lead="What one browser did in one visit.">
      <AdminListView
        list="visits"
        label="Visits"
        failure="Failed to load visits"
        empty={{
          icon: MousePointerClick,
          title: 'No visits yet',
          text: 'Visits appear here, except for visitors who opted out of tracking.',
        }}
        cells={{ person }}
        hrefOf={(row) => `/admin/analytics/page-views?q=${row.id}`}
      />
    </Page>
  )
}

/** Page views, one by one. */
export function PageViews() {
  return (
    <Page title="Page views" lead="Every page view. Addresses are stored without query parameters.">
      <AdminListView
        list="page-views"
        label="Page views"
        failure="Failed to load page views"
        empty={{
          icon: Eye,
          title: 'No page views yet',
          text: 'Every page view appears here.',
        }}
        cells={{ person }}
      />
    </Page>
  )
}

/** What a period brought every coach. */
export function InstructorAnalytics() {
  const { period, tabs } = usePeriod()
  return (
    <Page
      title="Coach analytics"
      lead="How often each coach was shown, opened, messaged and booked. Lessons count on the day they were booked."
    >
      {tabs}
      <List
        list={`coaches-${period}-days`}
        label="Coaches"
        failure="Failed to load coach analytics"
        empty={{
          icon: ChartNoAxesCombined,
          title: 'No coaches yet',
          text: 'Every coach with a profile appears here.',
        }}
        hrefOf={(row) => `/instructor/${row.id}`}
      />
    </Page>
  )
}

/** What people with an account do, and whether they come back. */
export function UserAnalytics() {
  const { period, tabs } = usePeriod()
  return (
    <Page title="User activity" lead="Who visited, what they did, and who returned.">
      {tabs}
      <People period={period} />
      <List
        list={`visitors-${period}-days`}
        label="People"
        failure="Failed to load user analytics"
        empty={{
          icon: UserRound,
          title: 'No visits in this period',
          text: 'People with an account who visit appear here.',
        }}
        hrefOf={(row) => `/admin/users/${row.id}`}
      />
    </Page>
  )
}

const List = (props: AdminListProps) => (
  <div className="mt-6">
    {/* Another period is another list. */}
    <AdminListView key={props.list} {...props} />
  </div>
)

function People({ period }: { period: Period }) {
  const { data, isError } = useQuery(
    analyticsClient.people.queryOptions({ input: { period: `${period}` as const }, staleTime: 0 }),
  )
  // The list below says that it failed, and offers to try again.
  if (isError) return null
  return (
    <StatCards
      className="mt-6"
      loading={!data}
      cards={[
        {
          label: 'Active people',
          icon: UsersRound,
          value: formatCount(data?.active ?? 0),
          note: 'With an account',
        },
        {
          label: 'Returned',
          icon: Repeat,
          value: formatCount(data?.cameBack ?? 0),
          note: 'On more than one day',
        },
        {
          label: 'Joined',
          icon: UserPlus,
          value: formatCount(data?.joined ?? 0),
          note: 'New accounts',
        },
        {
          label: 'Booked',
          icon: CalendarCheck,
          value: formatCount(data?.joinedAndBooked ?? 0),
          note: 'New accounts that booked a lesson',
        },
      ]}
    />
  )
}
