import { lazyRouteComponent } from '@tanstack/react-router'
import { MapPinned } from 'lucide-react'
import { Suspense } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { SEARCH_RADIUS_MILES } from '../search.ts'
import { isSearching, type SearchControls } from '../search-address.ts'
import { CoachGridSkeleton } from './coach-grid-skeleton.tsx'
import { looking, ResultsStatus } from './results-status.tsx'

const Body = lazyRouteComponent(() => import('./results-body.tsx'), 'ResultsBody')

/**
 * Fetches what lists are made of. Must be awaited before a page with a list is drawn or hydrated; elsewhere it is fetched
 * when somebody is about to search.
 */
export const preloadResults = async (): Promise<void> => void (await Body.preload?.())

/** Under the search's controls: a prompt first, then what was found. */
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

/** As the list itself begins, for the moment its scripts need. */
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
