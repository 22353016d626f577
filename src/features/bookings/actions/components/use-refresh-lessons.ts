import { useQueryClient } from '@tanstack/react-query'
import { disputesClient } from '#features/disputes/client.ts'
import { payoutsClient } from '#features/payouts/client.ts'
import { reviewsClient } from '#features/reviews/client.ts'
import { bookingsClient } from '../../client.ts'

const read = [bookingsClient.key(), payoutsClient.key(), disputesClient.key(), reviewsClient.key()]

/** Asks again for everything a page shows of lessons, their money and what was written about them. */
export function useRefreshLessons(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(read.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}
