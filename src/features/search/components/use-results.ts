import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { isSearching, type SearchControls, searchInputOf } from '../address/address.ts'
import { refineLoaded } from '../refine/refine.ts'
import type { SearchResult } from '../schema.ts'
import { searchQuery } from './search-query.ts'
import { rememberSearch } from './use-recents.ts'

/** Lists of this visit that filters may be told from; older ones are forgotten. */
const KEPT = 12

/**
 * What an address finds. A choice that a list already here can answer shows at once, in the order the server will
 * confirm; any other keeps the old list of the same place, marked as old, until the new one is there.
 */
export function useResults({ address }: SearchControls) {
  const isAsked = isSearching(address)
  const loaded = useRef<{ asked: ReturnType<typeof searchInputOf>; result: SearchResult }[]>([])
  const key = JSON.stringify(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the address
  const told = useMemo(() => {
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
      told ?? (previous?.origin?.zip === address.zip ? previous : undefined),
  })
  const result = isAsked ? data : undefined
  const isTrue = result !== undefined && !isPlaceholderData

  useEffect(() => {
    if (!isTrue || !result) return
    loaded.current = [...loaded.current, { asked: searchInputOf(address), result }].slice(-KEPT)
    if (result.origin) {
      const { zip, city, state } = result.origin
      rememberSearch({ zip, town: `${city}, ${state}` })
    }
  }, [isTrue, result, address])

  return {
    isAsked,
    isPending,
    isError,
    result,
    /** The list is one of other filters. */
    isOld: isPlaceholderData && !told,
    refetch,
  }
}
