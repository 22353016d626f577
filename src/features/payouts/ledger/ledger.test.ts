import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coachShare,
  type LedgerEntry,
  type Lines,
  paidLines,
  platformFee,
  refundDueLines,
  refundedLines,
  releasedLines,
  reversedLines,
  timelineFor,
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

describe('for any payment and any refunds', () => {
  test('every transaction sums to nothing', () => {
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

  test('coach and platform are left with exactly their parts of what stays paid, however it was refunded', () => {
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

  test('a refund takes from both and gives to neither', () => {
    fc.assert(
      fc.property(cents, fc.double({ min: 0, max: 1, noNaN: true }), (paid, share) => {
        const lines = refundDueLines(paid, Math.floor(paid * share))
        expect(lines.coach_held).toBeGreaterThanOrEqual(0)
        expect(lines.platform_fee).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the history of a lesson’s money', () => {
  const entries: LedgerEntry[] = [
    { kind: 'paid', at: 1, lines: paidLines(8_500) },
    { kind: 'released', at: 2, lines: releasedLines(7_650) },
    { kind: 'refund_due', at: 3, lines: refundDueLines(8_500, 4_250) },
    { kind: 'refunded', at: 4, lines: refundedLines(4_250) },
    { kind: 'reversed', at: 5, lines: reversedLines(3_825) },
  ]

  test('tells the coach and an admin all of it', () => {
    const told = timelineFor(entries, 'coach').map(({ kind, amountCents }) => [kind, amountCents])
    expect(told).toEqual([
      ['paid', 8_500],
      ['fee', 850],
      ['held', 7_650],
      ['released', 7_650],
      ['refund_started', 4_250],
      ['fee_returned', 425],
      ['share_returned', 3_825],
      ['refunded', 4_250],
      ['reversed', 3_825],
    ])
    expect(timelineFor(entries, 'admin')).toEqual(timelineFor(entries, 'coach'))
  })

  test('tells the student what she paid and what came back', () => {
    expect(timelineFor(entries, 'student').map(({ kind, at }) => [kind, at])).toEqual([
      ['paid', 1],
      ['refund_started', 3],
      ['refunded', 4],
    ])
  })
})
