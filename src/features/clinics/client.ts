import { clientFor } from '#platform/api-client.ts'
import type { clinicsApi } from './api.ts'

export const clinicsClient = clientFor<typeof clinicsApi>('clinics')
