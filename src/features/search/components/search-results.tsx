import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert, MapPinned } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { isSearching, type SearchAddress } from '../address/address.ts'
import type { SearchResult } from '../schema.ts'
import { countInstructors, SEARCH_RADIUS_MILES } from '../search.ts'
import { CoachGrid, CoachGridSkeleton } from './coach-grid.tsx'
import { type SearchControls, searchQuery } from './use-search.ts'
import { useSearchTracking } from './use-search-tracking.ts'

/** What a search found, in one of its states: not asked yet, looking, found, nobody, failed. */
export function SearchResults({ search }: { search: SearchControls }) {
  const { address } = search
  const isAsked = isSearching(address)
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(address),
    enabled: isAsked,
    // Another filter or page near the same place: the old list stays, dimmed, until the new one is here.
    placeholderData: (previous: SearchResult | undefined) =>
      previous?.origin?.zip === address.zip ? previous : undefined,
  })
  useSearchTracking(address, data && isAsked && !isPlaceholderData && !isError ? data : null)

  return (
    <section id="results" aria-label="Results" className="scroll-mt-24 pt-8">
      {!isAsked ? (
        <Prompt />
      ) : isError ? (
        <>
          <NobodyFound address={address} />
          <Failed onRetry={() => void refetch()} />
        </>
      ) : isPending ? (
        <>
          <Status>{looking(address)}</Status>
          <CoachGridSkeleton />
        </>
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={cn('transition-opacity', isPlaceholderData && 'opacity-55')}
        >
          <Found result={data} search={search} isNext={isPlaceholderData} />
        </div>
      )}
    </section>
  )
}

const looking = ({ zip }: SearchAddress) =>
  zip ? `Finding instructors near ${zip}...` : 'Loading instructors...'

const where = ({ zip }: SearchAddress) => (zip ? ` within ${SEARCH_RADIUS_MILES} miles of ${zip}` : '')

function Status({ children }: { children: React.ReactNode }) {
  return (
    <div role="status">
      <h2 className="text-title">{children}</h2>
    </div>
  )
}

function Prompt() {
  return (
    <EmptyState icon={MapPinned} title="Enter a zip code to find instructors near you.">
      We look {SEARCH_RADIUS_MILES} miles around it and show who teaches there, what they charge and when they
      are next free.
    </EmptyState>
  )
}

function Found({
  result,
  search,
  isNext,
}: {
  result: SearchResult
  search: SearchControls
  isNext: boolean
}) {
  const { address } = search
  const router = useRouter()
  const pageCount = Math.ceil(result.total / result.pageSize)
  const hrefFor = (page: number) =>
    router.buildLocation({
      to: '/',
      search: { ...address, page: page > 1 ? page : undefined },
      hash: 'results',
    }).href
  if (result.total === 0)
    return (
      <>
        <NobodyFound address={address} />
        <OutsidePrice count={result.outsidePrice} search={search} />
      </>
    )
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <Status>
          {isNext ? looking(address) : `Found ${countInstructors(result.total)}${where(address)}`}
        </Status>
        <OutsidePrice count={result.outsidePrice} search={search} />
      </div>
      {result.coaches.length === 0 ? (
        <EmptyState title="The list ends before this page." className="mt-6" />
      ) : null}
      <CoachGrid coaches={result.coaches} firstPosition={(result.page - 1) * result.pageSize + 1} />
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

/** Coaches that only the price keeps out, and the way to let them in (U20). */
function OutsidePrice({ count, search }: { count: number; search: SearchControls }) {
  if (count === 0) return null
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

function NobodyFound({ address }: { address: SearchAddress }) {
  return (
    <div role="status">
      <EmptyState
        icon={MapPinned}
        title={`No instructors found${where(address)}. ${address.zip ? 'Try a different zip code or adjust your filters.' : 'Try adjusting your filters.'}`}
        className="mb-4"
      />
    </div>
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
