import { useQueryClient } from '@tanstack/react-query'

/** The features that are asked about a lesson, by their keys in the API: some of them build on this one. */
const read = ['bookings', 'dashboard', 'checkout', 'payouts', 'disputes', 'reviews', 'schedule']

/** Asks again for everything a page shows of lessons, their money and what was written about them. */
export function useRefreshLessons(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(read.map((name) => queryClient.invalidateQueries({ queryKey: [[name]] })))
  }
}
