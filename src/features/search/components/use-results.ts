import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { SearchResult } from '../schema.ts'
import { isSearching, type SearchControls, searchInputOf } from '../search-address.ts'
import { refining, searchQuery } from './search-query.ts'
import { addRecentSearch } from './use-recents.ts'

/** The maximum number of loaded lists kept for filtering on the client; older ones are dropped. */
const MOST_LISTS = 12

/**
 * The results for an address. If a loaded list can answer a changed filter, its result is shown immediately,
 * in the order the server will return. Otherwise the previous list for the same place stays visible, marked
 * as old, until the response arrives.
 */
export function useResults({ address }: SearchControls) {
  const isAsked = isSearching(address)
  const loaded = useRef<{ asked: ReturnType<typeof searchInputOf>; result: SearchResult }[]>([])
  const key = JSON.stringify(address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the address
  const refined = useMemo(() => {
    for (const list of loaded.current.toReversed()) {
      const result = refining.refineLoaded?.(list, address)
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
    /** The list still belongs to the previous filters. */
    isOld: isPlaceholderData && !refined,
    refetch,
  }
}
