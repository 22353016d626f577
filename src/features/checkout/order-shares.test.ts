import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareId, shareOut } from './order-shares.ts'

test.each<[number, number[], number[]]>([
  [8_500, [8_500], [8_500]],
  [17_000, [8_500, 8_500], [8_500, 8_500]],
  [10_000, [8_500, 8_500], [8_500, 1_500]],
  [1_500, [0, 8_500], [0, 1_500]],
  // More than there is, as when a bank and an operator both return the money.
  [20_000, [8_500, 8_500], [8_500, 11_500]],
])('%i cents over lines of %j: %j', (amount, most, shares) => {
  expect(shareOut(amount, most)).toEqual(shares)
})

test('shares add up to the amount, and only the last may exceed what its line can take', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (amount, most) => {
      const shares = shareOut(amount, most)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      expect(shares.slice(0, -1).every((share, n) => share >= 0 && share <= (most[n] ?? 0))).toBe(true)
    }),
  )
})

test('the first share has the processor’s id, the others are told apart from it', () => {
  expect([0, 1, 2].map((n) => shareId('re_1', n))).toEqual(['re_1', 're_1#2', 're_1#3'])
})
