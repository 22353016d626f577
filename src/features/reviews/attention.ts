import type { AttentionSource } from '#ports/services.ts'
import { readPatterns } from './patterns.ts'

export const unusualReviews: AttentionSource = {
  id: 'review-patterns',
  label: 'Reviews that may be from one person',
  href: '/?tab=imported-reviews',
  read: readPatterns,
}
