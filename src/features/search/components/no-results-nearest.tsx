import { useQuery } from '@tanstack/react-query'
import { useImpressions } from '#features/tracking/components/signals.ts'
import { WaitlistButton } from '#features/waitlist/waitlist-button.tsx'
import { FARTHEST_MILES, SEARCH_RADIUS_MILES } from '../distance.ts'
import { CoachGrid } from './coach-grid.tsx'
import { CoachGridSkeleton } from './coach-grid-skeleton.tsx'
import { nearestQuery } from './search-query.ts'

/** Shown if a search has no results: the nearest coaches, and a waitlist for the area. */
export function NoResultsNearest({ zip }: { zip: string }) {
  const { data, isPending } = useQuery(nearestQuery(zip))
  useImpressions(
    data?.origin
      ? { query: zip, filters: {}, firstPosition: 1, coachIds: data.coaches.map((coach) => coach.id) }
      : null,
  )
  if (isPending) return <CoachGridSkeleton />
  if (!data?.origin) return null
  const { city, state } = data.origin
  const areFar = (data.coaches[0]?.distance ?? 0) > SEARCH_RADIUS_MILES
  return (
    <>
      {areFar || data.coaches.length === 0 ? (
        <section className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface-sunken p-5 sm:p-6">
          <div className="max-w-[52ch]">
            <h2 className="text-title">No instructors near {city} yet</h2>
            <p className="mt-1 text-[0.9375rem] text-muted">
              Join the waitlist. We will email you once, when the first instructor near {city} opens a
              calendar.
            </p>
          </div>
          <WaitlistButton city={city} state={state} />
        </section>
      ) : null}
      {data.coaches.length > 0 ? (
        <section aria-labelledby="nearest" className="@container pt-8">
          <h2 id="nearest" className="text-title">
            {areFar
              ? `The nearest instructors, up to ${FARTHEST_MILES} miles away`
              : `Near ${city}, without your filters`}
          </h2>
          <CoachGrid coaches={data.coaches} firstPosition={1} />
        </section>
      ) : null}
    </>
  )
}
