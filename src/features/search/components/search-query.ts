import { searchClient } from '../client.ts'
import { type SearchAddress, searchInputOf } from '../search-address.ts'

/** The query for an address: the same for the loader and the list. */
export const searchQuery = (address: SearchAddress) =>
  searchClient.coaches.queryOptions({ input: searchInputOf(address) })

/** The query for the coaches that are nearest after all, where nobody was found. */
export const nearestQuery = (zip: string) => searchClient.nearest.queryOptions({ input: { zip } })
