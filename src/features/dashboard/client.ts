import { clientFor } from '#platform/api-client.ts'
import type { dashboardApi } from './api.ts'

export const dashboardClient = clientFor<typeof dashboardApi>('dashboard')
