import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { useRefreshLessons } from '#features/bookings/components/use-refresh-lessons.ts'
import { LessonDialogs } from '#features/lessons/components/lesson-dialogs.tsx'
import { reviewsClient } from '#features/reviews/client.ts'
import { ReceivedReviewCard } from '#features/reviews/components/received-review-card.tsx'
import { ReviewSummary } from '#features/reviews/components/review-summary.tsx'
import { WaitingLessons } from '#features/reviews/components/waiting-lessons.tsx'
import { RECEIVED_PER_PAGE } from '#features/reviews/schema.ts'
import { countParam, uuidParam } from '#platform/search-params.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const receivedQuery = (page: number) => reviewsClient.received.queryOptions({ input: { page }, staleTime: 0 })

/** What students say about a coach, the coach's answers, and the lessons that wait for the coach's words. */
export const Route = createFileRoute('/_shell/_coach/reviews')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    page: countParam(raw.page, 1, 500),
    write: uuidParam(raw.write),
  }),
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async ({ context: { queryClient }, deps: { page = 1 } }) => {
    const reading = queryClient.prefetchQuery(receivedQuery(page))
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Reviews'),
  component: ReviewsPage,
})

type Search = {
  page?: number | undefined
  /** The lesson that is being written about. */
  write?: string | undefined
}

function ReviewsPage() {
  const { page = 1, write } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { me } = Route.useRouteContext()
  const refresh = useRefreshLessons()
  const query = useQuery({ ...receivedQuery(page), placeholderData: keepPreviousData })
  useLive(me ? [`user:${me.userId}`] : [], () => void refresh())
  const data = query.data
  const show = (lesson: string | undefined) =>
    void navigate({ search: { page: page > 1 ? page : undefined, write: lesson }, resetScroll: false })

  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title="Reviews"
        lead="Student reviews and your replies. Reviews stay hidden until both of you have written one."
        actions={
          me ? (
            <LinkButton href={`/instructor/${me.userId}#reviews`}>See them on your profile</LinkButton>
          ) : null
        }
      />
      {query.isError ? (
        <Alert
          tone="error"
          title="Your reviews could not be loaded."
          className="mt-6"
          action={
            <Button size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          Nothing is lost; only this page is missing.
        </Alert>
      ) : null}
      {query.isPending ? <ReviewsSkeleton /> : null}
      {data ? (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
          <div className="flex flex-col gap-4 lg:order-2">
            <ReviewSummary counts={data.counts} hidden={data.hidden} />
            <WaitingLessons lessons={data.waiting} onWrite={show} />
          </div>
          <section aria-label="Reviews you received">
            {data.reviews.length === 0 ? (
              <EmptyState
                icon={Star}
                title={emptyTitle(page, data.hidden)}
                action={
                  page > 1 ? (
                    <LinkButton href="/reviews">To the first page</LinkButton>
                  ) : (
                    <LinkButton href="/lessons?when=past">Your past lessons</LinkButton>
                  )
                }
              >
                {page > 1 ? 'This page is empty. The list is shorter than it was.' : emptyWords(data.hidden)}
              </EmptyState>
            ) : null}
            <ul className="flex flex-col gap-3">
              {data.reviews.map((review) => (
                <li key={review.id}>
                  <ReceivedReviewCard review={review} />
                </li>
              ))}
            </ul>
            <Pagination
              label="Pages of reviews"
              className="mt-6"
              page={page}
              pageCount={Math.ceil(data.total / RECEIVED_PER_PAGE)}
              hrefFor={(to) => (to > 1 ? `/reviews?page=${to}` : '/reviews')}
            />
          </section>
        </div>
      ) : null}
      {write ? (
        <LessonDialogs
          bookingId={write}
          doing="note"
          as="coach"
          onClose={() => show(undefined)}
          onDo={() => void navigate({ to: '/lessons', search: { lesson: write } })}
        />
      ) : null}
    </main>
  )
}

function emptyTitle(page: number, hidden: number): string {
  if (page > 1) return 'Nothing on this page'
  return hidden > 0 ? 'No published reviews yet' : 'No reviews yet'
}

function emptyWords(hidden: number): string {
  if (hidden === 0) return 'Students are asked for a review after every lesson that took place.'
  const what = hidden === 1 ? 'One review is' : `${hidden} reviews are`
  return `${what} published once you have written to the student, or two weeks after the lesson.`
}

function ReviewsSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-6 lg:grid-cols-[1fr_20rem]">
      <span className="sr-only">Loading your reviews…</span>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-36 w-full rounded-card" />
        <Skeleton className="h-36 w-full rounded-card" />
        <Skeleton className="h-36 w-full rounded-card" />
      </div>
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  )
}
