import { searchClient } from '../client.ts'
import { type SearchAddress, searchInputOf } from '../search-address.ts'

/** The query for a search; shared by the loader and the list. */
export const searchQuery = (address: SearchAddress) =>
  searchClient.coaches.queryOptions({ input: searchInputOf(address) })

/** The query for the nearest coaches, used if a search has no results. */
export const nearestQuery = (zip: string) => searchClient.nearest.queryOptions({ input: { zip } })
