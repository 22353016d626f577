import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { workspacesClient } from '../client.ts'
import type { WorkspaceView } from '../schema.ts'
import { comingLessons, MOST_SHOWN, type Pair, SHOWN_AT_ONCE } from '../workspace.ts'
import { ActivityPart } from './activity-part.tsx'
import { DrillsPart } from './drills-part.tsx'
import { GoalsPart } from './goals-part.tsx'
import { LessonCards } from './lesson-cards.tsx'
import { NotesPart } from './notes-part.tsx'
import { ShowOlder } from './show-older.tsx'
import { TodayPanel } from './today-panel.tsx'
import {
  partnerName,
  useRefreshWorkspaces,
  useWorkspace,
  WorkspaceProvider,
  type WorkspaceSlots,
} from './workspace-context.ts'
import { type WorkspacePart, workspaceQuery } from './workspace-queries.ts'

const ShotsPart = lazyPart(() => import('./shots-part.tsx'), 'ShotsPart')

/**
 * The page of one workspace: the other member, today's tasks, and tabs for its parts. Updates live when the
 * other member changes something.
 */
export function WorkspacePage({
  pair,
  part,
  hrefFor,
  slots = {},
  userId,
}: {
  pair: Pair
  part: WorkspacePart
  hrefFor: (part: WorkspacePart) => string
  slots?: WorkspaceSlots
  userId: string
}) {
  const refresh = useRefreshWorkspaces()
  const [shown, setShown] = useState<Partial<typeof SHOWN_AT_ONCE>>({})
  const query = useQuery({
    ...workspaceQuery(pair, shown),
    // While older items are loaded, what is there stays.
    placeholderData: (before) => (before && isWorkspaceOf(before, pair) ? before : undefined),
  })
  // The page stays when older items could not be loaded.
  const [last, setLast] = useState(query.data)
  if (query.data && query.data !== last) setLast(query.data)
  const view = query.data ?? last
  const hasFailed = query.isError && query.data === undefined
  useLive([`user:${userId}`, ...(view?.id ? [`workspace:${view.id}`] : [])], () => void refresh())

  // Opening the workspace marks its news as seen, and so does each further event while it is open.
  const news = view?.news ?? 0
  const newest = view?.events[0]?.id
  const { instructorId, studentId, golferId } = pair
  useEffect(() => {
    if (news > 0 && newest !== undefined)
      void workspacesClient.seen.call({ instructorId, studentId, golferId }).catch(() => undefined)
  }, [news, newest, instructorId, studentId, golferId])

  if (!view) {
    if (query.isPending) return <Waiting />
    if (readProblem(query.error).code === 'no_such_workspace') return <NoSuchWorkspace />
    return (
      <Alert
        tone="error"
        title="This workspace could not be loaded."
        className="mt-6"
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing is lost; only this page is missing.
      </Alert>
    )
  }
  return (
    <WorkspaceProvider
      value={{
        view,
        pair,
        slots,
        isShowingOlder: query.isPlaceholderData || (hasFailed && query.isFetching),
        hasOlderFailed: hasFailed,
        onShowOlder: (what) =>
          hasFailed
            ? void query.refetch()
            : setShown((now) => ({
                ...now,
                [what]: Math.min(MOST_SHOWN, (now[what] ?? SHOWN_AT_ONCE[what]) + SHOWN_AT_ONCE[what]),
              })),
      }}
    >
      <Header />
      {view.isOpen ? null : (
        <Alert className="mt-5" title={`${view.coach.label} has left ${siteName}`}>
          You can read everything you worked on. Nothing new can be added.
        </Alert>
      )}
      <div className="mt-5">
        <TodayPanel />
      </div>
      <NavTabs
        label="Parts of the workspace"
        className="mt-5"
        items={tabsOf(view, slots).map(({ value, label }) => ({
          href: hrefFor(value),
          label,
          current: value === part,
        }))}
      />
      <div className="pt-6">
        <Part part={part} clips={slots.clips} />
        {part === 'clips' || part === 'activity' ? null : <ShowOlder what="comments" />}
      </div>
    </WorkspaceProvider>
  )
}

const isWorkspaceOf = ({ coach, student, golfer }: WorkspaceView, pair: Pair) =>
  coach.id === pair.instructorId && student.id === pair.studentId && (golfer?.id ?? null) === pair.golferId

function Part({ part, clips }: { part: WorkspacePart; clips: WorkspaceSlots['clips'] }) {
  switch (part) {
    case 'clips':
      return clips ?? null
    case 'lessons':
      return <LessonCards />
    case 'goals':
      return <GoalsPart />
    case 'drills':
      return <DrillsPart />
    case 'numbers':
      return (
        <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
          <ShotsPart />
        </Suspense>
      )
    case 'notes':
      return <NotesPart />
    case 'activity':
      return <ActivityPart />
  }
}

const tabsOf = (view: WorkspaceView, slots: WorkspaceSlots): { value: WorkspacePart; label: string }[] => [
  { value: 'lessons', label: 'Lessons' },
  ...(slots.clips ? [{ value: 'clips' as const, label: 'Clips' }] : []),
  { value: 'goals', label: 'Goals' },
  { value: 'drills', label: view.as === 'student' ? 'Drills & log' : 'Drills & practice' },
  { value: 'numbers', label: 'Numbers' },
  { value: 'notes', label: 'Notes' },
  { value: 'activity', label: 'Activity' },
]

function Header() {
  const { view, slots } = useWorkspace()
  const name = partnerName(view)
  const { next } = comingLessons(view.cards)
  const { taught } = view
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar
        name={name}
        src={view.as === 'student' ? view.coach.pictureUrl : view.golfer ? null : view.student.pictureUrl}
        size="lg"
        decorative
      />
      <div className="min-w-0 flex-1 basis-56 sm:basis-80">
        <h1 className="text-[1.75rem] leading-tight">
          <bdi className="wrap-anywhere">{name}</bdi>
        </h1>
        {view.golfer ? (
          <p className="text-[0.9375rem]">
            {view.as === 'coach' ? 'Golfer of ' : 'Workspace of '}
            <bdi className="font-semibold wrap-anywhere">
              {view.as === 'coach' ? view.student.name : view.golfer.name}
            </bdi>
            {view.as === 'coach' ? ', who gets your messages' : null}
          </p>
        ) : null}
        <p className="tabular text-[0.9375rem] text-muted">
          {next
            ? `Next lesson ${formatDay(next.start, next.zone)}, ${formatTimeRange(next.start, next.durationMinutes, next.zone)}`
            : 'No lesson booked'}
          {taught > 0 ? ` · ${taught} ${taught === 1 ? 'lesson' : 'lessons'} so far` : ''}
        </p>
      </div>
      {slots.headerActions ? <div className="flex flex-wrap gap-2">{slots.headerActions(view)}</div> : null}
    </header>
  )
}

/** Shown to users who are not members, and for two people without a lesson or conversation. */
export function NoSuchWorkspace() {
  return (
    <>
      <PageHeader title="Workspace" />
      <EmptyState
        title="There is no such workspace"
        action={<LinkButton href="/">To your home page</LinkButton>}
        className="mt-6"
      >
        A workspace opens once a coach and a student have a lesson or have messaged each other.
      </EmptyState>
    </>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the workspace…</span>
      <div className="flex items-center gap-4">
        <Skeleton className="size-16 rounded-full" />
        <Skeleton className="h-9 w-56" />
      </div>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </div>
  )
}
