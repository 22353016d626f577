import { useQuery } from '@tanstack/react-query'
import { ratingsOf } from './review-pages.ts'

/** How many of the lessons booked here were rated with how many stars; imported reviews are not among them. */
export function CoachRatings({ instructorId }: { instructorId: string }) {
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
