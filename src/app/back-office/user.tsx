import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  CircleDollarSign,
  Eye,
  LifeBuoy,
  LogIn,
  type LucideIcon,
  Mail,
  MessageSquareText,
  PencilLine,
  Scale,
  UserRound,
} from 'lucide-react'
import { operationsClient } from '#features/operations/client.ts'
import type { Happening, PersonShown } from '#features/operations/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay, formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UserActs } from './user-acts.tsx'

const kinds: Record<Happening['kind'], { label: string; icon: LucideIcon }> = {
  account: { label: 'Account', icon: UserRound },
  booking: { label: 'Bookings', icon: CalendarClock },
  money: { label: 'Money', icon: CircleDollarSign },
  letter: { label: 'Letters', icon: Mail },
  text: { label: 'Texts', icon: MessageSquareText },
  ticket: { label: 'Tickets', icon: LifeBuoy },
  dispute: { label: 'Disputes', icon: Scale },
  impersonation: { label: 'Impersonations', icon: Eye },
  'sign-in': { label: 'Sign-ins', icon: LogIn },
  change: { label: 'Changes by admins', icon: PencilLine },
}
const roles = { student: 'Student', coach: 'Coach', admin: 'Admin', prospect: 'Prospect' } as const
const states = {
  open: { label: 'Open', tone: 'green' },
  suspended: { label: 'Suspended', tone: 'yellow' },
  closed: { label: 'Closed', tone: 'neutral' },
} as const

/** Somebody: who they are, what can be done for them, and everything that happened on one time line. */
export function UserPage({ userId, kind }: { userId: string; kind: Happening['kind'] | undefined }) {
  const { data, isError, error, refetch } = useQuery(
    operationsClient.person.queryOptions({
      input: { userId, ...(kind ? { kind } : {}) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  const isUnknown = isError && ['no_such_person', 'bad_input'].includes(readProblem(error).code)
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <Anchor
        href="/admin/users"
        className="mb-3 inline-block text-sm font-medium text-brand hover:underline"
      >
        All users
      </Anchor>
      {data ? (
        <Person person={data} kind={kind} />
      ) : isError ? (
        <>
          <PageHeader title="User" className="mb-5" />
          <EmptyState
            title={isUnknown ? 'There is no such account' : 'This person could not be loaded'}
            action={
              isUnknown ? (
                <LinkButton href="/admin/users">Find a user</LinkButton>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          >
            {isUnknown ? 'Search by name, email or phone.' : 'Nothing was lost.'}
          </EmptyState>
        </>
      ) : (
        <>
          <PageHeader title="User" className="mb-5" />
          <p role="status" className="sr-only">
            Loading…
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="mt-4 h-96 w-full" />
        </>
      )}
    </main>
  )
}

function Person({ person, kind }: { person: PersonShown; kind: Happening['kind'] | undefined }) {
  const state = states[person.state]
  const facts: [string, string][] = [
    ['Email', `${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`],
    ['Phone', person.phone ?? '–'],
    ['City', person.city ?? '–'],
    ['Joined', formatDay(person.createdAt, OFFICE_ZONE, { year: true })],
    ['Signed in', `${person.sessions} ${person.sessions === 1 ? 'device' : 'devices'}`],
    ['Two-step sign-in', person.hasSecondFactor ? 'On' : 'Off'],
  ]
  return (
    <>
      <PageHeader title={<bdi>{person.fullName}</bdi>} className="mb-2" />
      <p className="mb-5 flex flex-wrap gap-2">
        <Badge icon={null}>{roles[person.role]}</Badge>
        <Badge tone={state.tone}>{state.label}</Badge>
        {person.isDemo ? <Badge icon={null}>Demo</Badge> : null}
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_20rem]">
        <div className="grid gap-6 xl:order-2">
          <dl className="grid gap-2.5 rounded-card border bg-surface-raised p-5 text-sm sm:max-xl:grid-cols-2">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere font-medium">{value}</dd>
              </div>
            ))}
            <div>
              <dt className="text-muted">Id</dt>
              <dd className="wrap-anywhere text-xs">{person.userId}</dd>
            </div>
          </dl>
          <UserActs person={person} />
        </div>
        <Timeline person={person} kind={kind} />
      </div>
    </>
  )
}

function Timeline({ person, kind }: { person: PersonShown; kind: Happening['kind'] | undefined }) {
  const here = `/admin/users/${person.userId}`
  const chip = (href: string, label: string, current: boolean) => (
    <Anchor
      key={href}
      href={href}
      aria-current={current ? 'true' : undefined}
      className="inline-flex min-h-9 items-center rounded-full border px-3 text-sm font-medium text-muted hover:text-ink aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft aria-[current=true]:text-ink"
    >
      {label}
    </Anchor>
  )
  return (
    <section aria-labelledby="timeline" className="min-w-0">
      <h2 id="timeline" className="mb-3 text-lg font-semibold">
        Everything that happened
      </h2>
      <nav aria-label="Kinds" className="mb-4 flex flex-wrap gap-2">
        {chip(here, 'All', !kind)}
        {Object.entries(kinds).map(([name, { label }]) => chip(`${here}?kind=${name}`, label, kind === name))}
      </nav>
      {person.timeline.length === 0 ? (
        <EmptyState title="Nothing of this kind">Nothing has happened here yet.</EmptyState>
      ) : (
        <ol className="rounded-card border bg-surface-raised px-4 py-2">
          {person.timeline.map((one, at) => {
            const { icon: Icon, label } = kinds[one.kind]
            return (
              <li
                key={`${one.kind}${one.id}${one.title}`}
                className={cn('flex gap-3 py-3', at > 0 && 'border-t')}
              >
                <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-4.5 shrink-0 text-brand" />
                <div className="min-w-0 flex-1 text-sm">
                  <p className="font-medium wrap-anywhere">
                    <span className="sr-only">{label}: </span>
                    {one.href ? (
                      <Anchor href={one.href} className="text-brand hover:underline">
                        <bdi>{one.title}</bdi>
                      </Anchor>
                    ) : (
                      <bdi>{one.title}</bdi>
                    )}
                  </p>
                  {one.detail ? (
                    <p className="wrap-anywhere text-muted">
                      <bdi>{one.detail}</bdi>
                    </p>
                  ) : null}
                  <time dateTime={one.at} className="tabular text-[0.8125rem] text-muted">
                    {formatMoment(one.at, OFFICE_ZONE)}
                  </time>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {person.isMore ? (
        <p className="mt-3 text-sm text-muted">
          The latest 200 are shown. Choose a kind to see further back.
        </p>
      ) : null}
    </section>
  )
}
