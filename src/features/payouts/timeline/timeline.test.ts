import { expect, test } from 'vitest'
import { timelineKinds } from '../ledger/ledger.ts'
import { timelineSign, timelineWords } from './timeline.ts'

test('every step of the money has words for both sides', () => {
  for (const kind of timelineKinds)
    for (const as of ['student', 'coach'] as const)
      expect(timelineWords(kind, as)).toMatch(/^(You|The|Held|Refund|Greenside|Paid|Sent|Taken|Your|Back)/)
})

test('the coach sees what leaves with a minus, the student reads plain amounts', () => {
  expect(timelineKinds.filter((kind) => timelineSign(kind, 'coach') === -1)).toEqual([
    'package_returned',
    'fee',
    'refund_started',
    'share_returned',
    'refunded',
    'reversed',
  ])
  expect(timelineKinds.filter((kind) => timelineSign(kind, 'student') === -1)).toEqual([])
})
