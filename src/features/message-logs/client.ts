import { clientFor } from '#platform/api-client.ts'
import type { messageLogsApi } from './api.ts'

export const messageLogsClient = clientFor<typeof messageLogsApi>('messageLogs')
