import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Select } from '#ui/select.tsx'
import { type ReviewOrder, ratingLabel, reviewOrders } from '../coach.ts'
import type { CoachProfile, Review } from '../schema.ts'
import { bookedCount, ratingsOf, reviewPages } from './review-pages.ts'

const orderLabels: Record<ReviewOrder, string> = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
}
const orderOptions = reviewOrders.map((value) => ({ value, label: orderLabels[value] }))

/** Reviews of lessons booked here, followed by imported reviews, labeled as such. */
export function CoachReviews({ coach }: { coach: CoachProfile }) {
  const [order, setOrder] = useState<ReviewOrder>('newest')
  const query = useInfiniteQuery({ ...reviewPages(coach, order), placeholderData: keepPreviousData })
  const booked = query.data?.pages.flat() ?? []
  const count = bookedCount(coach)
  return (
    <section aria-labelledby="reviews">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="reviews" className="text-title">
          {coach.reviewCount === 0
            ? 'Reviews'
            : `${ratingLabel(coach.rating, coach.reviewCount)} from ${coach.reviewCount} ${coach.reviewCount === 1 ? 'review' : 'reviews'}`}
        </h2>
        {coach.reviewCount > 0 ? (
          <p className="text-[0.9375rem] text-muted">{count} from lessons booked here</p>
        ) : null}
      </div>
      {coach.reviewCount === 0 && booked.length === 0 ? (
        <p className="mt-4 text-muted">
          {coach.label} is new here. You can write the first review after your lesson.
        </p>
      ) : null}
      {count > 0 || booked.length > 1 ? (
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
          <div className="min-w-64 flex-1">{count > 0 ? <CoachRatings instructorId={coach.id} /> : null}</div>
          {booked.length > 1 ? (
            <Field label="Sort reviews" hideLabel className="w-full sm:w-56">
              <Select
                options={orderOptions}
                value={order}
                onChange={(event) =>
                  setOrder(reviewOrders.find((value) => value === event.target.value) ?? 'newest')
                }
              />
            </Field>
          ) : null}
        </div>
      ) : null}
      <ul
        aria-label="Reviews of lessons booked here"
        aria-busy={query.isPlaceholderData}
        className={cn(
          'mt-5 grid gap-x-10 transition-opacity sm:grid-cols-2',
          query.isPlaceholderData && 'opacity-55',
        )}
      >
        {booked.map((review) => (
          <BookedReview key={review.id} review={review} coach={coach} />
        ))}
      </ul>
      {query.isError ? (
        <Alert tone="error" className="mt-4">
          The reviews could not be loaded. Please try again.
        </Alert>
      ) : null}
      {(query.hasNextPage && !query.isPlaceholderData) || query.isError ? (
        <Button
          className="mt-5"
          loading={query.isFetching}
          onClick={() => void (query.data ? query.fetchNextPage() : query.refetch())}
        >
          Show more
        </Button>
      ) : null}
      <ImportedReviews coach={coach} />
    </section>
  )
}

function BookedReview({ review, coach }: { review: Review; coach: CoachProfile }) {
  return (
    <li className="border-t py-5">
      <RatingStars value={review.rating} className="[&>span[aria-hidden]]:hidden" />
      {review.comment ? (
        <p dir="auto" className="mt-2 break-words whitespace-pre-line">
          {review.comment}
        </p>
      ) : null}
      <p className="mt-2 text-sm text-muted">
        <span className="font-medium text-ink">{review.author}</span> ·{' '}
        {formatDay(review.createdAt, coach.zone, { year: true })}
        {review.isCounted ? null : ' · Not paid through us, not part of the rating'}
      </p>
      {review.reply ? (
        <div className="mt-3 rounded-card bg-surface-sunken p-4">
          <p className="mb-1 text-sm text-muted">{coach.label}, in reply</p>
          <p dir="auto" className="whitespace-pre-line">
            {review.reply}
          </p>
        </div>
      ) : null}
    </li>
  )
}

function ImportedReviews({ coach }: { coach: CoachProfile }) {
  if (coach.importedReviews.length === 0) return null
  return (
    <div className="mt-8 rounded-card bg-surface-sunken p-5 sm:p-7">
      <h3 className="font-sans text-base font-semibold tracking-normal">Imported reviews</h3>
      <ul className="mt-1 grid gap-x-10 sm:grid-cols-2">
        {coach.importedReviews.map((review) => (
          <li
            key={`${review.author} ${review.text}`}
            className="border-t py-4 first:border-t-0 sm:nth-2:border-t-0"
          >
            <RatingStars value={review.rating} className="[&>span[aria-hidden]]:hidden" />
            {review.text ? (
              <p dir="auto" className="mt-1.5">
                {review.text}
              </p>
            ) : null}
            <p className="mt-1.5 text-sm text-muted">
              <span className="font-medium text-ink">{review.author}</span>
              {review.source ? ` · ${review.source}` : null}
              <span className="block">Imported, not from a booking</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many of the lessons booked here were rated with how many stars; imported reviews are not among them. */
function CoachRatings({ instructorId }: { instructorId: string }) {
  const { data: counts } = useQuery(ratingsOf(instructorId))
  const total = counts?.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (!counts || total === 0) return null
  return (
    <ul aria-label="How lessons booked here were rated" className="grid max-w-md gap-1.5">
      {counts.map(({ stars, count }) => (
        <li
          key={stars}
          className="tabular grid grid-cols-[3.5rem_minmax(0,1fr)_2.5rem] items-center gap-3 text-sm"
        >
          <span className="text-muted">
            {stars} {stars === 1 ? 'star' : 'stars'}
          </span>
          <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full">
            <rect width="100" height="4" rx="2" className="fill-surface-sunken" />
            <rect width={(count / total) * 100} height="4" className="fill-gold" />
          </svg>
          <span className="text-right font-medium">
            {count}
            <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
