import { ownProfileClient } from '../client.ts'

/** How far each saved certificate is. */
export const credentialStatesQuery = ownProfileClient.credentialStates.queryOptions({
  staleTime: 0,
  retry: false,
})

/** The reviews a coach brought along. */
export const importedReviewsQuery = ownProfileClient.importedReviews.queryOptions({
  staleTime: 0,
  retry: false,
})
