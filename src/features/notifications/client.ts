import { clientFor } from '#platform/api-client.ts'
import type { notificationsApi } from './api.ts'

export const notificationsClient = clientFor<typeof notificationsApi>('notifications')
