import { useQueryClient } from '@tanstack/react-query'

/**
 * API keys of the features with lesson data. Some of these features depend on this one, so their clients
 * cannot be imported.
 */
const read = ['bookings', 'dashboard', 'checkout', 'payouts', 'disputes', 'reviews', 'schedule', 'members']

/** Invalidates everything a page shows about lessons, their payments and their reviews, and the number of lessons above the menu. */
export function useRefreshLessons(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(read.map((name) => queryClient.invalidateQueries({ queryKey: [[name]] })))
  }
}
