import { useQuery } from '@tanstack/react-query'
import { MapPinned } from 'lucide-react'
import { WaitlistButton } from '#features/waitlist/waitlist-button.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FARTHEST_MILES, SEARCH_RADIUS_MILES } from '../search.ts'
import type { SearchAddress } from '../search-address.ts'
import { CoachGrid } from './coach-grid.tsx'
import { CoachGridSkeleton } from './coach-grid-skeleton.tsx'
import { nearestQuery } from './search-query.ts'

/** ` within 50 miles of 28202`, or nothing without a ZIP code. */
export const where = ({ zip }: SearchAddress) => (zip ? ` within ${SEARCH_RADIUS_MILES} miles of ${zip}` : '')

/** The specification's words for an empty list. */
export function NobodyFound({ address }: { address: SearchAddress }) {
  return (
    <>
      <div role="status">
        <EmptyState icon={MapPinned} title={emptyText(address)} className="mb-4" />
      </div>
      <p className="mb-4 text-center text-[0.9375rem]">
        <Anchor href="/find-your-match" className="text-link font-semibold">
          Answer a few questions and get matched
        </Anchor>
      </p>
    </>
  )
}

function emptyText({ zip }: SearchAddress): string {
  return zip
    ? `No instructors found within 50 miles of ${zip}. Try a different zip code or adjust your filters.`
    : 'No instructors found. Try adjusting your filters.'
}

/** The way on when nobody was found: who is within a drive, and an email when somebody starts. */
export function NearestAfterAll({ zip }: { zip: string }) {
  const { data, isPending } = useQuery(nearestQuery(zip))
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
