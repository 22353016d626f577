import { accountsClient } from '../client.ts'

/** Where somebody is signed in; never from memory. */
export const sessionsQuery = accountsClient.sessions.queryOptions({ staleTime: 0 })
