import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { VideoReview } from '../schema.ts'
import { QuestionForm } from './review-forms.tsx'

const at = '2026-11-20T10:00:00Z'
const review: VideoReview = {
  id: '901fe000-0000-4000-8000-000000000001',
  status: 'paid',
  as: 'student',
  coach: { id: '901fe000-0000-4000-8000-000000000002', name: 'Coach Maya' },
  student: { id: '901fe000-0000-4000-8000-000000000003', name: 'Sam Rivera' },
  golfer: null,
  golferId: null,
  priceCents: 4_500,
  promisedHours: 48,
  question: '',
  answer: '',
  createdAt: at,
  paidAt: at,
  sendUntil: at,
  askedAt: null,
  dueAt: null,
  answeredAt: null,
  endedAt: null,
  endReason: null,
  endMessage: null,
  refundedCents: 0,
  clips: [],
  mayShare: true,
  checkoutUrl: null,
}

const form = (isUploading: boolean) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <QuestionForm review={review} isUploading={isUploading} />
    </QueryClientProvider>,
  )

test('a question cannot be sent while a video is uploaded, and says so', () => {
  expect(form(false)).toContain('Send to Coach Maya')
  expect(form(false)).not.toMatch(/<button[^>]* disabled=""/)
  expect(form(true)).toMatch(/<button[^>]* disabled=""[^>]*>.*Send to Coach Maya/)
  expect(form(true)).toContain('once all videos are uploaded')
})
