import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { CalendarPlus, MessageCircle } from 'lucide-react'
import { Suspense } from 'react'
import { titleHead } from '#app/title-head.ts'
import { BookCoach } from '#features/instant-book/components/book-coach.tsx'
import { GolferTabs } from '#features/workspaces/components/golfer-tabs.tsx'
import { WorkspaceList } from '#features/workspaces/components/workspace-list.tsx'
import { WorkspacePage } from '#features/workspaces/components/workspace-page.tsx'
import {
  shotTrendsQuery,
  type WorkspacePart,
  workspaceListQuery,
  workspaceParts,
  workspaceQuery,
} from '#features/workspaces/components/workspace-queries.ts'
import type { ListedWorkspace } from '#features/workspaces/schema.ts'
import { type Pair, workspaceHref } from '#features/workspaces/workspace.ts'
import { choiceParam, uuidParam } from '#platform/search-params.ts'
import { formatDay } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const LessonMedia = lazyPart(() => import('#features/clips/components/lesson-media.tsx'), 'LessonMedia')

const ClipList = lazyPart(() => import('#features/clips/components/clip-list.tsx'), 'ClipList')

type Search = {
  coach?: string | undefined
  golfer?: string | undefined
  part?: WorkspacePart | undefined
}

/** A student's workspaces. The only one opens at once; of several, the address says which. */
export const Route = createFileRoute('/_shell/_student/_student-area/student-collaborate')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    coach: uuidParam(raw.coach),
    golfer: uuidParam(raw.golfer),
    part: choiceParam(workspaceParts, raw.part),
  }),
  loaderDeps: ({ search: { coach, golfer, part } }) => ({ coach, golfer, part }),
  loader: async ({ context: { queryClient, me }, deps }) => {
    if (!me) return
    const read = async () => {
      const list = await queryClient.fetchQuery(workspaceListQuery).catch(() => [])
      const pair = chosenPair(me.userId, deps, list)
      if (!pair) return
      await Promise.all([
        queryClient.prefetchQuery(workspaceQuery(pair)),
        deps.part === 'numbers' ? queryClient.prefetchQuery(shotTrendsQuery(pair)) : null,
      ])
    }
    const reading = read()
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Collaborate'),
  component: StudentCollaboratePage,
})

/** The workspace that the address names, or else the only one. */
function chosenPair(
  studentId: string,
  { coach, golfer }: Pick<Search, 'coach' | 'golfer'>,
  list: readonly ListedWorkspace[] | undefined,
): Pair | null {
  if (coach) return { instructorId: coach, studentId, golferId: golfer ?? null }
  const only = list?.length === 1 ? list[0] : undefined
  return only ? { instructorId: only.instructorId, studentId, golferId: only.golfer?.id ?? null } : null
}

function StudentCollaboratePage() {
  const { me } = Route.useRouteContext()
  const { coach, golfer, part = 'lessons' } = Route.useSearch()
  const { data: list } = useQuery(workspaceListQuery)
  if (!me) return null
  const pair = chosenPair(me.userId, { coach, golfer }, list)
  if (!pair)
    return (
      <main className="wrap max-w-4xl py-8 sm:py-10">
        <PageHeader title="Collaborate" lead="What you and your coaches work on between lessons." />
        <div className="mt-6">
          <WorkspaceList
            as="student"
            userId={me.userId}
            hrefFor={(one) => workspaceHref('student', { ...one, golferId: one.golfer?.id ?? null })}
          />
        </div>
      </main>
    )
  const { instructorId } = pair
  return (
    <main className="wrap max-w-5xl py-6 sm:py-8">
      {list && list.length > 1 ? (
        <Anchor
          href="/student-collaborate"
          className="text-link mb-4 inline-flex min-h-9 items-center text-sm"
        >
          {list.some((one) => one.golfer) ? 'All workspaces' : 'All your coaches'}
        </Anchor>
      ) : null}
      <GolferTabs pair={pair} list={list ?? []} />
      <WorkspacePage
        key={`${instructorId} ${pair.golferId}`}
        pair={pair}
        userId={me.userId}
        part={part}
        hrefFor={(to) => workspaceHref('student', pair, to)}
        slots={{
          clips: (
            <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
              <ClipList me={me.userId} {...pair} />
            </Suspense>
          ),
          lessonMedia: (card) => (
            <Suspense>
              <LessonMedia
                me={me.userId}
                {...pair}
                mayPlace={(card.playedBy === null) === (pair.golferId === null)}
                bookingId={card.bookingId}
                lesson={`${card.title}, ${formatDay(card.start, card.zone)}`}
              />
            </Suspense>
          ),
          headerActions: (view) =>
            view.isOpen ? (
              <>
                <LinkButton href={`/compose?instructor=${instructorId}`} size="sm">
                  <MessageCircle aria-hidden />
                  Message
                </LinkButton>
                <BookCoach coachId={instructorId} className={buttonClass({ size: 'sm', variant: 'brand' })}>
                  <CalendarPlus aria-hidden />
                  Book again
                </BookCoach>
              </>
            ) : null,
          lessonActions: (card) =>
            card.isPast ? (
              <BookCoach
                coachId={instructorId}
                again={card.bookingId}
                choice={{ duration: card.durationMinutes, place: card.placeId ?? undefined }}
                className={buttonClass({ size: 'sm' })}
              >
                Book again
                <span className="sr-only">, as {card.title}</span>
              </BookCoach>
            ) : null,
        }}
      />
    </main>
  )
}
