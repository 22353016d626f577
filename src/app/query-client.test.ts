import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

test('what was read is fresh for five minutes and kept for ten; no look away reads it again; one retry [row 22]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toEqual({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
    retry: 1,
  })
})
