import { createFileRoute, notFound } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { reviewQuery } from '#features/video-reviews/components/review-queries.ts'
import { ReviewView } from '#features/video-reviews/components/review-view.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { isUuid } from '#platform/uuid.ts'

/** One video review, for its student and its coach. The checkout returns here; the review's state decides what is shown. */
export const Route = createFileRoute('/_shell/_student-or-coach/video-reviews/$videoReviewId')({
  // Another review begins without the answer that was typed for this one.
  remountDeps: ({ params }) => params,
  loader: async ({ context: { queryClient }, params }) => {
    // In the browser, the page loads it itself, so that visitors do not load the code for it.
    if (!import.meta.env.SSR) return
    if (!isUuid(params.videoReviewId)) throw notFound()
    await queryClient.fetchQuery(reviewQuery(params.videoReviewId)).catch((error: unknown) => {
      // To everybody else there is no such page.
      if (readProblem(error).code === 'no_such_review') throw notFound()
    })
  },
  head: unlistedHead('Video review'),
  component: VideoReviewPage,
})

function VideoReviewPage() {
  const { videoReviewId } = Route.useParams()
  const { me } = Route.useRouteContext()
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      {me ? <ReviewView videoReviewId={videoReviewId} userId={me.userId} /> : null}
    </main>
  )
}
