import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import { cn } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { searchClient } from '../client.ts'
import type { CardTimesInput, CoachCard as Coach } from '../schema.ts'
import { CardTimes } from './card-times.tsx'
import { CoachCard } from './coach-card.tsx'
import { gridClass } from './coach-grid-skeleton.tsx'
import { highlight, useIsHighlighted } from './highlight.ts'

/** A placeholder with the height of the times. */
const loadingTimes = (
  <div className="@2xl:mt-3">
    <Skeleton className="h-5 w-40" />
    <Skeleton className="mt-1.5 h-13" />
  </div>
)

/** Coaches in one, two or three columns. Their first open times are fetched after the list. */
export function CoachGrid({
  coaches,
  firstPosition,
  isOnMap,
  isByRating = false,
  kind,
  zip,
  when,
}: {
  coaches: readonly Coach[]
  firstPosition: number
  /** A map is displayed with the list and has a numbered pin for each coach. */
  isOnMap?: boolean
  /** Sorted by rating: a card then explains why it is below one with fewer stars. */
  isByRating?: boolean
  /** The kind of lesson that was searched for. The open times are too short for one on the course, so they are not offered for it. */
  kind?: OtherType | undefined
} & Pick<CardTimesInput, 'zip' | 'when'>) {
  const instructorIds = coaches.map((coach) => coach.id)
  const { data, isPending } = useQuery({
    ...searchClient.cardTimes.queryOptions({ input: { instructorIds, zip, when } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    enabled: instructorIds.length > 0,
  })
  return (
    <ul className={gridClass}>
      {coaches.map((coach, index) => {
        const openings = data?.[coach.id]
        // A coach may have been booked just now, at the times that were asked for.
        const none = data && !when ? null : 'unknown'
        const first = openings?.times[0]
        // Lessons on the course take longer than these times.
        const nextOpening = kind === 'playing' && first ? 'unknown' : (first ?? none)
        return (
          <Place key={coach.id} id={coach.id} number={isOnMap ? firstPosition + index : null}>
            <CoachCard
              coach={coach}
              position={firstPosition + index}
              isFirst={index === 0}
              isBelowLower={isByRating && coaches.slice(0, index).some(({ rating }) => rating < coach.rating)}
              nextOpening={isPending ? 'loading' : nextOpening}
              times={
                kind === 'playing'
                  ? null
                  : isPending
                    ? loadingTimes
                    : openings?.times[0] && <CardTimes coach={coach} kind={kind} openings={openings} />
              }
              kind={kind}
            />
          </Place>
        )
      })}
    </ul>
  )
}

/** A list item with the number of its pin. Hovering over the card highlights the pin and vice versa. */
function Place({ id, number, children }: { id: string; number: number | null; children: ReactNode }) {
  const isHighlighted = useIsHighlighted(id)
  return (
    <li
      id={`coach-${id}`}
      onPointerEnter={() => highlight(id)}
      onPointerLeave={() => highlight(null)}
      onFocus={() => highlight(id)}
      onBlur={() => highlight(null)}
      className={cn(
        'relative flex scroll-mt-24 rounded-card',
        number !== null && isHighlighted && 'ring-2 ring-brand ring-offset-2 ring-offset-surface',
      )}
    >
      {children}
      {number === null ? null : (
        <span
          aria-hidden
          className={cn(
            'tabular pointer-events-none absolute -top-2 -left-2 z-10 grid h-7 min-w-7 place-items-center rounded-full border-2 border-surface px-1 text-[0.8125rem] font-semibold',
            isHighlighted ? 'bg-accent text-on-accent' : 'bg-brand text-on-brand',
          )}
        >
          {number}
        </span>
      )}
    </li>
  )
}
