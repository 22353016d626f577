import { useQuery } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import { CoachCard } from '#features/coaches/components/coach-card.tsx'
import { CoachCardSkeleton } from '#features/coaches/components/coach-card-skeleton.tsx'
import type { CoachCard as Coach } from '../schema.ts'

const places = ['a', 'b', 'c', 'd', 'e', 'f']
const gridClass = 'grid gap-5 pt-6 @2xl:grid-cols-2 @5xl:grid-cols-3 @5xl:gap-6'

/** Coaches in one, two or three columns; their next open times follow when the list is there. */
export function CoachGrid({ coaches, firstPosition }: { coaches: readonly Coach[]; firstPosition: number }) {
  const instructorIds = coaches.map((coach) => coach.id)
  const openings = useQuery({
    ...availabilityClient.nextOpenings.queryOptions({ input: { instructorIds } }),
    staleTime: 0,
    gcTime: 0,
    enabled: instructorIds.length > 0,
  })
  return (
    <ul className={gridClass}>
      {coaches.map((coach, index) => (
        <li key={coach.id} className="flex">
          <CoachCard
            coach={coach}
            position={firstPosition + index}
            isFirstRow={index < 3}
            nextOpening={openings.isPending ? 'loading' : (openings.data?.[coach.id] ?? null)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Six cards to come, of the size they will have. */
export function CoachGridSkeleton() {
  return (
    <div className={gridClass}>
      {places.map((place) => (
        <CoachCardSkeleton key={place} />
      ))}
    </div>
  )
}
