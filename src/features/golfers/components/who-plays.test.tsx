import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { GolferList } from '../own-golfers.ts'
import { lastGolferQuery, readLastGolfer } from './last-golfer.ts'
import { WhoPlays } from './who-plays.tsx'

const emma = {
  id: '901fe000-0000-4000-8000-000000000001',
  name: 'Emma Rivera',
  relation: 'child' as const,
  yearOfBirth: 2014,
  allowsClips: false,
}
const listed = (lastId: string | null): GolferList => ({ golfers: [emma], lastId })

/** Loaded by another part of the page before a lesson was booked for Emma. */
function loadedBefore() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000, retry: false } } })
  queryClient.setQueryData(lastGolferQuery.queryKey, listed(null))
  return queryClient
}

test('the choice of who plays does not begin with what was loaded before the last booking', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={loadedBefore()}>
      <WhoPlays ref={createRef()} isSignedIn />
    </QueryClientProvider>,
  )
  expect(html).toContain('Booking for someone else?')
  expect(html).not.toContain('checked')
})

test('a booking before the choice is loaded asks again who played last', async () => {
  const queryClient = loadedBefore()
  const asked = vi.spyOn(queryClient, 'fetchQuery').mockResolvedValue(listed(emma.id))
  expect(await readLastGolfer(queryClient)).toBe(emma.id)
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ staleTime: 0 }))
})
