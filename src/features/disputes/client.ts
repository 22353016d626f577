import { clientFor } from '#platform/api-client.ts'
import type { disputesApi } from './api.ts'

export const disputesClient = clientFor<typeof disputesApi>('disputes')
