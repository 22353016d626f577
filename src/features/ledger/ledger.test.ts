import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountOn } from '#features/discounts/discount.ts'
import { coachShare, platformFee } from './fee.ts'
import {
  type Lines,
  paidLines,
  refundDueLines,
  refundedLines,
  releasedLines,
  reversedLines,
} from './ledger.ts'

const sum = (lines: Lines) => Object.values(lines).reduce((total, cents) => total + cents, 0)
const cents = fc.integer({ min: 50, max: 1_000_000 })

test.each([
  [8_500, 850],
  [12_755, 1_276],
  [5, 1],
  [4, 0],
])('of %i cents the platform keeps %i', (kept, fee) => {
  expect(platformFee(kept)).toBe(fee)
  expect(coachShare(kept)).toBe(kept - fee)
})

describe('a discount', () => {
  const sale = (
    amountCents: number,
    discountCents: number,
    discountFundedBy: 'platform' | 'coach' | 'shared',
  ) => paidLines({ amountCents, discountCents, discountFundedBy })

  test('paid by the platform leaves the coach the share of the full price', () => {
    expect(sale(7_650, 850, 'platform')).toEqual({
      processor_cash: 7_650,
      coach_held: -7_650,
      platform_fee: 0,
    })
  })

  test('paid by both uses the whole fee and no more: the coach gets all that was paid', () => {
    expect(sale(6_375, 2_125, 'shared')).toEqual({
      processor_cash: 6_375,
      coach_held: -6_375,
      platform_fee: 0,
    })
    const half = refundDueLines(6_375, 3_187, {
      amountCents: 6_375,
      discountCents: 2_125,
      discountFundedBy: 'shared',
    })
    expect(half).toEqual({ coach_held: 3_187, platform_fee: 0, refunds_due: -3_187 })
  })

  test('paid by the coach splits what was paid into fee and share', () => {
    expect(sale(6_375, 2_125, 'coach')).toEqual({
      processor_cash: 6_375,
      coach_held: -5_737,
      platform_fee: -638,
    })
  })

  test('never costs the platform more than its fee, at any price', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 100 }), (listCents, percentOff) => {
        for (const fundedBy of ['platform', 'coach', 'shared'] as const) {
          const off = discountOn(listCents, { percentOff, amountOffCents: null }, fundedBy)
          const lines = sale(listCents - off, off, off > 0 ? fundedBy : 'coach')
          expect(lines.platform_fee).toBeLessThanOrEqual(0)
          expect(-(lines.coach_held ?? 0)).toBeLessThanOrEqual(listCents - off)
        }
      }),
    )
  })
})

describe('for any payment and any refunds', () => {
  test('every transaction sums to zero', () => {
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (paid, share) => {
        const refund = Math.floor(paid * share)
        for (const lines of [
          paidLines(paid),
          refundDueLines(paid, refund),
          refundedLines(refund),
          releasedLines(paid),
          reversedLines(paid),
        ])
          expect(sum(lines)).toBe(0)
      }),
    )
  })

  test('coach and platform keep exactly their parts of what stays paid, however it was refunded', () => {
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: 1, max: 400_000 }), { maxLength: 6 }), (paid, wishes) => {
        let kept = paid
        const lines = [paidLines(paid)]
        for (const wish of wishes) {
          const refund = Math.min(wish, kept)
          lines.push(refundDueLines(kept, refund))
          kept -= refund
        }
        const total = (account: keyof Lines) => lines.reduce((all, one) => all + (one[account] ?? 0), 0)
        expect(total('coach_held') + coachShare(kept)).toBe(0)
        expect(total('platform_fee') + platformFee(kept)).toBe(0)
        expect(total('refunds_due') + paid - kept).toBe(0)
      }),
    )
  })

  test('a refund takes from both and adds to neither', () => {
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (paid, share) => {
        const lines = refundDueLines(paid, Math.floor(paid * share))
        expect(lines.coach_held).toBeGreaterThanOrEqual(0)
        expect(lines.platform_fee).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
