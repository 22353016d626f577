import { clientFor } from '#platform/api-client.ts'
import type { analyticsApi } from './api.ts'

export const analyticsClient = clientFor<typeof analyticsApi>('analytics')
