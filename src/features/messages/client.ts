import { clientFor } from '#platform/api-client.ts'
import type { messagesApi } from './api.ts'

export const messagesClient = clientFor<typeof messagesApi>('messages')
