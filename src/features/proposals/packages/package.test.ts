import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { Lines } from '#features/ledger/ledger.ts'
import { paidLines, unusedCreditsReleasedLines } from '#features/ledger/ledger.ts'
import {
  creditReturnedLines,
  creditUsedLines,
  packageEndedLines,
  packageOpenedLines,
} from './credit-lines.ts'
import { afterEndText, creditValues, formatEnd, refundOfUnused, unusedRefundPercent } from './package.ts'

const price = fc.integer({ min: 100, max: 1_000_000 })
const lessons = fc.integer({ min: 2, max: 50 })
const sum = (lines: Lines) => Object.values(lines).reduce((total, cents) => total + cents, 0)

const unused = (cents: number, givenBackCents = 0) => ({ cents, givenBackCents })

test('a package that ends with a day is named by its date, and another with its time', () => {
  const zone = 'America/New_York'
  expect(formatEnd({ expiresAt: '2026-11-27T04:59:59.999Z', zone })).toBe('November 26, 2026')
  expect(formatEnd({ expiresAt: '2026-11-26T14:30:00.000Z', zone })).toBe('November 26, 2026, 9:30 AM EST')
})

test('a time after the end of a package is not offered for its lessons, and the text says until when', () => {
  const ends = { expiresAt: '2026-11-28T04:59:59.999Z', zone: 'America/New_York' }
  const at = (start: string) => afterEndText({ start, zone: 'America/New_York' }, ends)
  expect(at('2026-11-27T14:00:00.000Z')).toBeNull()
  expect(at('2026-11-30T14:00:00.000Z')).toBe('Mon, Nov 30 is after your package ends on November 27, 2026.')
})

describe('a package’s price', () => {
  test('is split evenly among its lessons, to the cent', () => {
    expect(creditValues(40_000, 5)).toEqual([8000, 8000, 8000, 8000, 8000])
    expect(creditValues(10_000, 3)).toEqual([3333, 3333, 3334])
    fc.assert(
      fc.property(price, lessons, (cents, count) => {
        const values = creditValues(cents, count)
        expect(values.reduce((total, value) => total + value, 0)).toBe(cents)
        expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('is refunded for unused lessons by the coach’s terms, and in full when the coach ends it', () => {
    expect(refundOfUnused(unused(24_000), 'standard', 'student')).toMatchObject({
      refundCents: 19_200,
      keptCents: 4800,
    })
    expect(refundOfUnused(unused(24_000), 'strict', 'expired')).toMatchObject({
      refundCents: 12_000,
      keptCents: 12_000,
    })
    expect(refundOfUnused(unused(24_000, 5_000), 'strict', 'expired')).toEqual({
      refundCents: 7_000,
      setOffCents: 5_000,
      keptCents: 12_000,
    })
    expect(unusedRefundPercent('strict', 'coach')).toBe(100)
    expect(packageTermsText('standard')).toMatch(
      /^80% of the price of lessons you have not taken is refunded/,
    )
  })
})

test('every movement of package money sums to zero', () => {
  fc.assert(
    fc.property(price, fc.double({ min: 0, max: 1, noNaN: true }), (cents, share) => {
      const refund = Math.floor(cents * share)
      for (const lines of [
        packageOpenedLines(cents),
        creditUsedLines(cents),
        creditReturnedLines(cents),
        packageEndedLines({ refundCents: refund, setOffCents: 0, keptCents: cents - refund }),
        packageEndedLines({ refundCents: 0, setOffCents: refund, keptCents: cents - refund }),
        unusedCreditsReleasedLines(cents),
      ])
        expect(sum(lines)).toBe(0)
      const opened = packageOpenedLines(cents)
      const paid = paidLines(cents)
      // The split of a single payment is completely reversed.
      expect((paid.coach_held ?? 0) + (opened.coach_held ?? 0)).toBe(0)
      expect((paid.platform_fee ?? 0) + (opened.platform_fee ?? 0)).toBe(0)
    }),
  )
})
