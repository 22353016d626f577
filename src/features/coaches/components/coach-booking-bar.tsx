import { useEffect, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { ratingText } from '#ui/rating-stars.tsx'
import { ratingLabel } from '../coach.ts'
import type { CoachProfile } from '../schema.ts'

/**
 * A bar with the price and a link to the open times. Shown on layouts without a side column until the open
 * times are in view.
 */
export function CoachBookingBar({ coach, target }: { coach: CoachProfile; target: string }) {
  const [isNeeded, setNeeded] = useState(true)
  useEffect(() => {
    const element = document.getElementById(target)
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isBeside = getComputedStyle(element).position === 'sticky'
        const isReached = entry !== undefined && (entry.isIntersecting || entry.boundingClientRect.top < 0)
        setNeeded(!isBeside && !isReached)
      },
      { rootMargin: '0px 0px -35% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  const { rating, reviewCount } = coach
  return (
    <div
      data-no-print
      // Elements fixed to the bottom of the page move up to make room for the bar.
      data-bottom-bar={isNeeded || undefined}
      className={cn(
        'sticky bottom-0 z-30 border-t bg-surface-raised pb-[env(safe-area-inset-bottom)] transition-[translate,visibility] duration-200 xl:hidden',
        !isNeeded && 'invisible translate-y-full',
      )}
    >
      <div className="wrap flex items-center justify-between gap-4 py-3">
        <p className="leading-tight">
          <span className="tabular text-lg font-semibold">{formatMoney(coach.hourlyRateCents)}</span>
          <span className="text-muted"> an hour</span>
          <span aria-hidden className="block text-sm text-muted">
            {reviewCount === 0 ? 'New' : `★ ${ratingLabel(rating, reviewCount)} (${reviewCount})`}
          </span>
          {reviewCount > 0 ? <span className="sr-only">{ratingText(rating, reviewCount)}</span> : null}
        </p>
        <a href={`#${target}`} className={buttonClass({ variant: 'primary' })}>
          See open times
        </a>
      </div>
    </div>
  )
}
