import { accountsClient } from '../client.ts'

/** The providers of this installation, which change only with its settings. */
export const signInProvidersQuery = accountsClient.signInProviders.queryOptions({ staleTime: Infinity })
