import { cn } from './class-names.ts'

const star = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8L10 14.9l-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z'
const offsets = [0, 20, 40, 60, 80]

export type RatingStarsProps = {
  /** 0 to 5; 0 means nobody has rated yet. */
  value: number
  count?: number
  /** Shown when there is no rating. */
  emptyLabel?: string
  /** `compact` shows one star, for cards. */
  look?: 'full' | 'compact'
  size?: 'sm' | 'md'
  className?: string
}

/** A rating with one decimal, its stars and how many people gave it. */
export function RatingStars({
  value,
  count,
  emptyLabel = 'No reviews yet',
  look = 'full',
  size = 'sm',
  className,
}: RatingStarsProps) {
  if (!(value > 0)) return <span className={cn('text-sm text-muted', className)}>{emptyLabel}</span>
  const stars = look === 'compact' ? [0] : offsets
  const width = stars.length * 20
  const gold = look === 'compact' ? 20 : (Math.min(value, 5) / 5) * 100
  return (
    <span
      className={cn('inline-flex items-center gap-1.5', size === 'md' ? 'text-base' : 'text-sm', className)}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} 20`}
        className={cn('w-auto shrink-0', size === 'md' ? 'h-5' : 'h-4')}
        fill="currentColor"
      >
        <g className="text-line-strong/45">
          {stars.map((x) => (
            <path key={x} d={star} transform={`translate(${x} 0)`} />
          ))}
        </g>
        <svg aria-hidden="true" width={gold} height={20} overflow="hidden" className="text-gold">
          {stars.map((x) => (
            <path key={x} d={star} transform={`translate(${x} 0)`} />
          ))}
        </svg>
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

/** The rating in words: "Rated 4.8 out of 5 from 23 reviews". */
export function ratingText(value: number, count?: number): string {
  const from = count === undefined ? '' : ` from ${count} ${count === 1 ? 'review' : 'reviews'}`
  return `Rated ${value.toFixed(1)} out of 5${from}`
}
