import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mayaProfile } from '#tests/support/coach-profile.ts'
import type { Review } from '../schema.ts'
import { CoachReviews } from './coach-reviews.tsx'
import { reviewPages } from './review-pages.ts'

/** Reviews of lessons that were not paid here. */
const reviews = (count: number): Review[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `2e71e000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    author: 'Sam R.',
    rating: 5,
    comment: `Comment ${index}`,
    reply: null,
    isCounted: false,
    createdAt: '2026-03-02T15:00:00.000Z',
  }))

/** The list of reviews as a page with the reviews loaded renders it. */
function listed(...pages: Review[][]): string {
  const client = new QueryClient()
  client.setQueryData(reviewPages(mayaProfile).queryKey, {
    pages,
    pageParams: pages.map((_, index) => index + 1),
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CoachReviews coach={mayaProfile} />
    </QueryClientProvider>,
  )
}

test('the coach’s reply is below its review, in its own direction', () => {
  const [review] = reviews(1)
  if (!review) throw new Error('There is no review.')
  const html = listed([{ ...review, reply: 'The bunkers will miss you.' }])
  expect(html).toMatch(/Comment 0.*Coach Maya, in reply.*<p dir="auto"[^>]*>The bunkers will miss you\.<\/p>/)
  expect(listed([review])).not.toContain('in reply')
})

test('further reviews are offered while a page is full, also when none counts toward the rating', () => {
  expect(listed(reviews(10))).toContain('Show more')
  expect(listed(reviews(10), reviews(3))).not.toContain('Show more')
})

test('a coach is called new only without any review, and several reviews can be sorted', () => {
  expect(listed([])).toContain('Coach Maya is new here.')
  const html = listed(reviews(2))
  expect(html).not.toContain('is new here')
  expect(html).toContain('Sort reviews')
  expect(listed(reviews(1))).not.toContain('Sort reviews')
})
