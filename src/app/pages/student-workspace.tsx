import { createFileRoute } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ProposeButton } from '#features/proposals/components/propose-button.tsx'
import { NoSuchWorkspace, WorkspacePage } from '#features/workspaces/components/workspace-page.tsx'
import {
  shotTrendsQuery,
  type WorkspacePart,
  workspaceParts,
  workspaceQuery,
} from '#features/workspaces/components/workspace-queries.ts'
import { choiceParam, uuidParam } from '#platform/search-params.ts'
import { formatDay } from '#platform/time.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const LessonMedia = lazy(async () => ({
  default: (await import('#features/clips/components/lesson-media.tsx')).LessonMedia,
}))

const ClipList = lazy(async () => ({
  default: (await import('#features/clips/components/clip-list.tsx')).ClipList,
}))

type Search = { part?: WorkspacePart | undefined }

/** A coach's side of the workspace with one student. */
export const Route = createFileRoute('/_shell/_coach/student-workspace/$studentId')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    part: choiceParam(workspaceParts, raw.part),
  }),
  loaderDeps: ({ search: { part } }) => ({ part }),
  loader: async ({ context: { queryClient, me }, params, deps: { part } }) => {
    const studentId = uuidParam(params.studentId)
    if (!me || !studentId) return
    const pair = { instructorId: me.userId, studentId }
    const reading = Promise.all([
      queryClient.prefetchQuery(workspaceQuery(pair)),
      part === 'numbers' ? queryClient.prefetchQuery(shotTrendsQuery(pair)) : null,
    ])
    if (import.meta.env.SSR) await reading
  },
  head: () => ({ meta: [{ title: 'Student workspace · Greenside' }] }),
  component: StudentWorkspacePage,
})

function StudentWorkspacePage() {
  const { me } = Route.useRouteContext()
  const studentId = uuidParam(Route.useParams().studentId)
  const { part = 'lessons' } = Route.useSearch()
  return (
    <main className="wrap max-w-5xl py-6 sm:py-8">
      <Breadcrumb items={[{ label: 'Collaborate', href: '/collaborate' }, { label: 'Student workspace' }]} />
      <div className="mt-4">
        {me && studentId ? (
          <WorkspacePage
            key={studentId}
            pair={{ instructorId: me.userId, studentId }}
            userId={me.userId}
            part={part}
            hrefFor={(to) =>
              to === 'lessons'
                ? `/student-workspace/${studentId}`
                : `/student-workspace/${studentId}?part=${to}`
            }
            slots={{
              clips: (
                <Suspense fallback={<Skeleton className="h-80 rounded-card" />}>
                  <ClipList me={me.userId} instructorId={me.userId} studentId={studentId} />
                </Suspense>
              ),
              lessonMedia: (card) => (
                <Suspense>
                  <LessonMedia
                    me={me.userId}
                    instructorId={me.userId}
                    studentId={studentId}
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
