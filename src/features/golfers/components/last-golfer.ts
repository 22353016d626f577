import type { QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toast.tsx'
import { golfersClient } from '../client.ts'

/**
 * The golfers of the account and who of them played last, which each booking changes: loaded again where a booking begins,
 * and when the user returns from another tab.
 */
export const lastGolferQuery = golfersClient.list.queryOptions({
  staleTime: 0,
  refetchOnWindowFocus: 'always',
})

/**
 * Reads who played last, for a booking that is confirmed before the choice of who plays is shown: it begins with that golfer.
 * @returns the golfer's id; null for the owner of the account; false when it could not be read, which is shown
 */
export async function readLastGolfer(queryClient: QueryClient): Promise<string | null | false> {
  try {
    return (await queryClient.fetchQuery(lastGolferQuery)).lastId
  } catch {
    toast.error('Not booked yet', 'We could not load who plays. Please try again.')
    return false
  }
}
