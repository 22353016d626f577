import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { playerName } from '#features/golfers/golfer.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ListedWorkspace } from '../schema.ts'
import { MOST_LISTED, wordsOfEvent } from '../workspace.ts'
import { useRefreshWorkspaces } from './workspace-context.ts'
import { workspaceListQuery } from './workspace-queries.ts'

const MOST_TOPICS = 15

/** The user's workspaces: those with news and pending tasks first, then the others, then inactive ones. */
export function WorkspaceList({
  as,
  userId,
  hrefFor,
}: {
  as: 'coach' | 'student'
  userId: string
  hrefFor: (workspace: ListedWorkspace) => string
}) {
  const refresh = useRefreshWorkspaces()
  const query = useQuery(workspaceListQuery)
  const topics = query.data?.flatMap(({ workspaceId }) => (workspaceId ? [`workspace:${workspaceId}`] : []))
  useLive([`user:${userId}`, ...(topics ?? []).slice(0, MOST_TOPICS)], () => void refresh())
  if (query.isPending)
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Loading your workspaces…</span>
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} className="h-20 rounded-card" />
        ))}
      </div>
    )
  if (!query.data)
    return (
      <Alert
        tone="error"
        title="Your workspaces could not be loaded."
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing is lost; only this list is missing.
      </Alert>
    )
  if (query.data.length === 0)
    return as === 'coach' ? (
      <EmptyState
        icon={UsersRound}
        title="A workspace for each student"
        action={<LinkButton href="/availability">Open more hours</LinkButton>}
      >
        Students who book a lesson or message you appear here, with notes, goals and drills in one place.
      </EmptyState>
    ) : (
      <EmptyState
        icon={UsersRound}
        title="Work with a coach"
        action={<LinkButton href="/#search">Find a coach</LinkButton>}
      >
        After you book a lesson, the notes, goals and drills of your coach appear here.
      </EmptyState>
    )
  const needsMe = query.data.filter(({ news, lessonsWithoutNotes }) => news > 0 || lessonsWithoutNotes > 0)
  const rest = query.data.filter((one) => !needsMe.includes(one))
  const groups = [
    { title: as === 'coach' ? 'New, and waiting for you' : 'New', list: needsMe },
    { title: as === 'coach' ? 'Students' : 'Coaches', list: rest.filter(({ isQuiet }) => !isQuiet) },
    {
      title: as === 'coach' ? 'Not worked with for a while' : 'Not for a while',
      list: rest.filter(({ isQuiet }) => isQuiet),
    },
  ].filter(({ list }) => list.length > 0)
  return (
    <div className="flex flex-col gap-8">
      {groups.map(({ title, list }) => (
        <section key={title} aria-label={title}>
          <h2 className="text-lg">
            {title} <span className="tabular font-sans text-base font-normal text-muted">{list.length}</span>
          </h2>
          <ul className="mt-3 divide-y rounded-card border bg-surface-raised">
            {list.map((one) => (
              <li key={`${one.instructorId} ${one.studentId} ${one.golfer?.id ?? ''}`}>
                <Row one={one} as={as} href={hrefFor(one)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {query.data.length < MOST_LISTED ? null : (
        <p className="text-muted">
          {`This list ends at ${MOST_LISTED} people, those with news and the next lessons first.`}
          {as === 'coach' ? ' You find everybody in the overview of your students.' : ''}
        </p>
      )}
    </div>
  )
}

function Row({ one, as, href }: { one: ListedWorkspace; as: 'coach' | 'student'; href: string }) {
  const waiting = one.lessonsWithoutNotes
  const title = as === 'coach' ? playerName({ student: one, golfer: one.golfer }) : one.name
  return (
    <Anchor
      href={href}
      className="flex items-center gap-4 px-4 py-3.5 transition-colors first:rounded-t-card last:rounded-b-card hover:bg-surface-hover"
    >
      <Avatar name={title} src={as === 'coach' && one.golfer ? null : one.pictureUrl} decorative />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold wrap-anywhere">{title}</bdi>
          {one.golfer ? (
            <span className="text-sm text-muted">
              {as === 'coach' ? 'golfer of ' : 'for '}
              <bdi className="wrap-anywhere">{as === 'coach' ? one.name : one.golfer.name}</bdi>
            </span>
          ) : null}
          {one.news > 0 ? <CountBadge count={one.news} /> : null}
          {one.isOpen ? null : <Badge>Has left</Badge>}
          {waiting > 0 ? (
            <Badge tone="yellow">
              {waiting === 1 ? 'A lesson without notes' : `${waiting} lessons without notes`}
            </Badge>
          ) : null}
        </span>
        <span className="tabular mt-0.5 block truncate text-sm text-muted">
          {one.news > 0 && one.newest
            ? `${one.name} ${wordsOfEvent(one.newest.kind)}: ${one.newest.title}`
            : standing(one)}
        </span>
      </span>
      <span className="tabular hidden shrink-0 text-right text-sm text-muted sm:block">
        {one.nextLesson ? (
          <>
            <span className="block">Next lesson</span>
            <span className="font-medium text-ink">{formatDay(one.nextLesson, one.zone)}</span>
          </>
        ) : one.lastLesson ? (
          <>
            <span className="block">Last lesson</span>
            <span>{formatDay(one.lastLesson, one.zone, { year: true })}</span>
          </>
        ) : (
          'No lesson yet'
        )}
      </span>
    </Anchor>
  )
}

function standing(one: ListedWorkspace): string {
  const parts = [
    one.nextLesson ? `Next lesson ${formatMoment(one.nextLesson, one.zone)}` : null,
    one.openGoals > 0 ? `${one.openGoals} open ${one.openGoals === 1 ? 'goal' : 'goals'}` : null,
    one.openDrills > 0 ? `${one.openDrills} ${one.openDrills === 1 ? 'drill' : 'drills'}` : null,
  ].filter((part) => part !== null)
  if (parts.length > 0) return parts.join(' · ')
  return one.lastLesson ? 'No goals or drills yet' : 'You wrote with each other'
}
