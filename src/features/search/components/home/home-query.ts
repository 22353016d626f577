import { HOUR } from '#platform/duration.ts'
import { searchClient } from '../../client.ts'

/** Data for the home page other than search results; it rarely changes. */
export const homeQuery = searchClient.home.queryOptions({ staleTime: HOUR })
