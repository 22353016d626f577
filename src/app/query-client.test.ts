import { ORPCError } from '@orpc/client'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('data is fresh for five minutes and cached for ten; returning to the tab does not refetch it [row 22]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  })
})

test.each([
  ['no answer', new TypeError('Failed to fetch'), 2],
  ['a server in trouble', new ORPCError('internal', { status: 500 }), 2],
  ['a refusal', new ORPCError('not_found', { status: 404 }), 1],
  ['too many tries', new ORPCError('too_many', { status: 429 }), 1],
])('one retry, but none for a refusal: %s [row 22]', async (_what, failure, times) => {
  vi.useFakeTimers()
  const read = vi.fn().mockRejectedValue(failure)
  const reading = createQueryClient().fetchQuery({ queryKey: ['x'], queryFn: read })
  await Promise.allSettled([reading, vi.runAllTimersAsync()])
  vi.useRealTimers()
  expect(read.mock.calls.length).toBe(times)
})
