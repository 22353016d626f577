import { proposalsClient } from '#features/proposals/client.ts'

/**
 * The packages that a coach sells on the profile.
 * @param offerId a package named in the page's address, which may be shown by link only
 */
export const packageOffersOf = (instructorId: string, offerId: string | undefined) =>
  proposalsClient.packageOffers.queryOptions({ input: { instructorId, offerId }, staleTime: 15_000 })
