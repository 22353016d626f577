import { clientFor } from '#platform/api-client.ts'
import type { discountsApi } from './api.ts'

export const discountsClient = clientFor<typeof discountsApi>('discounts')
