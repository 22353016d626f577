import { accountsClient } from '../client.ts'

/** The user's sessions; never cached. */
export const sessionsQuery = accountsClient.sessions.queryOptions({ staleTime: 0 })
