import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/use-live.ts'
import { videoReviewsClient } from '../client.ts'

/** A user's reviews. @param most how many; the number that is listed at first when omitted */
export const reviewListQuery = (most?: number) =>
  videoReviewsClient.list.queryOptions({ input: most ? { most } : {}, staleTime: 15_000 })
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
