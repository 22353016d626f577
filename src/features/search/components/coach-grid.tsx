import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { availabilityClient } from '#features/availability/client.ts'
import { cn } from '#ui/class-names.ts'
import type { CoachCard as Coach } from '../schema.ts'
import { CoachCard, type OpeningState } from './coach-card.tsx'
import { gridClass } from './coach-grid-skeleton.tsx'
import { highlight, useIsHighlighted } from './highlight.ts'

/** Coaches in one, two or three columns. Their next open times are fetched after the list. */
export function CoachGrid({
  coaches,
  firstPosition,
  isOnMap,
  isByRating = false,
  openingsOf,
}: {
  coaches: readonly Coach[]
  firstPosition: number
  /** A map is displayed with the list and has a numbered pin for each coach. */
  isOnMap?: boolean
  /** Sorted by rating: a card then explains why it is below one with fewer stars. */
  isByRating?: boolean
  /** What the cards show about open times, in place of the next one. */
  openingsOf?: (coach: Coach) => { nextOpening: OpeningState; times?: ReactNode }
}) {
  const instructorIds = coaches.map((coach) => coach.id)
  const openings = useQuery({
    ...availabilityClient.nextOpenings.queryOptions({ input: { instructorIds } }),
    staleTime: 0,
    gcTime: 0,
    enabled: instructorIds.length > 0 && !openingsOf,
  })
  return (
    <ul className={gridClass}>
      {coaches.map((coach, index) => (
        <Place key={coach.id} id={coach.id} number={isOnMap ? firstPosition + index : null}>
          <CoachCard
            coach={coach}
            position={firstPosition + index}
            isFirstRow={index < 3}
            isBelowLower={isByRating && coaches.slice(0, index).some(({ rating }) => rating < coach.rating)}
            nextOpening={
              openings.isPending ? 'loading' : openings.data ? (openings.data[coach.id] ?? null) : 'unknown'
            }
            {...openingsOf?.(coach)}
          />
        </Place>
      ))}
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
