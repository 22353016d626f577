import { clientFor } from '#platform/api-client.ts'
import type { accountsApi } from './api.ts'

export const accountsClient = clientFor<typeof accountsApi>('accounts')
