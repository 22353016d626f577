import { clientFor } from '#platform/api-client.ts'
import type { lessonsApi } from './desk/api.ts'

export const lessonsClient = clientFor<typeof lessonsApi>('lessons')
