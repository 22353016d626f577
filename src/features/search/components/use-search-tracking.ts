import { useEffect } from 'react'
import { trackSearch, useImpressions } from '#features/tracking/components/signals.ts'
import type { SearchResult } from '../schema.ts'
import type { SearchAddress } from '../search-address.ts'

/** Tracks the search and every list of results displayed. @param result null while none is displayed */
export function useSearchTracking(address: SearchAddress, result: SearchResult | null): void {
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
