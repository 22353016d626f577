import type { QueryClient } from '@tanstack/react-query'
import { bookingsClient } from '#features/bookings/client.ts'
import { clinicsClient } from '#features/clinics/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { discountsClient } from '#features/discounts/client.ts'
import { payoutsClient } from '../client.ts'

/** Where the money goes, and whether it can. */
export const accountQuery = payoutsClient.account.queryOptions({ staleTime: 0 })

/** Who pays for the offers made to leaving students. */
export const exitOfferQuery = discountsClient.exitOfferTerms.queryOptions({ staleTime: 0 })

/** The terms of cancelling that a coach offers. */
export const policyQuery = bookingsClient.cancellationPolicy.queryOptions({ staleTime: 0 })

/** Applies a saved policy to the cache; the coach's profile and clinics, which show its terms, are queried again. */
export function applyPolicy(queryClient: QueryClient, saved: { policy: CancellationPolicy }): void {
  queryClient.setQueryData(policyQuery.queryKey, saved)
  for (const queryKey of [coachesClient.profile.key(), clinicsClient.key()])
    void queryClient.invalidateQueries({ queryKey })
}
