import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatDay } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { REVIEWS_AT_ONCE } from '../video-review.ts'
import { reviewListQuery, useLiveReviews } from './review-queries.ts'
import { ReviewState } from './review-state.tsx'

/** A user's video reviews: a coach's queue, or what a student bought. */
export function ReviewList({ userId, as }: { userId: string; as: 'student' | 'coach' }) {
  const [most, setMost] = useState<number>()
  const list = useQuery({ ...reviewListQuery(most), placeholderData: keepPreviousData })
  const zone = useViewerZone()
  useLiveReviews(userId)
  if (list.isPending) return <Skeleton aria-hidden className="h-40" />
  if (!list.data)
    return (
      <Alert
        tone="error"
        title="The video reviews could not be loaded"
        action={
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing about them was changed.
      </Alert>
    )
  const { reviews, waiting, total } = list.data
  if (reviews.length === 0)
    return as === 'student' ? (
      <EmptyState
        icon={Clapperboard}
        title="No video reviews yet"
        action={<LinkButton href="/">Find a coach</LinkButton>}
      >
        Coaches who review swing videos offer it on their profile. You can be anywhere.
      </EmptyState>
    ) : (
      <EmptyState
        icon={Clapperboard}
        title="No video reviews yet"
        action={<LinkButton href="/profile-edit#video-review">Set your price</LinkButton>}
      >
        Golfers anywhere can send you their swing and pay for your answer.
      </EmptyState>
    )
  return (
    <>
      {as === 'coach' ? (
        <p className="mb-3 text-[0.9375rem] text-muted" role="status">
          {waiting === 0
            ? 'No review to answer at the moment.'
            : waiting === 1
              ? '1 review to answer.'
              : `${waiting} reviews to answer, the most urgent first.`}
        </p>
      ) : null}
      <ul aria-label="Video reviews" className="divide-y rounded-card border bg-surface-raised">
        {reviews.map((review) => (
          <li key={review.id} className="relative grid gap-x-4 gap-y-1 px-4 py-3.5 sm:grid-cols-[1fr_auto]">
            <Anchor
              href={`/video-reviews/${review.id}`}
              className="min-w-0 font-semibold wrap-anywhere after:absolute after:inset-0"
            >
              {as === 'coach' ? (
                <bdi>{review.golfer ?? review.student.name}</bdi>
              ) : (
                <>
                  By <bdi>{review.coach.name}</bdi>
                  {review.golfer ? (
                    <>
                      {' '}
                      for <bdi>{review.golfer}</bdi>
                    </>
                  ) : null}
                </>
              )}
            </Anchor>
            <span className="sm:text-right">
              <ReviewState review={review} as={as} />
            </span>
            <p className="tabular truncate text-sm text-muted sm:col-span-2">
              {zone ? formatDay(review.askedAt ?? review.createdAt, zone, { year: true }) : ''} ·{' '}
              {formatMoney(review.priceCents)}
              {review.question ? ` · ${review.question}` : ''}
            </p>
          </li>
        ))}
      </ul>
      {reviews.length < total ? (
        <Button
          className="mt-5"
          loading={list.isFetching}
          onClick={() => setMost((most ?? REVIEWS_AT_ONCE) + REVIEWS_AT_ONCE)}
        >
          Show more
        </Button>
      ) : null}
    </>
  )
}
