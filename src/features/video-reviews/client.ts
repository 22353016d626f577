import { clientFor } from '#platform/api-client.ts'
import type { videoReviewsApi } from './api.ts'

export const videoReviewsClient = clientFor<typeof videoReviewsApi>('videoReviews')
