import { savesClient } from './client.ts'

/** The coaches a student saved. */
export const savedCoachesQuery = savesClient.list.queryOptions({ staleTime: 0 })
