import { clientFor } from '#platform/api-client.ts'
import type { savesApi } from './api.ts'

export const savesClient = clientFor<typeof savesApi>('saves')
