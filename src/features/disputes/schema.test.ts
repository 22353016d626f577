import { expect, test } from 'vitest'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { disputeBadges, disputeReasonLabels, disputeReasons } from './dispute.ts'
import { readAmount } from './schema.ts'

test.each([
  ['85', 8_500],
  ['85.5', 8_550],
  [' $ 42.50 ', 4_250],
  ['42,50', 4_250],
  ['0', 0],
  ['', undefined],
  ['-5', undefined],
  ['1.234', undefined],
  ['eighty', undefined],
  ['99999999', undefined],
])('somebody types "%s": %s cents', (typed, cents) => {
  expect(readAmount(typed)).toBe(cents)
})

test('every reason and every status has words', () => {
  for (const reason of disputeReasons) expect(disputeReasonLabels[reason]).not.toBe('')
  for (const status of disputeStatuses) expect(disputeBadges[status].label).not.toBe('')
})
