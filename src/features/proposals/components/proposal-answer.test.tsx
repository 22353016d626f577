import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Proposal } from '../schema.ts'
import { ProposalAnswer } from './proposal-answer.tsx'

const time = (start: string) => ({ start, isOpen: true, confirmed: [] })
const [first, second] = [time('2026-11-26T14:30:00.000Z'), time('2026-11-27T14:30:00.000Z')]
const oneLesson = {
  id: '94000000-0000-4000-8000-000000000001',
  version: 1,
  coach: { id: 'c0ac0001-0000-4000-8000-000000000001', label: 'Coach Maya' },
  durationMinutes: 60,
  zone: 'America/New_York',
  lessons: 1,
  priceCents: 8_500,
  policy: 'strict',
  packageTerms: null,
  times: [first],
  steps: ['accept'],
}

const answerTo = (change: object = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ProposalAnswer proposal={{ ...oneLesson, ...change } as unknown as Proposal} />
    </QueryClientProvider>,
  )

test('one lesson is accepted under terms that are shown: with dates once a time is chosen', () => {
  expect(answerTo()).toContain(
    'Free cancellation until Thu, Nov 19, 9:30 AM EST. 50% refund until Tue, Nov 24, 9:30 AM EST; no refund after that.',
  )
  expect(answerTo({ times: [first, second] })).toContain(
    'Free cancellation until 7 days before the lesson. 50% refund until 48 hours before the lesson; no refund after that.',
  )
})

test('a package names its own terms only, and a proposal that the previous version returned is shown without', () => {
  const terms = '50% of the price of lessons you have not taken is refunded.'
  const ofPackage = answerTo({ lessons: 5, packageTerms: terms })
  expect(ofPackage).toContain(terms)
  expect(ofPackage).not.toContain('Free cancellation')
  expect(answerTo({ policy: undefined })).toContain('Accept and pay $85')
})
