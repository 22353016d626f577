import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RefundDispute } from './refund-dispute.tsx'
import type { Evidence } from './schema.ts'

const id = '00000000-0000-4000-8000-000000000001'
const at = '2027-05-03T14:00:00.000Z'

const lesson: NonNullable<Evidence['lesson']> = {
  bookingId: id,
  bookingNumber: 'GS-1',
  playedBy: null,
  start: at,
  durationMinutes: 60,
  zone: 'America/New_York',
  place: 'Longleaf Hollow',
  status: 'completed',
  noShow: false,
  bookedAt: at,
  cancelledAt: null,
  completedAt: at,
  terms: 'Free until 24 hours before.',
  termsInDates: 'Free until Sunday.',
}

/** A dispute that the bank of Sam decided for Maya, about a payment of $85. */
const evidence: Evidence = {
  dispute: {
    id,
    source: 'card_network',
    status: 'rejected',
    reason: 'service_not_received',
    details: null,
    amountCents: 8_500,
    lessonTitle: '60-Minute Golf Lesson',
    studentId: id,
    studentName: 'Sam Rivera',
    studentEmail: 'sam@golfers.test',
    instructorId: id,
    instructorName: 'Maya Bennett',
    instructorEmail: 'maya@golfers.test',
    coachAnswer: null,
    coachAnsweredAt: null,
    adminNotes: null,
    resolvedBy: null,
    resolvedAt: at,
    bankOutcome: 'won',
    createdAt: at,
    version: 1,
  },
  lesson,
  money: {
    paidCents: 8_500,
    priceLines: [],
    owedBackCents: 0,
    keptCents: 8_500,
    ofPackage: null,
    sale: { amountCents: 8_500, discountCents: 0, discountFundedBy: null },
    isOurs: true,
    isAtBank: false,
    method: 'card',
    timeline: [],
    refunds: [],
    payout: null,
  },
  messages: [],
  moreMessages: 0,
  letters: [],
  moves: [],
  history: [],
  others: { ofStudent: 0, ofCoach: 0 },
}

const draw = (change: Partial<Evidence>) =>
  renderToStaticMarkup(
    <RefundDispute evidence={{ ...evidence, ...change }} explanation="" onRefunded={async () => undefined} />,
  )

test('a refund is offered for a lesson, not for a video review or package of a coach', () => {
  expect(draw({})).toContain('Refund amount')
  const sale = draw({ lesson: null })
  expect(sale).not.toContain('Refund amount')
  expect(sale).toContain('This payment is not for a lesson.')
})

test('no refund is offered while the bank decides about the payment, whoever reported the problem', () => {
  const reported = { ...evidence.dispute, source: 'student' as const, status: 'pending' as const }
  const drawn = draw({ dispute: reported, money: { ...evidence.money, isAtBank: true } })
  expect(drawn).not.toContain('Refund amount')
  expect(drawn).toContain('The student’s bank is reviewing this payment.')
})
