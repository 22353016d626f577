import { clientFor } from '#platform/api-client.ts'
import type { rainChecksApi } from './api.ts'

export const rainChecksClient = clientFor<typeof rainChecksApi>('rainChecks')
