import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type LedgerKind,
  type Lines,
  paidLines,
  refundDueLines,
  refundedLines,
  releasedLines,
  reversedLines,
} from '#features/ledger/ledger.ts'
import type { SoldAs } from '#features/payments/sold-as.ts'
import {
  amountDetail,
  shownAmount,
  shownWords,
  statementAmounts,
  statementWords,
  sumOf,
} from './statement-amounts.ts'

test('a $127.50 lesson at 10 % is $114.75 for the coach [C1]', () => {
  expect(statementAmounts('paid', paidLines(12_750))).toEqual({
    grossCents: 12_750,
    feesCents: -1_275,
    refundsCents: 0,
    netCents: 11_475,
    paidOutCents: 0,
    directCents: 0,
  })
})

test('half refunded: the coach’s part has its own line, before and after the payout [C2]', () => {
  const refund = statementAmounts('refund_due', refundDueLines(12_750, 6_375))
  expect(refund).toMatchObject({ refundsCents: -6_375, netCents: -5_738, paidOutCents: 0 })
  const share = 0 - (refund?.netCents ?? 0)
  expect(statementAmounts('reversed', reversedLines(share))).toMatchObject({
    netCents: 0,
    paidOutCents: -share,
  })
})

test('a refund line shows the coach’s part, or what the student gets', () => {
  const refund = statementAmounts('refund_due', refundDueLines(8_500, 8_500))
  if (!refund) throw new Error('a refund changes the share')
  const line = { kind: 'refund_due', bookingId: null, soldAs: 'video_review' } as const
  expect([shownWords(line), shownAmount(refund)]).toEqual(['Your part of a refund', -7_650])
  expect([shownWords(line, 'refunds'), shownAmount(refund, 'refunds')]).toEqual([
    'Refund to the student',
    -8_500,
  ])
  expect(amountDetail(refund)).toBe('the student gets $85 back, $8.50 of it from Greenside’s fee')
})

test('a line says what was paid for', () => {
  const bookingId = '7d0b3a0e-0f6a-4c0c-9f1e-0d6a6f1f3a11'
  const words = (soldAs: SoldAs, of: string | null, kind: LedgerKind = 'paid') =>
    statementWords({ kind, bookingId: of, soldAs })
  expect(words('lesson', bookingId)).toBe('Lesson paid')
  expect(words('clinic_seat', bookingId)).toBe('Clinic seat paid')
  expect(words('lesson_package', bookingId)).toBe('Package paid')
  expect(words('video_review', null)).toBe('Video review paid')
  expect(words('lesson', bookingId, 'package_opened')).toBe('Kept for the other lessons of the package')
  expect(words('lesson_package', null, 'package_opened')).toBe('Kept for the lessons of the package')
})

interface Event {
  kind: LedgerKind
  lines: Lines
  month: number
}

/** Any history of some lessons: paid, refunded in parts, sent and taken back, in any order that can be. */
const histories = fc
  .array(
    fc.record({
      lesson: fc.nat({ max: 40 }),
      act: fc.constantFrom('pay', 'refund', 'arrive', 'send', 'back'),
      cents: fc.integer({ min: 1, max: 40_000 }),
      month: fc.nat({ max: 11 }),
    }),
    { minLength: 1_000, maxLength: 1_000 },
  )
  .map((acts) => {
    const events: Event[] = []
    const lessons = new Map<number, { kept: number; held: number; owed: number }>()
    for (const { lesson, act, cents, month } of acts) {
      const now = lessons.get(lesson)
      const add = (kind: LedgerKind, lines: Lines) => {
        if (now) now.held -= lines.coach_held ?? 0
        events.push({ kind, lines, month })
      }
      if (!now) {
        const lines = paidLines(cents)
        lessons.set(lesson, { kept: cents, held: 0 - (lines.coach_held ?? 0), owed: 0 })
        events.push({ kind: 'paid', lines, month })
      } else if (act === 'refund' && now.kept > 0) {
        const part = 1 + (cents % now.kept)
        add('refund_due', refundDueLines(now.kept, part))
        now.kept -= part
        now.owed += part
      } else if (act === 'arrive' && now.owed > 0) {
        add('refunded', refundedLines(now.owed))
        now.owed = 0
      } else if (act === 'send' && now.held > 0) add('released', releasedLines(now.held))
      else if (act === 'back' && now.held < 0) add('reversed', reversedLines(-now.held))
    }
    return events
  })

test('lines, balance and statements have the same totals over 1,000 random events [C3]', () => {
  fc.assert(
    fc.property(histories, (events) => {
      const lines = events.flatMap(({ kind, lines, month }) => {
        const amounts = statementAmounts(kind, lines)
        return amounts ? [{ ...amounts, month }] : []
      })
      for (const line of lines)
        expect(line.grossCents + line.feesCents + line.refundsCents).toBe(line.netCents)
      const year = sumOf(lines)
      const months = Array.from({ length: 12 }, (_, month) =>
        sumOf(lines.filter((line) => line.month === month)),
      )
      expect(sumOf(months)).toEqual(year)
      const held = events.reduce((sum, { lines }) => sum - (lines.coach_held ?? 0), 0)
      expect(year.netCents - year.paidOutCents).toBe(held)
      const ours = events.reduce((sum, { lines }) => sum + (lines.platform_fee ?? 0), 0)
      expect(year.feesCents).toBe(ours)
    }),
    { numRuns: 40 },
  )
})
