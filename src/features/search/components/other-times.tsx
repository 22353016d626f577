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

/** Shown when no coach is open at the time asked for: buttons for other times at which a coach is. */
export function OtherTimes({ search }: { search: SearchControls }) {
  const { address, refine } = search
  const { data } = useQuery(
    searchClient.openDays.queryOptions({
      input: searchInputOf({ ...address, when: undefined, page: undefined }),
    }),
  )
  const now = useNow(60_000)
  const zone = useViewerZone() ?? OFFICE_ZONE
  const others = data && now !== null && listOtherTimes(address.when ?? '', data, dateIn(now, zone))
  return (
    <section
      aria-labelledby="other-times"
      aria-busy={!others}
      className="mx-auto mb-8 max-w-3xl rounded-card bg-surface-sunken p-5 text-center sm:p-6"
    >
      <h2 id="other-times" className="text-title">
        {others && others.length === 0
          ? `Nobody has an open time in the next ${REACH_DAYS} days`
          : 'Nobody has an open time then'}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        {others && others.length === 0
          ? 'Other coaches answer messages: see everybody, and ask for a time.'
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
