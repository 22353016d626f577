import { eq } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { credentialRequests as requests, importedReviews as reviews } from './tables.ts'

export const certificatesToCheck: AttentionSource = {
  id: 'certificates',
  label: 'Certificates to check',
  href: '/?tab=certificates',
  read: (db) => countWaiting(db, requests, requests.createdAt, eq(requests.status, 'asked')),
}

export const reviewsToApprove: AttentionSource = {
  id: 'reviews',
  label: 'Imported reviews to approve',
  href: '/?tab=imported-reviews',
  read: (db) => countWaiting(db, reviews, reviews.createdAt, eq(reviews.status, 'asked')),
}
