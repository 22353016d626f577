import { clientFor } from '#platform/api-client.ts'
import type { payoutsApi } from './api.ts'

export const payoutsClient = clientFor<typeof payoutsApi>('payouts')
