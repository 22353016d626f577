import { formatMoney } from '#platform/money.ts'
import { cn } from '#ui/class-names.ts'
import { ratingText } from '#ui/rating-stars.tsx'
import type { MapPoint } from '../../map.ts'
import type { CoachCard } from '../../schema.ts'
import { highlight, useIsHighlighted } from '../highlight.ts'

/** A numbered pin at a coach's location. */
export function MapPin({
  coach,
  number,
  at,
  isChosen,
  onChoose,
}: {
  coach: CoachCard
  number: number
  at: MapPoint
  isChosen: boolean
  onChoose: () => void
}) {
  const isHighlighted = useIsHighlighted(coach.id)
  const isOn = isHighlighted || isChosen
  return (
    <li>
      <button
        type="button"
        aria-expanded={isChosen}
        aria-label={`${number}. ${coach.name}, ${formatMoney(coach.hourlyRateCents)} an hour, ${ratingText(coach.rating, coach.reviewCount)}`}
        onClick={onChoose}
        onPointerEnter={() => highlight(coach.id)}
        onPointerLeave={() => highlight(null)}
        onFocus={() => highlight(coach.id)}
        onBlur={() => highlight(null)}
        style={{ left: at.x, top: at.y }}
        className={cn(
          'tabular absolute grid h-7 min-w-7 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 border-paper px-1 text-[0.8125rem] font-semibold shadow-float transition-transform',
          isOn ? 'z-20 scale-110 bg-accent text-on-accent' : 'z-10 bg-brand text-on-brand',
        )}
      >
        {number}
      </button>
    </li>
  )
}
