import { searchClient } from '../client.ts'
import { type SearchAddress, searchInputOf } from '../search-address.ts'

/** The query for a search; shared by the loader and the list. */
export const searchQuery = (address: SearchAddress) =>
  searchClient.coaches.queryOptions({ input: searchInputOf(address) })

/** The query for the nearest coaches, used if a search has no results. */
export const nearestQuery = (zip: string) => searchClient.nearest.queryOptions({ input: { zip } })

/** What computes changed filters in the browser, once it is loaded. */
export const refining: Partial<typeof import('../refine.ts')> = {}

/** Loads it; called when a change becomes likely. */
export const prepareRefining = async () => void Object.assign(refining, await import('../refine.ts'))
