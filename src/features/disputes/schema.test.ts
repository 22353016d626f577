import { expect, test } from 'vitest'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { disputeBadges, disputeReasonLabels, disputeReasons } from './dispute.ts'

test('every reason and status has a label', () => {
  for (const reason of disputeReasons) expect(disputeReasonLabels[reason]).not.toBe('')
  for (const status of disputeStatuses) expect(disputeBadges[status].label).not.toBe('')
})
