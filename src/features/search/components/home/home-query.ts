import { searchClient } from '../../client.ts'

const HOUR = 3_600_000

/** Data for the home page other than search results; it rarely changes. */
export const homeQuery = searchClient.home.queryOptions({ staleTime: HOUR })
