import type { QueryClient } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import { otherCalendarsClient } from '../client.ts'

/** A coach's other calendars. Polled every minute, because the read status changes in the background. */
export const otherCalendarsQuery = otherCalendarsClient.list.queryOptions({
  staleTime: 0,
  refetchInterval: 60_000,
})

/** Updates the cache with the calendars after a change, and invalidates the open times. */
export async function showChanged(
  queryClient: QueryClient,
  changed: Awaited<ReturnType<typeof otherCalendarsClient.list.call>>,
): Promise<void> {
  const { queryKey } = otherCalendarsQuery
  // A response in flight predates the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, changed)
  void queryClient.invalidateQueries({ queryKey: availabilityClient.key() })
}
