import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { ReviewList } from '#features/video-reviews/components/review-list.tsx'
import { reviewListQuery } from '#features/video-reviews/components/review-queries.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Video reviews: a coach's queue, or what a student bought. */
export const Route = createFileRoute('/_shell/_student-or-coach/video-reviews')({
  loader: async ({ context: { queryClient } }) => {
    if (import.meta.env.SSR) await queryClient.prefetchQuery(reviewListQuery())
  },
  head: titleHead('Video reviews'),
  component: VideoReviewsPage,
})

function VideoReviewsPage() {
  const { me } = Route.useRouteContext()
  const as = me?.role === 'coach' ? 'coach' : 'student'
  return (
    <main className="wrap max-w-4xl py-8 sm:py-10">
      <PageHeader
        title="Video reviews"
        lead={
          as === 'coach'
            ? 'Swings that golfers sent you. What you do not answer in time is refunded.'
            : 'Swings that you send to a coach, and the answers.'
        }
        actions={
          as === 'coach' ? (
            <LinkButton href="/profile-edit#video-review" size="sm">
              Change price and time
            </LinkButton>
          ) : null
        }
      />
      <div className="mt-6">{me ? <ReviewList userId={me.userId} as={as} /> : null}</div>
    </main>
  )
}
