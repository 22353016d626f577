import { clientFor } from '#platform/api-client.ts'
import type { operationsApi } from './api.ts'

export const operationsClient = clientFor<typeof operationsApi>('operations')
