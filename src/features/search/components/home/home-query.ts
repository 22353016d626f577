import { searchClient } from '../../client.ts'

const HOUR = 3_600_000

/** What the home page shows beyond the search; it hardly ever changes. */
export const homeQuery = searchClient.home.queryOptions({ staleTime: HOUR })
