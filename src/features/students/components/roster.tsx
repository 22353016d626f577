import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchX, UserPlus, UsersRound } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  filterLabels,
  type RosterAddress,
  rosterFilters,
  rosterHref,
  rosterView,
  STUDENTS_PER_PAGE,
} from '../roster.ts'
import type { Roster as RosterData } from '../schema.ts'
import { BringButton, type BringStep, LettersToCome } from './bring-students.tsx'
import { RosterCards } from './roster-cards.tsx'
import { rosterQuery } from './roster-query.ts'
import { RosterTable } from './roster-table.tsx'
import { filterHref, RosterToolbar } from './roster-toolbar.tsx'
import { SharePage } from './share-page.tsx'

const loadInvite = () => import('./invite-dialog.tsx')
const InviteDialog = lazyPart(loadInvite, 'InviteDialog')

/** All people who booked, bought a package or a video review, wrote or were invited, filtered by the URL parameters. */
export function Roster({
  address,
  me,
  onAddress,
  onBring,
  onShared,
}: {
  address: RosterAddress
  me: { userId: string; fullName: string }
  onAddress: (address: RosterAddress, replace?: boolean) => void
  /** Opens a step of bringing students from a file. */
  onBring: (step: BringStep) => void
  /** Called when the coach shared the public page. */
  onShared: () => void
}) {
  const list = useQuery({ ...rosterQuery(address), placeholderData: keepPreviousData })
  const { data } = list
  if (list.isPending) return <RosterSkeleton />
  if (!data)
    return (
      <Alert
        tone="error"
        title="Your students could not be loaded."
        className="mt-6"
        action={
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing is lost. Lessons and messages are where they were.
      </Alert>
    )
  if (data.total === 0) return <NobodyYet me={me} onBring={onBring} onShared={onShared} />
  const view = rosterView(address)
  const found = data.counts[view.filter]
  return (
    <>
      <LettersToCome letters={data.letters} onStep={onBring} />
      <NavTabs
        label="Which students"
        className="mt-5 mb-4"
        items={rosterFilters.map((filter) => ({
          href: filterHref(address, filter),
          label: (
            <>
              {filterLabels[filter]}{' '}
              <span className="tabular font-normal text-muted">{data.counts[filter]}</span>
            </>
          ),
          current: filter === view.filter,
        }))}
      />
      <RosterToolbar address={address} onAddress={onAddress} />
      <p role="status" className="sr-only">
        {found === 1 ? '1 student' : `${found} students`}
      </p>
      <section aria-label={filterLabels[view.filter]} className="mt-4" aria-busy={list.isPlaceholderData}>
        {data.rows.length === 0 ? (
          <NothingFound address={address} data={data} />
        ) : (
          <>
            <div className="hidden xl:block">
              <RosterTable
                rows={data.rows}
                zone={data.zone}
                view={view}
                onSort={(sort, order) => onAddress({ ...address, by: sort, order, page: undefined })}
              />
            </div>
            <div className="xl:hidden">
              <RosterCards rows={data.rows} zone={data.zone} />
            </div>
          </>
        )}
      </section>
      <Pagination
        label="Pages of students"
        className="mt-6"
        page={address.page ?? 1}
        pageCount={Math.ceil(found / STUDENTS_PER_PAGE)}
        hrefFor={(page) => rosterHref({ ...address, page })}
      />
      <p className="mt-5 text-sm text-muted">
        {data.isInstant
          ? 'Access: students who can book your open times directly. Instant booking is on, so everyone can. The switches apply when you turn it off.'
          : 'Access: students who can book your open times directly. Instant booking is off, so everyone else has to ask first.'}
      </p>
    </>
  )
}

/** Opens the invitation form, whose code is loaded when the button is hovered or focused. */
export function InviteButton({ look = 'primary' }: { look?: 'primary' | 'secondary' }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={look}
        onPointerEnter={() => void loadInvite()}
        onFocus={() => void loadInvite()}
        onClick={() => setOpen(true)}
      >
        <UserPlus aria-hidden />
        Invite a student
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function NobodyYet({
  me,
  onBring,
  onShared,
}: {
  me: { userId: string; fullName: string }
  onBring: (step: BringStep) => void
  onShared: () => void
}) {
  return (
    <EmptyState
      icon={UsersRound}
      title="Your students will be here"
      className="mt-6"
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <BringButton onStep={onBring} />
          <SharePage coachId={me.userId} name={me.fullName} onShared={onShared} />
          <LinkButton href={`/instructor/${me.userId}`}>See your page</LinkButton>
        </div>
      }
    >
      Students appear here when they book, buy a package, message you or accept your invitation. Share your
      page, or invite golfers you already teach. You taught somewhere else before? Bring your students from a
      file, with the lessons you still owe them.
    </EmptyState>
  )
}

function NothingFound({ address, data }: { address: RosterAddress; data: RosterData }) {
  const { query, filter } = rosterView(address)
  const isBehind = data.counts[filter] > 0
  return (
    <EmptyState
      icon={SearchX}
      title={
        isBehind ? 'Nothing on this page' : query ? `No students found for “${query}”` : emptyTitles[filter]
      }
      action={
        <LinkButton href={isBehind ? rosterHref({ ...address, page: undefined }) : '/your-students'}>
          {isBehind ? 'Go to the first page' : 'Show all students'}
        </LinkButton>
      }
    >
      {isBehind || !query ? null : 'Look at the spelling, or search for a part of the name.'}
    </EmptyState>
  )
}

const emptyTitles = {
  all: 'No students here',
  active: 'No recent lessons',
  away: 'No inactive students',
  new: 'No new students in the last 30 days',
  credits: 'No students with package lessons left',
  invited: 'No invitation waits for an answer',
} as const

const lines = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function RosterSkeleton() {
  return (
    <div role="status" className="mt-5">
      <span className="sr-only">Loading your students…</span>
      <Skeleton className="h-11 w-full max-w-xl" />
      <Skeleton className="mt-5 h-11 w-full" />
      <div className="mt-4 hidden flex-col gap-px xl:flex">
        {lines.map((line) => (
          <Skeleton key={line} className="h-16 rounded-none first:rounded-t-card last:rounded-b-card" />
        ))}
      </div>
      <div className="mt-4 grid gap-3 md:grid-cols-2 xl:hidden">
        {lines.map((line) => (
          <Skeleton key={line} className="h-64 rounded-card" />
        ))}
      </div>
    </div>
  )
}
