import { createFileRoute, notFound } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { clipQuery } from '#features/clips/components/clip-queries.ts'
import { ClipView } from '#features/clips/components/clip-view.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { isUuid } from '#platform/uuid.ts'

/** One clip of a coach and a student, for the two of them. */
export const Route = createFileRoute('/_shell/_student-or-coach/clips/$clipId')({
  loader: async ({ context: { queryClient }, params }) => {
    if (!isUuid(params.clipId)) throw notFound()
    const reading = queryClient.fetchQuery(clipQuery(params.clipId)).catch((error: unknown) => {
      // To everybody else there is no such page.
      if (readProblem(error).code === 'no_such_clip') throw notFound()
    })
    if (import.meta.env.SSR) await reading
    else reading.catch(() => undefined)
  },
  head: titleHead('Clip'),
  component: ClipPage,
})

function ClipPage() {
  const { clipId } = Route.useParams()
  const { me } = Route.useRouteContext()
  return (
    <main className="wrap max-w-7xl py-3 lg:py-4">
      {me ? <ClipView clipId={clipId} me={me.userId} /> : null}
    </main>
  )
}
