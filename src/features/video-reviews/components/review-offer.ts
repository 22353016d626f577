import { videoReviewsClient } from '../client.ts'

/** The video review that a coach sells. */
export const reviewOfferOf = (instructorId: string) =>
  videoReviewsClient.offer.queryOptions({ input: { instructorId }, staleTime: 60_000 })
