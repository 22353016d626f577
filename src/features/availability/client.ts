import { clientFor } from '#platform/api-client.ts'
import type { availabilityApi } from './api.ts'

export const availabilityClient = clientFor<typeof availabilityApi>('availability')
