import { ORPCError } from '@orpc/client'
import { expect, test, vi } from 'vitest'
import { twiceIfLost } from './twice-if-lost.ts'

const lost = new TypeError('Failed to fetch')
const refused = new ORPCError('slot_taken', { message: 'Someone just booked this time.' })

test('a request whose answer was lost is sent once more', async () => {
  const once = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue('booked')
  expect(await twiceIfLost(once)).toBe('booked')
  expect(once).toHaveBeenCalledTimes(2)

  const never = vi.fn().mockRejectedValue(lost)
  await expect(twiceIfLost(never)).rejects.toBe(lost)
  expect(never).toHaveBeenCalledTimes(2)
})

test('a request that was refused is not sent again', async () => {
  const request = vi.fn().mockRejectedValue(refused)
  await expect(twiceIfLost(request)).rejects.toBe(refused)
  expect(request).toHaveBeenCalledTimes(1)
})
