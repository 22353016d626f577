import { useQuery } from '@tanstack/react-query'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { searchClient } from '../client.ts'
import { listOtherTimes } from '../other-times.ts'
import { type SearchControls, searchInputOf } from '../search-address.ts'
import { REACH_DAYS } from '../when.ts'
import { searchQuery } from './search-query.ts'

/**
 * Shown when no coach is open at the time asked for: buttons for other times at which a coach is. Without such times, it is shown only if
 * there are coaches at any time.
 * @param props.areOthersOpen coaches outside the price range are open then
 */
export function OtherTimes({ search, areOthersOpen }: { search: SearchControls; areOthersOpen: boolean }) {
  const { address, refine } = search
  const anyTime = { ...address, when: undefined, page: undefined }
  const { data } = useQuery(searchClient.openDays.queryOptions({ input: searchInputOf(anyTime) }))
  const now = useNow(60_000)
  const zone = useViewerZone() ?? OFFICE_ZONE
  const isNone = data?.length === 0
  const { data: all, isError } = useQuery({ ...searchQuery(anyTime), enabled: isNone })
  if (isNone && all?.total === 0) return null
  const others = isNone
    ? (all || isError) && []
    : data && now !== null && listOtherTimes(address.when ?? '', data, dateIn(now, zone))
  const areNone = isNone && others
  const isOfPrice = areOthersOpen || (areNone && all && all.outsidePrice > 0)
  return (
    <section
      aria-labelledby="other-times"
      aria-busy={!others}
      className="mx-auto mb-8 max-w-3xl rounded-card bg-surface-sunken p-5 text-center sm:p-6"
    >
      <h2 id="other-times" className="text-title">
        {isOfPrice ? 'Nobody in your price range' : 'Nobody'} has an open time{' '}
        {areNone ? `in the next ${REACH_DAYS} days` : 'then'}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        {isNone
          ? all && 'Other coaches answer messages: see everybody, and ask for a time.'
          : 'Somebody does at these times:'}
      </p>
      <div className="mt-4 flex min-h-11 flex-wrap justify-center gap-2">
        {others ? (
          <>
            {others.map(({ when, label }) => (
              <Button key={when} onClick={() => refine({ when })}>
                {label}
              </Button>
            ))}
            <Button variant="ghost" onClick={() => refine({ when: undefined })}>
              Any time
            </Button>
          </>
        ) : (
          ['a', 'b', 'c'].map((name) => <Skeleton key={name} className="h-11 w-52" />)
        )}
      </div>
    </section>
  )
}
