import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { checkoutClient } from '#features/checkout/client.ts'
import type { TimesAgain } from '#features/checkout/schema.ts'
import { BookAgain } from './book-again.tsx'

vi.mock('./go-and-sign-in.ts', () => ({ useGoAndSignIn: () => () => undefined }))
vi.mock('./booking-attempt.ts', () => ({ useBookingAttempt: () => ({}), changedTitles: {} }))

const bookingId = '0199b3f4-52c1-7d6e-9a10-3c5d7e9f1a2b'
const nothingOpen: TimesAgain = {
  instructorId: '0199aaaa-0000-7000-8000-000000000001',
  coachLabel: 'Coach Maya',
  locationId: null,
  place: 'Longleaf Hollow Golf Center',
  title: '60-minute Lesson',
  lessonType: 'individual',
  start: '2026-11-28T14:00:00.000Z',
  zone: 'America/New_York',
  durationMinutes: 60,
  golferId: null,
  times: [],
  priceCents: null,
  policy: null,
  terms: null,
  isPrepaid: false,
  isOneTap: false,
  answers: [],
}

/** What a student reads who books a lesson again for which there are no times. */
function shown(change: Partial<TimesAgain>) {
  const queries = new QueryClient()
  const { queryKey } = checkoutClient.timesAgain.queryOptions({ input: { bookingId } })
  queries.setQueryData(queryKey, { ...nothingOpen, ...change })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <BookAgain bookingId={bookingId} onChoose={async () => undefined} onHeld={async () => undefined} />
    </QueryClientProvider>,
  )
}

test('a coach is called busy only when open times were looked up', () => {
  const busy = 'Coach Maya has no open time on Saturdays at 9:00 AM in the next weeks.'
  expect(shown({ priceCents: 8_500 })).toContain(busy)
  expect(shown({ isPrepaid: true })).toContain(busy)
  const closed = shown({})
  expect(closed).not.toContain('has no open time')
  expect(closed).toContain('This lesson cannot be booked again as it was.')
  expect(closed).toContain('See all open times')
})
