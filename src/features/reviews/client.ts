import { clientFor } from '#platform/api-client.ts'
import type { reviewsApi } from './api.ts'

export const reviewsClient = clientFor<typeof reviewsApi>('reviews')
