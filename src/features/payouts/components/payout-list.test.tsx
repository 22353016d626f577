import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Payout } from '../schema.ts'
import { PayoutRows } from './payout-list.tsx'

test('the shares of all years have the year of their lesson and of their payout', () => {
  const payout: Payout = {
    id: '0a000000-0000-4000-8000-000000000001',
    bookingId: '0b000000-0000-4000-8000-000000000001',
    isOfPackage: false,
    title: '60-minute Lesson',
    studentName: 'Sam Carter',
    // The evening of December 31 in New York.
    start: '2026-01-01T00:30:00.000Z',
    zone: 'America/New_York',
    status: 'sent',
    amountCents: 7_650,
    reversedCents: 0,
    dueAt: '2026-01-02T01:30:00.000Z',
    sentAt: '2026-01-02T02:00:00.000Z',
    holdReason: null,
  }
  const words = renderToStaticMarkup(<PayoutRows payouts={[payout]} />).replace(/<[^>]+>/g, ' ')
  expect(words.match(/\w{3}, \w{3} \d+, \d{4}/g)).toEqual([
    // In the list of a phone, then in the table.
    'Wed, Dec 31, 2025',
    'Thu, Jan 1, 2026',
    'Wed, Dec 31, 2025',
    'Thu, Jan 1, 2026',
  ])
})
