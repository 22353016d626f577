import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Clinic } from '#features/clinics/schema.ts'
import { serverRequest } from '#platform/server-request.ts'
import { loadClinic } from './load-clinic.ts'

const dates = ['07', '08', '09'].map((day) => ({
  start: `2027-06-${day}T13:00:00.000Z`,
  end: `2027-06-${day}T16:00:00.000Z`,
}))

const camp: Clinic = {
  id: 'c11a0001-0000-4000-8000-000000000001',
  title: 'Junior camp',
  description: '',
  place: 'Longleaf Hollow',
  address: null,
  zone: 'America/New_York',
  dates,
  priceCents: 30_000,
  seats: 8,
  seatsLeft: 3,
  minimum: 1,
  decideAt: null,
  youngest: null,
  oldest: null,
  level: 'everyone',
  state: 'open',
  coach: { id: 'c0ac0001-0000-4000-8000-000000000001', name: 'Maya Bennett', label: 'Coach Maya' },
  cancellationPolicy: 'standard',
}

test.each([
  [1, /9:00 AM.*, Longleaf Hollow\. \$300 a seat; book online\.$/],
  [2, / and 1 more date, Longleaf Hollow\. \$300 a seat for all 2 dates; book online\.$/],
  [3, / and 2 more dates, Longleaf Hollow\. \$300 a seat for all 3 dates; book online\.$/],
])(
  'search engines read a clinic of %i dates as one event, and what its price is for',
  async (count, words) => {
    const api = { clinics: { clinic: async () => ({ ...camp, dates: dates.slice(0, count) }) } }
    const { head } = await serverRequest.run(
      { origin: 'https://greenside.example', nonce: '', now: 0, api },
      () => loadClinic(new QueryClient(), camp.id),
    )
    expect(head.meta).toContainEqual({ name: 'description', content: expect.stringMatching(words) })
    const types = head.scripts.map(({ children }) => JSON.parse(children)['@type'])
    expect(types).toEqual(['Event', 'BreadcrumbList'])
  },
)
