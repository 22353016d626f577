import { clientFor } from '#platform/api-client.ts'
import type { marketingApi } from './api.ts'

export const marketingClient = clientFor<typeof marketingApi>('marketing')
