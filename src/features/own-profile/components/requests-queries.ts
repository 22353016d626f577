import { ownProfileClient } from '../client.ts'

/** The verification state of each saved certificate. */
export const credentialStatesQuery = ownProfileClient.credentialStates.queryOptions({
  staleTime: 0,
  retry: false,
})

/** The reviews a coach imported. */
export const importedReviewsQuery = ownProfileClient.importedReviews.queryOptions({
  staleTime: 0,
  retry: false,
})
