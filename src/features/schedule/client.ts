import { clientFor } from '#platform/api-client.ts'
import type { scheduleApi } from './api.ts'

export const scheduleClient = clientFor<typeof scheduleApi>('schedule')
