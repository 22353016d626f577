import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { availabilityClient } from '#features/availability/client.ts'
import { cn } from '#ui/class-names.ts'
import { searchClient } from '../client.ts'
import type { CoachCard as Coach } from '../schema.ts'
import type { SearchAddress } from '../search-address.ts'
import { CardTimes } from './card-times.tsx'
import { CoachCard, type OpeningState } from './coach-card.tsx'
import { gridClass } from './coach-grid-skeleton.tsx'
import { highlight, useIsHighlighted } from './highlight.ts'

/** Coaches in one, two or three columns. Their next open times are fetched after the list. */
export function CoachGrid({
  coaches,
  firstPosition,
  isOnMap,
  isByRating = false,
  search,
}: {
  coaches: readonly Coach[]
  firstPosition: number
  /** A map is displayed with the list and has a numbered pin for each coach. */
  isOnMap?: boolean
  /** Sorted by rating: a card then explains why it is below one with fewer stars. */
  isByRating?: boolean
  /** The search that found the coaches: their cards show three open times that fit it. */
  search?: Pick<SearchAddress, 'zip' | 'when'>
}) {
  const instructorIds = coaches.map((coach) => coach.id)
  const now = { staleTime: 0, gcTime: 0 }
  const isAny = instructorIds.length > 0
  const openings = useQuery({
    ...availabilityClient.nextOpenings.queryOptions({ input: { instructorIds } }),
    ...now,
    enabled: isAny && !search,
  })
  const { zip, when } = search ?? {}
  const times = useQuery({
    ...searchClient.cardTimes.queryOptions({
      input: { instructorIds, ...(zip ? { zip } : {}), ...(when ? { when } : {}) },
    }),
    ...now,
    enabled: isAny && search !== undefined,
  })
  function openingOf(id: string): OpeningState {
    const { isPending, data } = search ? times : openings
    if (isPending) return 'loading'
    if (!data) return 'unknown'
    // A coach may have been booked just now, at the times that were asked for.
    return (search ? times.data?.[id]?.times[0] : openings.data?.[id]) ?? (when ? 'unknown' : null)
  }
  function timesOf(coach: Coach) {
    const found = times.data?.[coach.id]
    return found?.times[0] ? <CardTimes coach={coach} openings={found} /> : null
  }
  return (
    <ul className={gridClass}>
      {coaches.map((coach, index) => (
        <Place key={coach.id} id={coach.id} number={isOnMap ? firstPosition + index : null}>
          <CoachCard
            coach={coach}
            position={firstPosition + index}
            isFirstRow={index < 3}
            isBelowLower={isByRating && coaches.slice(0, index).some(({ rating }) => rating < coach.rating)}
            nextOpening={openingOf(coach.id)}
            times={timesOf(coach)}
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
