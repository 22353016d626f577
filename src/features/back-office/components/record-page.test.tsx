import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EventList } from './record-page.tsx'

test('the events of a record have their year, in New York', () => {
  const events = ['2025-01-01T00:30:00.000Z', '2026-06-03T14:00:00.000Z'].map((at) => ({
    at,
    title: 'Signed in',
    detail: null,
  }))
  const page = renderToStaticMarkup(<EventList events={events} />)
  expect([...page.matchAll(/<time[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
    'Tue, Dec 31, 2024, 7:30 PM EST',
    'Wed, Jun 3, 2026, 10:00 AM EDT',
  ])
})
