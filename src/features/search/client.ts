import { clientFor } from '#platform/api-client.ts'
import type { searchApi } from './api.ts'

export const searchClient = clientFor<typeof searchApi>('search')
