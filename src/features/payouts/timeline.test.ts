import { describe, expect, test } from 'vitest'
import { coachShare } from '#features/ledger/fee.ts'
import {
  type LedgerEntry,
  paidLines,
  refundDueLines,
  refundedByHandLines,
  refundedLines,
  refundReturnedLines,
  releasedLines,
  returnedToGiftLines,
  reversedLines,
  unusedCreditsReleasedLines,
} from '#features/ledger/ledger.ts'
import { timelineFor, timelineKinds, timelineSign, timelineWords } from './timeline.ts'

describe('the payment history of a lesson', () => {
  const entries: LedgerEntry[] = [
    { kind: 'paid', at: 1, lines: paidLines(8_500) },
    { kind: 'released', at: 2, lines: releasedLines(7_650) },
    { kind: 'refund_due', at: 3, lines: refundDueLines(8_500, 4_250) },
    { kind: 'refunded', at: 4, lines: refundedLines(4_250) },
    { kind: 'reversed', at: 5, lines: reversedLines(3_825) },
  ]
  const toldTo = (party: 'student' | 'coach' | 'admin', all = entries) =>
    timelineFor(all, party).map(({ kind, amountCents }) => [kind, amountCents])

  test('shows the coach each refund once, with the coach’s part', () => {
    expect(toldTo('coach')).toEqual([
      ['paid', 8_500],
      ['fee', 850],
      ['held', 7_650],
      ['released', 7_650],
      ['refund_started', 4_250],
      ['fee_returned', 425],
      ['share_returned', 3_825],
      ['reversed', 3_825],
    ])
  })

  test('shows an admin everything', () => {
    expect(toldTo('admin')).toContainEqual(['refunded', 4_250])
    expect(toldTo('admin')).toHaveLength(9)
  })

  test('shows an admin the sign of each movement and the balance after it', () => {
    const movements = (all: LedgerEntry[]) =>
      timelineFor(all, 'admin').flatMap(({ kind, changeCents, balanceCents }) =>
        changeCents === undefined ? [] : [[kind, changeCents, balanceCents]],
      )
    expect(movements(entries)).toEqual([
      ['paid', 8_500, 8_500],
      ['released', -7_650, 850],
      ['refunded', -4_250, -3_400],
      ['reversed', 3_825, 425],
    ])
    // What is left is our fee on what stays paid. What another way gave back leaves us, too.
    const byHand: LedgerEntry[] = [
      { kind: 'paid', at: 1, lines: paidLines(8_500) },
      { kind: 'refund_due', at: 2, lines: refundDueLines(8_500, 8_500) },
      { kind: 'refunded_by_hand', at: 3, lines: refundedByHandLines(8_500) },
    ]
    expect(movements(byHand)).toEqual([
      ['paid', 8_500, 8_500],
      ['refunded_by_hand', -8_500, 0],
    ])
  })

  test('counts a package’s first lesson without the others, and a drawn lesson with its part', () => {
    const first: LedgerEntry[] = [
      { kind: 'paid', at: 1, lines: paidLines(40_000) },
      {
        kind: 'package_opened',
        at: 1,
        lines: { coach_held: 36_000, platform_fee: 4_000, package_held: -40_000 },
      },
      { kind: 'credit_used', at: 1, lines: { package_held: 8_000, coach_held: -7_200, platform_fee: -800 } },
      { kind: 'released', at: 2, lines: releasedLines(7_200) },
      { kind: 'released', at: 3, lines: unusedCreditsReleasedLines(3_600) },
    ]
    const movements = timelineFor(first, 'admin').filter(({ changeCents }) => changeCents !== undefined)
    expect(movements).toMatchObject([
      { kind: 'package_drawn', changeCents: 8_000, balanceCents: 8_000 },
      { kind: 'released', changeCents: -7_200, balanceCents: 800 },
    ])
  })

  test('shows neither to the two people of the lesson', () => {
    for (const party of ['student', 'coach'] as const)
      for (const item of timelineFor(entries, party)) expect(item).not.toHaveProperty('balanceCents')
  })

  test('shows the student each refund once: on its way, or sent', () => {
    expect(toldTo('student', entries.slice(0, 3))).toEqual([
      ['paid', 8_500],
      ['refund_started', 4_250],
    ])
    expect(toldTo('student')).toEqual([
      ['paid', 8_500],
      ['refunded', 4_250],
    ])
  })

  test('shows the student only the part of a refund that is still on its way to the card', () => {
    const all: LedgerEntry[] = [
      { kind: 'refund_due', at: 2, lines: refundDueLines(10_000, 10_000) },
      { kind: 'refunded', at: 2, lines: returnedToGiftLines(4_000) },
    ]
    expect(toldTo('student', all)).toEqual([
      ['refund_started', 6_000],
      ['gift_refunded', 4_000],
    ])
    const next: LedgerEntry[] = [
      ...all,
      { kind: 'refunded', at: 3, lines: refundedLines(6_000) },
      { kind: 'refund_due', at: 4, lines: refundDueLines(10_000, 1_000) },
    ]
    expect(toldTo('student', next)).toEqual([
      ['gift_refunded', 4_000],
      ['refunded', 6_000],
      ['refund_started', 1_000],
    ])
  })

  describe('for a refund returned by the bank', () => {
    const returned: LedgerEntry[] = [
      ...entries.slice(0, 4),
      { kind: 'refund_returned', at: 6, lines: refundReturnedLines(4_250) },
    ]
    const waiting = (retryAt: number | null) => [{ amountCents: 4_250, retryAt, since: 6 }]
    const kinds = (all: LedgerEntry[], retry?: number | null) =>
      timelineFor(all, 'student', retry === undefined ? [] : waiting(retry)).map(({ kind }) => kind)

    test('the student sees what happened and the next step, never that it is on its way', () => {
      expect(timelineFor(returned, 'student', waiting(9))).toEqual([
        { kind: 'paid', at: 1, amountCents: 8_500 },
        { kind: 'refunded', at: 4, amountCents: 4_250 },
        { kind: 'refund_returned', at: 6, amountCents: 4_250 },
        { kind: 'refund_retry', at: 9, amountCents: 4_250 },
      ])
      expect(kinds(returned, null)).toEqual(['paid', 'refunded', 'refund_returned', 'refund_waits'])
    })

    test('once resent or paid another way it is settled, and another refund is shown separately', () => {
      const again: LedgerEntry[] = [
        ...returned,
        { kind: 'refunded', at: 9, lines: refundedLines(4_250) },
        { kind: 'refund_due', at: 10, lines: refundDueLines(4_250, 1_000) },
      ]
      const story = ['paid', 'refunded', 'refund_returned']
      expect(kinds(again)).toEqual([...story, 'refunded', 'refund_started'])
      const byHand = refundedByHandLines(4_250)
      expect(kinds([...returned, { kind: 'refunded_by_hand', at: 9, lines: byHand }])).toEqual([
        ...story,
        'refunded_by_hand',
      ])
    })

    test('one that failed before it was recorded as sent is not on its way either', () => {
      expect(kinds(entries.slice(0, 3), 9)).toEqual(['paid', 'refund_retry'])
    })

    test('it is between the student and us: the coach sees nothing of it', () => {
      const told = timelineFor(returned, 'coach', waiting(9)).map(({ kind }) => kind)
      expect(told).toEqual(timelineFor(entries.slice(0, 4), 'coach').map(({ kind }) => kind))
    })
  })

  test('labels a reversed discount part, and deducts it from the coach', () => {
    // From before the platform's part of a discount was limited to its fee.
    const back = { coach_held: 5_738, platform_fee: -638, refunds_due: -5_100 }
    expect(toldTo('coach', [{ kind: 'refund_due', at: 1, lines: back }])).toContainEqual([
      'subsidy_returned',
      638,
    ])
    expect(timelineSign('subsidy_returned', 'coach')).toBe(-1)
  })

  test('labels the package’s amounts on its first lesson', () => {
    const price = 40_000
    const drawn = { package_held: 8_000, coach_held: -coachShare(8_000), platform_fee: -800 }
    const all: LedgerEntry[] = [
      { kind: 'paid', at: 1, lines: paidLines(price) },
      {
        kind: 'package_opened',
        at: 1,
        lines: { coach_held: 36_000, platform_fee: 4_000, package_held: -price },
      },
      { kind: 'credit_used', at: 1, lines: drawn },
      {
        kind: 'package_ended',
        at: 2,
        lines: { package_held: 26_240, platform_fee: -640, refunds_due: -25_600 },
      },
      { kind: 'refunded', at: 3, lines: refundedLines(25_600), isOfPackage: true },
      { kind: 'released', at: 3, lines: unusedCreditsReleasedLines(5_760) },
    ]
    expect(toldTo('student', all)).toEqual([
      ['package_paid', 40_000],
      ['package_drawn', 8_000],
      ['package_refunded', 25_600],
    ])
    expect(toldTo('coach', all)).toEqual([
      ['package_paid', 40_000],
      ['package_drawn', 8_000],
      ['fee', 800],
      ['held', 7_200],
      ['package_refund_started', 25_600],
      ['package_released', 5_760],
    ])
  })

  test('shows a package’s refund that went back to a card and a gift card as sent', () => {
    const all: LedgerEntry[] = [
      { kind: 'package_ended', at: 2, lines: { package_held: 24_000, refunds_due: -24_000 } },
      { kind: 'refunded', at: 2, lines: returnedToGiftLines(9_000), isOfPackage: true },
      { kind: 'refunded', at: 3, lines: refundedLines(15_000), isOfPackage: true },
    ]
    expect(toldTo('student', all)).toEqual([
      ['package_gift_refunded', 9_000],
      ['package_refunded', 15_000],
    ])
    expect(toldTo('student', all.slice(0, 2)), 'before the card has its part').toEqual([
      ['package_refund_started', 15_000],
      ['package_gift_refunded', 9_000],
    ])
    expect(toldTo('coach', all)).toEqual([['package_refund_started', 24_000]])
    expect(toldTo('admin', all)).toContainEqual(['package_gift_refunded', 9_000])
  })
})

test('every payment step has texts for both sides', () => {
  for (const kind of timelineKinds)
    for (const as of ['student', 'coach'] as const)
      expect(timelineWords(kind, as)).toMatch(/^(You|The|Held|Refund|Greenside|Paid|Sent|Taken|Your|Back)/)
})

test('the coach sees outgoing amounts with a minus, the student sees plain amounts', () => {
  expect(timelineKinds.filter((kind) => timelineSign(kind, 'coach') === -1)).toEqual([
    'package_returned',
    'fee',
    'subsidy_returned',
    'refund_started',
    'share_returned',
    'refunded',
    'refunded_by_hand',
    'reversed',
    'package_refund_started',
    'package_refunded',
    'package_reversed',
  ])
  expect(timelineKinds.filter((kind) => timelineSign(kind, 'student') === -1)).toEqual([])
})
