import { clientFor } from '#platform/api-client.ts'
import type { contentApi } from './api.ts'

export const contentClient = clientFor<typeof contentApi>('content')
