import { useQuery } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { useNear } from '#ui/near.tsx'
import { searchClient } from '../client.ts'
import { CoachCard } from './coach-card.tsx'
import { CoachCardSkeleton } from './coach-card-skeleton.tsx'

const places = ['a', 'b', 'c']

/**
 * Other coaches near the coach's primary location. Fetched when the section is about to scroll into view;
 * hidden if there are none.
 */
export function CoachSimilar({ coach }: { coach: CoachProfile }) {
  const [section, isNear] = useNear('400px')
  const query = useQuery({
    ...searchClient.similar.queryOptions({ input: { instructorId: coach.id } }),
    enabled: isNear,
  })
  const coaches = query.data ?? []
  const instructorIds = coaches.map(({ id }) => id)
  const openings = useQuery({
    ...availabilityClient.nextOpenings.queryOptions({ input: { instructorIds } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
    enabled: instructorIds.length > 0,
  })
  const place = coach.locations[0]
  if (query.isError || (query.data && coaches.length === 0) || !place) return null
  return (
    <section ref={section} aria-labelledby="similar" className="wrap mt-16">
      <h2 id="similar" className="border-t pt-12 text-title">
        Other coaches nearby
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">Distances are from {place.name}.</p>
      <div className="@container mt-6">
        <ul aria-busy={query.isLoading} className="grid gap-5 @2xl:grid-cols-2 @5xl:grid-cols-3 @5xl:gap-6">
          {query.data
            ? coaches.map((other, index) => (
                <li key={other.id} className="flex">
                  <CoachCard
                    coach={other}
                    position={index + 1}
                    nextOpening={
                      openings.isPending
                        ? 'loading'
                        : openings.data
                          ? (openings.data[other.id] ?? null)
                          : 'unknown'
                    }
                  />
                </li>
              ))
            : places.map((name) => (
                <li key={name}>
                  <CoachCardSkeleton />
                </li>
              ))}
        </ul>
      </div>
    </section>
  )
}
