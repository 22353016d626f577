import { accountsClient } from '../client.ts'

/** The state of the user's second factor; never cached. */
export const secondFactorQuery = accountsClient.secondFactor.queryOptions({ staleTime: 0 })
