import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  readSearchAddress,
  type SearchAddress,
  type SearchChange,
  type SearchControls,
} from '../search-address.ts'
import { prepareRefining, searchQuery } from './search-query.ts'
import { preloadResults } from './search-results.tsx'

/**
 * The current search and the functions to change it. The state lives in the URL; changes are displayed
 * immediately while the URL is being updated.
 */
export function useSearchAddress(): SearchControls {
  const inUrl = readSearchAddress(useSearch({ strict: false }))
  const urlKey = JSON.stringify(inUrl)
  const [ahead, setAhead] = useState<{ of: string; address: SearchAddress } | null>(null)
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  if (ahead && ahead.of !== urlKey) setAhead(null)
  const address = ahead?.of === urlKey ? ahead.address : inUrl

  // A change may come late, such as the user's location: it changes the search as it is then.
  const latest = useRef({ of: urlKey, address })
  latest.current = { of: urlKey, address }

  const go = (change: SearchChange, how: { replace?: boolean; resetScroll?: boolean }) => {
    const { of, address } = latest.current
    const next = readSearchAddress({ ...address, ...change })
    setAhead({ of, address: next })
    void navigate({ to: '/', search: next, ...how })
  }
  return {
    address,
    searchZip: (zip, when = latest.current.address.when) => go({ zip, when, page: 1 }, {}),
    searchHere: (zip) => go({ zip, page: 1 }, { resetScroll: false }),
    refine: (change) => go({ ...change, page: 1 }, { replace: true, resetScroll: false }),
    clear: () => {
      setAhead({ of: urlKey, address: {} })
      void navigate({ to: '/', search: {}, resetScroll: false })
    },
    prepareZip: () => void preloadResults(),
    prepare: () => {
      void preloadResults()
      void prepareRefining()
      if (!address.zip) void queryClient.prefetchQuery(searchQuery(address))
    },
  }
}
