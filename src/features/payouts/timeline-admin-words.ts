import { PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import { siteName } from '#platform/site-name.ts'
import type { TimelineKind } from './timeline.ts'

/** One line of a lesson's money as admins read it, who are neither of its two people. */
export const adminTimelineWords: Record<TimelineKind, string> = {
  paid: 'The student paid',
  package_paid: 'The student paid for the whole package',
  package_drawn: 'Paid with the student’s package',
  package_returned: 'Back in the student’s package',
  fee: `${siteName}’s fee, ${PLATFORM_FEE_PERCENT}%`,
  subsidy: `${siteName}’s part of the discount`,
  subsidy_returned: `${siteName}’s part of the discount, taken back`,
  held: 'The coach’s share, held until after the lesson',
  refund_started: 'Refund to the student',
  fee_returned: `${siteName}’s part of the refund`,
  share_returned: 'The coach’s part of the refund',
  refunded: 'Refund sent to the student’s card',
  gift_refunded: 'Refund back on the student’s gift card',
  refund_returned: 'Refund sent back by the student’s bank',
  refund_retry: 'Sent to the card again',
  refund_waits: 'Waits for an admin: try again, or pay another way',
  refunded_by_hand: 'Refund paid another way',
  released: 'Sent to the coach’s account',
  reversed: 'Taken back from the coach’s account',
  package_refund_started: 'Refund for the package’s unused lessons',
  package_refunded: 'Refund for the package’s unused lessons sent to the student’s card',
  package_gift_refunded: 'Refund for the package’s unused lessons back on the student’s gift card',
  package_released: 'Sent to the coach for the package’s unused lessons',
  package_reversed: 'Taken back from the coach for the package’s unused lessons',
}
