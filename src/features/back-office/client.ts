import { clientFor } from '#platform/api-client.ts'
import type { backOfficeApi } from './api.ts'

export const backOfficeClient = clientFor<typeof backOfficeApi>('backOffice')
