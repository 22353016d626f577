import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VideoReviewSummary } from '../schema.ts'
import { ReviewList } from './review-list.tsx'
import { reviewListQuery } from './review-queries.ts'

const at = '2026-11-20T10:00:00Z'
const coachId = '901fe000-0000-4000-8000-000000000002'
const review: VideoReviewSummary = {
  id: '901fe000-0000-4000-8000-000000000001',
  status: 'answered',
  coach: { id: coachId, name: 'Coach Maya' },
  student: { id: '901fe000-0000-4000-8000-000000000003', name: 'Sam Rivera' },
  golfer: null,
  priceCents: 4_500,
  promisedHours: 48,
  question: 'Why do I slice?',
  createdAt: at,
  askedAt: at,
  dueAt: at,
  answeredAt: at,
  endReason: null,
}

/** The coach's list as a page with one review loaded renders it. @param total how many reviews the coach has */
function listed(total: number): string {
  const client = new QueryClient()
  client.setQueryData(reviewListQuery().queryKey, { reviews: [review], total, toSend: 0, waiting: 0 })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ReviewList userId={coachId} as="coach" />
    </QueryClientProvider>,
  )
}

test('further reviews are offered while there are some that are not listed', () => {
  expect(listed(2)).toContain('Show more')
  expect(listed(1)).not.toContain('Show more')
})
