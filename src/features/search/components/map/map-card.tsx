import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { trackCoachEvent } from '#features/tracking/components/signals.ts'
import { formatMoney } from '#platform/money.ts'
import { Avatar } from '#ui/avatar.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { formatMiles } from '../../distance.ts'
import type { CoachCard } from '../../schema.ts'

/** A summary of the selected coach at the bottom of the map, scrolled into view if it is off-screen. */
export function MapCard({
  coach,
  number,
  onClose,
}: {
  coach: CoachCard
  number: number
  onClose: () => void
}) {
  const card = useRef<HTMLDivElement>(null)
  // The braces are required: newer browsers return a promise from scrollIntoView, which an effect must not
  // return.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also scrolls when another coach is selected
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [coach.id])
  const place = coach.closestLocation ?? coach.locations[0]
  // The page of a city lists only its best rated coaches. The card is drawn only in the browser, after a click.
  const inList = () => document.getElementById(`coach-${coach.id}`)
  return (
    <div
      ref={card}
      role="status"
      className="absolute inset-x-3 bottom-3 z-30 flex scroll-mt-4 scroll-mb-4 animate-rise-in gap-3.5 rounded-card border bg-surface-raised p-3.5 shadow-float"
    >
      <Avatar name={coach.name} src={coach.imageUrl ?? undefined} size="lg" decorative />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 pr-7">
          <span className="truncate font-display text-lg leading-snug font-[560]">
            <span className="tabular text-accent">{number}</span> {coach.name}
          </span>
          <span className="tabular shrink-0 font-semibold">{formatMoney(coach.hourlyRateCents)}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <RatingStars value={coach.rating} count={coach.reviewCount} look="compact" size="sm" />
          {coach.distance === null ? null : <span className="tabular">{formatMiles(coach.distance)}</span>}
        </p>
        {place ? <p className="truncate text-sm text-muted">{place.name}</p> : null}
        <p className="mt-1.5 flex gap-4 text-sm font-semibold">
          <Link
            to="/instructor/$instructorId"
            params={{ instructorId: coach.id }}
            onClick={() => trackCoachEvent(coach.id, 'card_click')}
            className="text-link"
          >
            View profile
          </Link>
          {inList() ? (
            <button
              type="button"
              className="text-link max-lg:hidden"
              onClick={() => inList()?.scrollIntoView({ block: 'center' })}
            >
              Show in the list
            </button>
          ) : null}
        </p>
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-2 right-2 grid size-9 place-items-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </div>
  )
}
