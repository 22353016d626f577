import { clientFor } from '#platform/api-client.ts'
import type { coachesApi } from './api.ts'

export const coachesClient = clientFor<typeof coachesApi>('coaches')
