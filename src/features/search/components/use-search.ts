import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { readSearchAddress, type SearchAddress } from '../address/address.ts'
import { searchQuery } from './search-query.ts'
import { preloadResults } from './search-results.tsx'

/** The page's address without its page, for what only a new list needs. */
type Change = Partial<Record<keyof SearchAddress, unknown>>

/**
 * What is searched for now, and the ways to change it. It all lives in the page's address; what was chosen shows at
 * once, while the address follows.
 */
export function useSearchAddress() {
  const inUrl = readSearchAddress(useSearch({ strict: false }))
  const urlKey = JSON.stringify(inUrl)
  const [ahead, setAhead] = useState<{ of: string; address: SearchAddress } | null>(null)
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  if (ahead && ahead.of !== urlKey) setAhead(null)
  const address = ahead?.of === urlKey ? ahead.address : inUrl

  const go = (change: Change, how: { replace?: boolean; resetScroll?: boolean }) => {
    const next = readSearchAddress({ ...address, ...change })
    setAhead({ of: urlKey, address: next })
    void navigate({ to: '/', search: next, ...how })
  }
  return {
    address,
    /** Another ZIP code: a step of its own in the history, read from the top. */
    searchZip: (zip: string) => go({ zip, page: 1 }, {}),
    /** What the map looks at: the picture stays where it is. */
    searchHere: (zip: string) => go({ zip, page: 1 }, { resetScroll: false }),
    /** Another filter or order: the page stays where it is, and one step back leaves the list. */
    refine: (change: Change) => go({ ...change, page: 1 }, { replace: true, resetScroll: false }),
    /** Back to the beginning: no ZIP code, the default prices, nothing chosen. */
    clear: () => {
      setAhead({ of: urlKey, address: {} })
      void navigate({ to: '/', search: {}, resetScroll: false })
    },
    /** Somebody begins to type a ZIP code. */
    prepareZip: () => void preloadResults(),
    /** Fetches what lists are made of, and the list without a ZIP code ahead of the first filter. */
    prepare: () => {
      void preloadResults()
      if (!address.zip) void queryClient.prefetchQuery(searchQuery(address))
    },
  }
}

export type SearchControls = ReturnType<typeof useSearchAddress>
