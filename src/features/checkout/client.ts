import { clientFor } from '#platform/api-client.ts'
import type { checkoutApi } from './api.ts'

export const checkoutClient = clientFor<typeof checkoutApi>('checkout')
