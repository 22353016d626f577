import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { searchClient } from '../client.ts'
import type { CoachCard as Coach } from '../schema.ts'
import type { SearchAddress } from '../search-address.ts'
import { CardTimes, loadingTimes } from './card-times.tsx'
import type { OpeningState } from './coach-card.tsx'

/** Three open times for each card of a search, that fit it. They are fetched after the list. */
export function useCardTimes(coaches: readonly Coach[], { zip, when }: Pick<SearchAddress, 'zip' | 'when'>) {
  const instructorIds = coaches.map(({ id }) => id)
  const { data, isPending } = useQuery({
    ...searchClient.cardTimes.queryOptions({
      input: { instructorIds, ...(zip ? { zip } : {}), ...(when ? { when } : {}) },
    }),
    staleTime: 0,
    gcTime: 0,
    enabled: instructorIds.length > 0,
  })
  return ({ id, name }: Coach): { nextOpening: OpeningState; times?: ReactNode } => {
    const found = data?.[id]
    const [next] = found?.times ?? []
    if (next && found)
      return { nextOpening: next, times: <CardTimes coach={{ id, name }} openings={found} /> }
    if (isPending) return { nextOpening: 'loading', times: loadingTimes }
    // A coach may have been booked just now, at the times that were asked for.
    return { nextOpening: !data || when ? 'unknown' : null }
  }
}
