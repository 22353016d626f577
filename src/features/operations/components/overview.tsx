import { useQuery } from '@tanstack/react-query'
import { CircleDollarSign, MessagesSquare, UserPlus, UsersRound } from 'lucide-react'
import { formatCount, formatMoney } from '#platform/money.ts'
import { dateIn, formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatCards } from '#ui/stat-cards.tsx'
import { operationsClient } from '../client.ts'
import type { AdminOverview } from '../schema.ts'
import { Attention } from './attention.tsx'
import { Trends } from './trends.tsx'

const roleWords = { student: 'Student', coach: 'Coach', admin: 'Admin', prospect: 'Prospect' } as const

const many = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`

/** The totals of the marketplace, how they moved, what needs an admin, and the newest registrations. */
export function Overview() {
  const { data, isError, refetch } = useQuery(operationsClient.overview.queryOptions({ staleTime: 0 }))
  if (isError && !data)
    return (
      <EmptyState
        title="Failed to load admin data"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        Nothing was lost. Please try again in a moment.
      </EmptyState>
    )
  return (
    <div className="grid gap-8">
      <Totals overview={data} />
      <Trends />
      <div className="grid items-start gap-8 2xl:grid-cols-2">
        <Attention />
        <Newest people={data?.newest} />
      </div>
    </div>
  )
}

function Totals({ overview }: { overview: AdminOverview | undefined }) {
  const now = useNow(60_000)
  const today = now === null ? null : dateIn(now, OFFICE_ZONE)
  const split = (of: AdminOverview['newToday'] | undefined) =>
    of ? `${many(of.instructors, 'coach')} · ${many(of.students, 'student')}` : null
  return (
    <StatCards
      className="xl:grid-cols-4"
      loading={!overview}
      cards={[
        {
          label: 'Total users',
          icon: UsersRound,
          value: formatCount(overview?.users.total ?? 0),
          note: overview?.users.closed
            ? `${split(overview.users)} · ${formatCount(overview.users.closed)} closed`
            : split(overview?.users),
          href: '/admin/users',
        },
        {
          label: 'New signups today',
          icon: UserPlus,
          value: formatCount(overview?.newToday.total ?? 0),
          note: split(overview?.newToday),
          href: today ? `/admin/users?createdAt=${today}..${today}` : '/admin/users',
        },
        {
          label: 'Total revenue',
          icon: CircleDollarSign,
          value: formatMoney(overview?.revenue.netCents ?? 0),
          note: overview ? revenueNote(overview.revenue) : null,
          href: '/?tab=lessons&revenue=yes',
        },
        {
          label: 'Active conversations',
          icon: MessagesSquare,
          value: formatCount(overview?.activeConversations ?? 0),
          note: many(overview?.pendingProposals ?? 0, 'pending proposal'),
          href: '/?tab=messages',
        },
      ]}
    />
  )
}

/** What the net revenue is made of. */
const revenueNote = ({ lessons, netCents, shareCents }: AdminOverview['revenue']) =>
  `Net of ${many(lessons, 'lesson')} · ${formatMoney(netCents - shareCents)} our fee`

function Newest({ people }: { people: AdminOverview['newest'] | undefined }) {
  return (
    <section aria-labelledby="newest">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="newest" className="text-lg font-semibold">
          Newest registrations
        </h2>
        <Anchor href="/admin/users" className="text-sm font-medium text-brand hover:underline">
          All users
        </Anchor>
      </div>
      {people?.length === 0 ? (
        <EmptyState title="No registrations yet">New accounts appear here.</EmptyState>
      ) : (
        <ul className="divide-y rounded-card border bg-surface-raised">
          {people?.map((person) => (
            <li
              key={person.userId}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm"
            >
              <div className="min-w-0 grow basis-48">
                <Anchor
                  href={`/admin/users/${person.userId}`}
                  className="font-semibold underline-offset-4 hover:underline"
                >
                  <bdi className="wrap-anywhere">{person.fullName}</bdi>
                </Anchor>
                <p className="wrap-anywhere text-muted">{person.email}</p>
              </div>
              <Badge icon={null}>{roleWords[person.role]}</Badge>
              <time dateTime={person.createdAt} className="tabular text-muted sm:w-52 sm:text-right">
                {formatMoment(person.createdAt, OFFICE_ZONE)}
              </time>
            </li>
          )) ??
            Array.from({ length: 10 }, (_, at) => at).map((at) => (
              <li key={at} className="flex items-center gap-4 px-4 py-4.5">
                <Skeleton className="h-4 w-48" />
                <Skeleton className="ml-auto h-4 w-28" />
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}
