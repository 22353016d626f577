import type { ReactNode } from 'react'
import type { SearchControls } from '../search-address.ts'
import { NoResultsNearest } from './no-results-nearest.tsx'
import { OtherTimes } from './other-times.tsx'

/**
 * What is offered when a search has no results: other times, and the nearest coaches.
 * @param props.outsidePrice offers coaches outside the price range; if there are any, the nearest are not shown
 */
export function NoResults({ search, outsidePrice }: { search: SearchControls; outsidePrice: ReactNode }) {
  const { zip, when } = search.address
  return (
    <>
      {when ? <OtherTimes search={search} areOthersOpen={Boolean(outsidePrice)} /> : null}
      {outsidePrice ? <div className="mb-6 text-center">{outsidePrice}</div> : null}
      {zip && !outsidePrice ? <NoResultsNearest zip={zip} /> : null}
    </>
  )
}
