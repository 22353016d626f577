import { cn } from './class-names.ts'

export type RatingStarsProps = {
  /** 0 to 5; 0 means that there are no ratings. */
  value: number
  count?: number
  /** Shown when there is no rating. */
  emptyLabel?: string
  /** `compact` shows one star, for cards. */
  look?: 'full' | 'compact'
  size?: 'sm' | 'md'
  className?: string
}

/** A rating with one decimal, stars, and the number of reviews. */
export function RatingStars({
  value,
  count,
  emptyLabel = 'New',
  look = 'full',
  size = 'sm',
  className,
}: RatingStarsProps) {
  if (!(value > 0)) return <span className={cn('text-sm text-muted', className)}>{emptyLabel}</span>
  const width = look === 'compact' ? 20 : 100
  const golden = look === 'compact' ? 20 : (Math.min(value, 5) / 5) * 100
  return (
    <span
      className={cn('inline-flex items-center gap-1.5', size === 'md' ? 'text-base' : 'text-sm', className)}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} 20`}
        className={cn('rating-stars', size === 'md' ? 'h-5' : 'h-4')}
      >
        <rect width={golden} height={20} />
      </svg>
      <span aria-hidden className="tabular font-semibold">
        {value.toFixed(1)}
      </span>
      {count === undefined ? null : (
        <span aria-hidden className="tabular text-muted">
          ({count})
        </span>
      )}
      <span className="sr-only">{ratingText(value, count)}</span>
    </span>
  )
}

/** The rating as text: "Rated 4.8 out of 5 from 23 reviews". */
export function ratingText(value: number, count?: number): string {
  const from = count === undefined ? '' : ` from ${count} ${count === 1 ? 'review' : 'reviews'}`
  return `Rated ${value.toFixed(1)} out of 5${from}`
}
