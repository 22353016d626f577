import { clientFor } from '#platform/api-client.ts'
import type { assistantApi } from './api.ts'

export const assistantClient = clientFor<typeof assistantApi>('assistant')
