import { useRouter } from '@tanstack/react-router'
import { CircleAlert, MapPinned } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { trackSearch, useImpressions } from '#features/tracking/components/signals.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Near } from '#ui/near.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SEARCH_RADIUS_MILES } from '../distance.ts'
import type { SearchResult } from '../schema.ts'
import { countInstructors } from '../search.ts'
import type { SearchAddress, SearchControls } from '../search-address.ts'
import { CoachGrid } from './coach-grid.tsx'
import { CoachGridSkeleton } from './coach-grid-skeleton.tsx'
import { LazyNoResults } from './lazy-no-results.ts'
import { ResultsLayout, type ResultsView, ViewSwitch } from './results-layout.tsx'
import { looking, ResultsStatus } from './results-status.tsx'
import { useResults } from './use-results.ts'

const ClinicsNear = lazyPart(() => import('./clinics-near.tsx'), 'ClinicsNear')

/** The results of a search in any of their states: loading, found, empty, failed. */
export function ResultsBody({ search }: { search: SearchControls }) {
  const { address } = search
  const { isError, result, isOld, refetch } = useResults(search)
  useSearchTracking(address, result && !isOld && !isError ? result : null)
  const [view, setView] = useState<ResultsView>({ isMapInstead: false, isMapHidden: false })
  if (isError)
    return (
      <>
        <NobodyFound address={address} />
        <Failed onRetry={() => void refetch()} />
      </>
    )
  const outsidePrice = result?.outsidePrice ? (
    <OutsidePrice count={result.outsidePrice} search={search} />
  ) : null
  const { zip, when, type } = address
  const clinics =
    zip && !address.page ? (
      <Near>
        <ClinicsNear zip={zip} around={zip} when={when} />
      </Near>
    ) : null
  if (result?.total === 0)
    return (
      <>
        <NobodyFound address={address} />
        <Suspense fallback={<CoachGridSkeleton />}>
          <LazyNoResults search={search} outsidePrice={outsidePrice} />
        </Suspense>
        {clinics}
      </>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ResultsStatus>
          {result && !isOld ? `Found ${countInstructors(result.total)}${where(address)}` : looking(address)}
        </ResultsStatus>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          {outsidePrice}
          <ViewSwitch view={view} onChange={setView} />
        </div>
      </div>
      {type === 'clinic' ? clinics : null}
      <ResultsLayout view={view} result={result} onSearchHere={search.searchHere}>
        {result ? (
          <div aria-busy={isOld} className={cn('transition-opacity', isOld && 'opacity-55')}>
            <Listed result={result} address={address} view={view} />
          </div>
        ) : (
          <CoachGridSkeleton />
        )}
      </ResultsLayout>
      {type === 'clinic' ? null : clinics}
    </>
  )
}

function Listed({
  result,
  address,
  view,
}: {
  result: SearchResult
  address: SearchAddress
  view: ResultsView
}) {
  const router = useRouter()
  const pageCount = Math.ceil(result.total / result.pageSize)
  const hrefFor = (page: number) =>
    router.buildLocation({
      to: '/',
      search: { ...address, page: page > 1 ? page : undefined },
      hash: 'results',
    }).href
  return (
    <>
      {result.coaches.length === 0 ? (
        <EmptyState title="There are no more instructors." className="mt-6" />
      ) : null}
      <CoachGrid
        coaches={result.coaches}
        firstPosition={(result.page - 1) * result.pageSize + 1}
        isOnMap={!view.isMapHidden}
        isByRating={address.sort === 'rating'}
        kind={address.type === 'group' || address.type === 'playing' ? address.type : undefined}
        zip={address.zip}
        when={address.when}
      />
      <Pagination
        page={Math.min(result.page, pageCount + 1)}
        pageCount={pageCount}
        hrefFor={hrefFor}
        label="Pages of instructors"
        className="pt-10"
      />
    </>
  )
}

/** The number of coaches excluded only by the price filter, with a button to include them. */
function OutsidePrice({ count, search }: { count: number; search: SearchControls }) {
  return (
    <p className="text-[0.9375rem] text-muted">
      {count} more outside your price range.{' '}
      <button
        type="button"
        className="text-link font-semibold"
        onClick={() => search.refine({ price: 'any', minPrice: undefined, maxPrice: undefined })}
      >
        Show {count === 1 ? 'it' : 'them'} too
      </button>
    </p>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 text-[0.9375rem]">
      <CircleAlert aria-hidden className="size-5 text-red" />
      The search did not go through. Your zip code and filters are still here.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** ` within 50 miles of 28202`, or nothing without a ZIP code. */
const where = ({ zip }: SearchAddress) => (zip ? ` within ${SEARCH_RADIUS_MILES} miles of ${zip}` : '')

/** The text for an empty list, as given by the specification. */
function NobodyFound({ address }: { address: SearchAddress }) {
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

/** Tracks the search and every list of results displayed. @param result null while none is displayed */
function useSearchTracking(address: SearchAddress, result: SearchResult | null): void {
  const { zip, page: _page, ...filters } = address
  useImpressions(
    result && {
      query: zip ?? null,
      filters,
      firstPosition: (result.page - 1) * result.pageSize + 1,
      coachIds: result.coaches.map((coach) => coach.id),
    },
  )
  const total = result?.total
  useEffect(() => {
    if (zip && total !== undefined) trackSearch(zip, total)
  }, [zip, total])
}
