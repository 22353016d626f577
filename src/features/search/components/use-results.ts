import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { refineLoaded } from '../refine.ts'
import type { SearchResult } from '../schema.ts'
import { isSearching, type SearchControls, searchInputOf } from '../search-address.ts'
import { searchQuery } from './search-query.ts'
import { addRecentSearch } from './use-recents.ts'

/** How many loaded lists filters may be answered from; older ones are dropped. */
const MOST_LISTS = 12

/**
 * What an address finds. A choice that a loaded list can answer shows at once, in the order the server will
 * confirm; any other keeps the old list of the same place, marked as old, until the new one is there.
 */
export function useResults({ address }: SearchControls) {
  const isAsked = isSearching(address)
  const loaded = useRef<{ asked: ReturnType<typeof searchInputOf>; result: SearchResult }[]>([])
  const key = JSON.stringify(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the address
  const refined = useMemo(() => {
    for (const list of loaded.current.toReversed()) {
      const result = refineLoaded(list, address)
      if (result) return result
    }
    return null
  }, [key])
  const { data, isPending, isError, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(address),
    enabled: isAsked,
    placeholderData: (previous: SearchResult | undefined) =>
      refined ?? (previous?.origin?.zip === address.zip ? previous : undefined),
  })
  const result = isAsked ? data : undefined
  const isTrue = result !== undefined && !isPlaceholderData

  useEffect(() => {
    if (!isTrue || !result) return
    loaded.current = [...loaded.current, { asked: searchInputOf(address), result }].slice(-MOST_LISTS)
    if (result.origin) {
      const { zip, city, state } = result.origin
      addRecentSearch({ zip, town: `${city}, ${state}` })
    }
  }, [isTrue, result, address])

  return {
    isAsked,
    isPending,
    isError,
    result,
    /** The list is one of other filters. */
    isOld: isPlaceholderData && !refined,
    refetch,
  }
}
