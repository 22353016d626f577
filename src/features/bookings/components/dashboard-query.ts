import type { QueryClient } from '@tanstack/react-query'
import { bookingsClient } from '../client.ts'

// Asked for again once the page lives: something may have changed before it began to listen.
export const dashboardQuery = bookingsClient.dashboard.queryOptions({ staleTime: 0 })

/** For a page's loader: the server draws the figures, the browser draws the page at once and its figures when they come. */
export async function loadDashboard(queryClient: QueryClient): Promise<void> {
  const reading = queryClient.prefetchQuery(dashboardQuery)
  if (import.meta.env.SSR) await reading
}
