import { Card } from '#ui/card.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { meanRating } from '../review.ts'
import type { ReceivedReviews } from '../schema.ts'

/** The average rating of lessons booked here, its distribution, and the number of unpublished reviews. */
export function ReviewSummary({ counts, hidden }: Pick<ReceivedReviews, 'counts' | 'hidden'>) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card>
      <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">From lessons booked here</h2>
      <p className="mt-2">
        {total === 0 ? (
          <span className="font-display text-[2rem] leading-none font-[560]">New</span>
        ) : (
          <RatingStars value={meanRating(counts)} count={total} size="md" />
        )}
      </p>
      <ul aria-label="How lessons booked here were rated" className="mt-4 grid gap-1.5">
        {counts.map(({ stars, count }) => (
          <li
            key={stars}
            className="tabular grid grid-cols-[3.25rem_minmax(0,1fr)_2rem] items-center gap-2.5 text-sm"
          >
            <span className="text-muted">
              {stars} {stars === 1 ? 'star' : 'stars'}
            </span>
            <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full">
              <rect width="100" height="4" rx="2" className="fill-surface-sunken" />
              <rect width={total === 0 ? 0 : (count / total) * 100} height="4" rx="2" className="fill-gold" />
            </svg>
            <span className="text-right font-medium">
              {count}
              <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <p className="mt-4 text-sm text-muted">
          {hidden === 1 ? 'One review waits' : `${hidden} reviews wait`} until you have written to the
          student, or two weeks have passed since the lesson.
        </p>
      ) : null}
    </Card>
  )
}
