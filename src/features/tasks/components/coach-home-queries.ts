import type { QueryClient } from '@tanstack/react-query'
import { dashboardQuery } from '#features/dashboard/components/dashboard-query.ts'
import { tasksClient } from '../client.ts'

// Asked for again as time passes: lessons end while the page stays open.
export const tasksQuery = tasksClient.list.queryOptions({ staleTime: 0 })

/** For a page's loader: the server draws tasks and figures, the browser draws the page at once and both when they come. */
export async function loadCoachHome(queryClient: QueryClient): Promise<void> {
  const reading = Promise.all([
    queryClient.prefetchQuery(dashboardQuery),
    queryClient.prefetchQuery(tasksQuery),
  ])
  if (import.meta.env.SSR) await reading
}
