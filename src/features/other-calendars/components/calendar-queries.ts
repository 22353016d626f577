import type { QueryClient } from '@tanstack/react-query'
import { availabilityClient } from '#features/availability/client.ts'
import { otherCalendarsClient } from '../client.ts'

/** A coach's other calendars. Looked at again each minute: how reading them goes changes without anybody's doing. */
export const otherCalendarsQuery = otherCalendarsClient.list.queryOptions({
  staleTime: 0,
  refetchInterval: 60_000,
})

/** Shows what a change of the calendars made of them, and of the times that are open. */
export async function showChanged(
  queryClient: QueryClient,
  changed: Awaited<ReturnType<typeof otherCalendarsClient.list.call>>,
): Promise<void> {
  const { queryKey } = otherCalendarsQuery
  // An answer that is under way was given before the change.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, changed)
  void queryClient.invalidateQueries({ queryKey: availabilityClient.key() })
}
