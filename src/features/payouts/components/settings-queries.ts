import { bookingsClient } from '#features/bookings/client.ts'
import { discountsClient } from '#features/discounts/client.ts'
import { payoutsClient } from '../client.ts'

/** Where the money goes, and whether it can. */
export const accountQuery = payoutsClient.account.queryOptions({ staleTime: 0 })

/** Who pays for the offers made to leaving students. */
export const exitOfferQuery = discountsClient.exitOfferTerms.queryOptions({ staleTime: 0 })

/** The terms of cancelling that a coach offers. */
export const policyQuery = bookingsClient.cancellationPolicy.queryOptions({ staleTime: 0 })
