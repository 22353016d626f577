import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { searchClient } from '../client.ts'
import type { OpenDay } from '../schema.ts'
import { type SearchAddress, type SearchControls, searchInputOf } from '../search-address.ts'
import { OtherTimes } from './other-times.tsx'
import { searchQuery } from './search-query.ts'

const nothing = () => undefined
const anyTime: SearchAddress = { zip: '28202' }
const search: SearchControls = {
  address: { ...anyTime, when: 'sat.morning' },
  searchZip: nothing,
  searchHere: nothing,
  refine: nothing,
  clear: nothing,
  prepareZip: nothing,
  prepare: nothing,
}

/** What is offered, when no coach within the price range is open on Saturday morning. */
function draw(known: {
  openDays?: OpenDay[]
  total?: number
  outsidePrice?: number
  areOthersOpen?: boolean
}) {
  const { openDays, total, outsidePrice = 0, areOthersOpen = false } = known
  const queryClient = new QueryClient()
  const input = searchInputOf(anyTime)
  if (openDays) queryClient.setQueryData(searchClient.openDays.queryKey({ input }), openDays)
  if (total !== undefined)
    queryClient.setQueryData(searchQuery(anyTime).queryKey, {
      coaches: [],
      total,
      outsidePrice,
      page: 1,
      pageSize: 24,
      origin: null,
    })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <OtherTimes search={search} areOthersOpen={areOthersOpen} />
    </QueryClientProvider>,
  )
}

describe('without an open time on any day', () => {
  test('nothing is said about a place without coaches', () => {
    expect(draw({ openDays: [], total: 0 })).toBe('')
    expect(draw({ openDays: [], total: 0, areOthersOpen: true })).toBe('')
  })

  test('coaches who answer messages are offered where there are any', () => {
    const shown = draw({ openDays: [], total: 2 })
    expect(shown).toContain('Nobody has an open time in the next 30 days')
    expect(shown).toContain('Other coaches answer messages: see everybody, and ask for a time.')
    expect(shown).toContain('Any time')
  })

  test('coaches outside the price range may have one', () => {
    expect(draw({ openDays: [], total: 1, outsidePrice: 1 })).toContain(
      'Nobody in your price range has an open time in the next 30 days',
    )
  })

  test('nothing is promised until the coaches are counted', () => {
    const shown = draw({ openDays: [] })
    expect(shown).toContain('Nobody has an open time then')
    expect(shown).not.toContain('Any time')
    expect(shown).not.toContain('Somebody')
  })
})

test('coaches outside the price range who are open then are not left out', () => {
  const openDays: OpenDay[] = [{ date: '2030-01-05', parts: ['afternoon'] }]
  expect(draw({ openDays, areOthersOpen: true })).toContain(
    'Nobody in your price range has an open time then',
  )
  expect(draw({ openDays })).toContain('Nobody has an open time then')
})
