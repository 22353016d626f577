import type { TimelineKind } from '../ledger/ledger.ts'

/** How the history of a lesson's money reads for its two people. Pure. */
const wordsFor: Record<'student' | 'coach', Record<string, string>> = {
  student: {
    paid: 'You paid',
    package_drawn: 'Paid with your package',
    package_returned: 'Back in your package',
    fee: 'Greenside’s fee',
    subsidy: 'Greenside’s part of the discount',
    held: 'Held for the coach',
    refund_started: 'Refund on its way to your card',
    fee_returned: 'Greenside’s part of the refund',
    share_returned: 'The coach’s part of the refund',
    refunded: 'Refund sent to your card',
    released: 'Paid out to the coach',
    reversed: 'Taken back from the coach',
  },
  coach: {
    paid: 'The student paid',
    package_drawn: 'Paid with the student’s package',
    package_returned: 'Back in the student’s package',
    fee: 'Greenside’s fee, 10%',
    subsidy: 'Greenside’s part of the discount',
    held: 'Your share, held until after the lesson',
    refund_started: 'Refund to the student',
    fee_returned: 'Greenside’s part of the refund',
    share_returned: 'Your part of the refund',
    refunded: 'Refund sent to the student’s card',
    released: 'Sent to your account',
    reversed: 'Taken back from your account',
  },
}

/** One line of a lesson's money as its student or its coach reads it. */
export const timelineWords = (kind: TimelineKind, as: 'student' | 'coach'): string =>
  wordsFor[as][kind] ?? kind.replaceAll('_', ' ')

const against: Record<'student' | 'coach', readonly string[]> = {
  student: [],
  coach: ['fee', 'package_returned', 'refund_started', 'share_returned', 'refunded', 'reversed'],
}

/** -1 for an amount that is less for the reader, else 1. */
export const timelineSign = (kind: TimelineKind, as: 'student' | 'coach'): 1 | -1 =>
  against[as].includes(kind) ? -1 : 1
