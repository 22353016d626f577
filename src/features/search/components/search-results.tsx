import { lazyRouteComponent } from '@tanstack/react-router'
import { MapPinned } from 'lucide-react'
import { Suspense } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { SEARCH_RADIUS_MILES } from '../distance.ts'
import { isSearching, type SearchControls } from '../search-address.ts'
import { CoachGridSkeleton } from './coach-grid-skeleton.tsx'
import { looking, ResultsStatus } from './results-status.tsx'

const Body = lazyRouteComponent(() => import('./results-body.tsx'), 'ResultsBody')

/**
 * Loads the code of result lists. Must be awaited before rendering or hydrating a page with a list; on other
 * pages it is called when a search becomes likely.
 */
export const preloadResults = async (): Promise<void> => void (await Body.preload?.())

/** The area below the search controls: initially a prompt, then the results. */
export function SearchResults({ search }: { search: SearchControls }) {
  return (
    <section id="results" aria-label="Results" className="scroll-mt-24 pt-8">
      {isSearching(search.address) ? (
        <Suspense fallback={<OnItsWay search={search} />}>
          <Body search={search} />
        </Suspense>
      ) : (
        <EmptyState icon={MapPinned} title="Enter a zip code to find instructors near you.">
          We search {SEARCH_RADIUS_MILES} miles around it and show nearby instructors, their prices and their
          next open times.
        </EmptyState>
      )}
    </section>
  )
}

/** The skeleton shown while the code of the list is loading. */
function OnItsWay({ search }: { search: SearchControls }) {
  return (
    <>
      <ResultsStatus>{looking(search.address)}</ResultsStatus>
      <div className="@container">
        <CoachGridSkeleton />
      </div>
    </>
  )
}
