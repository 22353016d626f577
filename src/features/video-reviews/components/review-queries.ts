import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/use-live.ts'
import { videoReviewsClient } from '../client.ts'

export const reviewListQuery = videoReviewsClient.list.queryOptions({ staleTime: 15_000 })
export const reviewQuery = (videoReviewId: string) =>
  videoReviewsClient.get.queryOptions({ input: { videoReviewId }, staleTime: 15_000 })
export const ownOfferQuery = videoReviewsClient.ownOffer.queryOptions({ staleTime: 15_000 })

/** Reloads reviews whenever one of the user's changes. */
export function useLiveReviews(userId: string): void {
  const queryClient = useQueryClient()
  useLive(
    [`user:${userId}`, `clips:${userId}`],
    () => void queryClient.invalidateQueries({ queryKey: videoReviewsClient.key() }),
  )
}
