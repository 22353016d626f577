import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { listenToSignals, type Signal, stopListening } from '#features/tracking/components/signals.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { NoResultsNearest } from './no-results-nearest.tsx'
import { nearestQuery } from './search-query.ts'

vi.mock('./coach-grid.tsx', () => ({ CoachGrid: () => 'the nearest coaches' }))

let close = async () => {}
afterEach(async () => {
  stopListening({ forGood: false })
  await close()
})

test('the nearest coaches, shown for a search without results, are recorded as a displayed list', async () => {
  const signals: Signal[] = []
  listenToSignals((signal) => void signals.push(signal))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData<object>(nearestQuery('28202').queryKey, {
    origin: { city: 'Charlotte', state: 'NC' },
    coaches: [
      { id: 'maya', distance: 3 },
      { id: 'keoni', distance: 9 },
    ],
  })
  const { page, unmount } = await mount(
    <QueryClientProvider client={client}>
      <NoResultsNearest zip="28202" />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => expect(page.textContent).toContain('the nearest coaches'))
  await eventually(() =>
    expect(signals).toEqual([
      { kind: 'list', query: '28202', filters: {}, firstPosition: 1, coachIds: ['maya', 'keoni'] },
    ]),
  )
})
