import { dashboardClient } from '../client.ts'

// Asked for again once the page lives: something may have changed before it began to listen.
export const dashboardQuery = dashboardClient.read.queryOptions({ staleTime: 0 })
