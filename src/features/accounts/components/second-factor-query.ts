import { accountsClient } from '../client.ts'

/** Whether somebody signs in in two steps; never from memory. */
export const secondFactorQuery = accountsClient.secondFactor.queryOptions({ staleTime: 0 })
