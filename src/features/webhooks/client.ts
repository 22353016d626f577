import { clientFor } from '#platform/api-client.ts'
import type { webhooksApi } from './api.ts'

export const webhooksClient = clientFor<typeof webhooksApi>('webhooks')
