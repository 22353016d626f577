import { clientFor } from '#platform/api-client.ts'
import type { giftCardsApi } from './api.ts'

export const giftCardsClient = clientFor<typeof giftCardsApi>('giftCards')
