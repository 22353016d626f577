import { createFileRoute } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { Suspense } from 'react'
import { titleHead } from '#app/title-head.ts'
import { ProposeButton } from '#features/proposals/components/propose-button.tsx'
import { NoSuchWorkspace, WorkspacePage } from '#features/workspaces/components/workspace-page.tsx'
import {
  shotTrendsQuery,
  type WorkspacePart,
  workspaceParts,
  workspaceQuery,
} from '#features/workspaces/components/workspace-queries.ts'
import { workspaceHref } from '#features/workspaces/workspace.ts'
import { choiceParam, uuidParam } from '#platform/search-params.ts'
import { formatDay } from '#platform/time.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const LessonMedia = lazyPart(() => import('#features/clips/components/lesson-media.tsx'), 'LessonMedia')

const ClipList = lazyPart(() => import('#features/clips/components/clip-list.tsx'), 'ClipList')

type Search = { part?: WorkspacePart | undefined; golfer?: string | undefined }

/** A coach's side of the workspace with one student. */
export const Route = createFileRoute('/_shell/_coach/student-workspace/$studentId')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    part: choiceParam(workspaceParts, raw.part),
    golfer: uuidParam(raw.golfer),
  }),
  loaderDeps: ({ search: { part, golfer } }) => ({ part, golfer }),
  loader: async ({ context: { queryClient, me }, params, deps: { part, golfer } }) => {
    const studentId = uuidParam(params.studentId)
    if (!me || !studentId) return
    const pair = { instructorId: me.userId, studentId, golferId: golfer ?? null }
    const reading = Promise.all([
      queryClient.prefetchQuery(workspaceQuery(pair)),
      part === 'numbers' ? queryClient.prefetchQuery(shotTrendsQuery(pair)) : null,
    ])
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Student workspace'),
  component: StudentWorkspacePage,
})

function StudentWorkspacePage() {
  const { me } = Route.useRouteContext()
  const studentId = uuidParam(Route.useParams().studentId)
  const { part = 'lessons', golfer } = Route.useSearch()
  const pair = me && studentId ? { instructorId: me.userId, studentId, golferId: golfer ?? null } : null
  return (
    <main className="wrap max-w-5xl py-6 sm:py-8">
      <Breadcrumb items={[{ label: 'Collaborate', href: '/collaborate' }, { label: 'Student workspace' }]} />
      <div className="mt-4">
        {me && studentId && pair ? (
          <WorkspacePage
            key={golfer ?? studentId}
            pair={pair}
            userId={me.userId}
            part={part}
            hrefFor={(to) => workspaceHref('coach', pair, to)}
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
              headerActions: (view) => (
                <>
                  <LinkButton href={`/compose?student=${studentId}`} size="sm">
                    <MessageCircle aria-hidden />
                    Message
                  </LinkButton>
                  <ProposeButton coachId={me.userId} student={{ id: studentId, name: view.student.name }} />
                </>
              ),
            }}
          />
        ) : (
          <NoSuchWorkspace />
        )}
      </div>
    </main>
  )
}
