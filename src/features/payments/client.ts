import { clientFor } from '#platform/api-client.ts'
import type { paymentsApi } from './api.ts'

export const paymentsClient = clientFor<typeof paymentsApi>('payments')
