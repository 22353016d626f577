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
import { EventList, FactList, idFact, RecordPage } from '#features/back-office/components/record-page.tsx'
import { formatDay, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { operationsClient } from '../client.ts'
import type { Happening, PersonShown } from '../schema.ts'
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

/** An account: its facts, what an admin can do with it, and everything that happened to it. */
export function UserPage({ userId, kind }: { userId: string; kind: Happening['kind'] | undefined }) {
  const reading = useQuery(
    operationsClient.person.queryOptions({
      input: { userId, ...(kind ? { kind } : {}) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <RecordPage
      reading={reading}
      list={{ href: '/admin/users', label: 'All users' }}
      noun="Account"
      unknown={{ code: 'no_such_person', find: 'Find a user', hint: 'Search by name, email or phone.' }}
    >
      {(person) => <Person person={person} kind={kind} />}
    </RecordPage>
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
    ['Passkeys', String(person.passkeys)],
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
          <FactList facts={[...facts, idFact(person.userId)]} />
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
        <EmptyState title="No activity">Nothing here yet.</EmptyState>
      ) : (
        <div className="rounded-card border bg-surface-raised px-4 py-2">
          <EventList
            events={person.timeline.map(({ kind: of, ...event }) => ({
              ...event,
              icon: kinds[of].icon,
              iconLabel: kinds[of].label,
            }))}
          />
        </div>
      )}
      {person.isMore ? (
        <p className="mt-3 text-sm text-muted">
          The latest 200 are shown. Choose a kind to see further back.
        </p>
      ) : null}
    </section>
  )
}
