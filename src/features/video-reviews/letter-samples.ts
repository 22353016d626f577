import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { HOUR } from '#platform/duration.ts'
import { type ReviewNews, writeVideoReviewLetters } from './emails.ts'
import { videoReviewKind } from './letters.ts'

export function videoReviewSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  const facts = {
    coachLabel: people.coach,
    studentName: people.student,
    priceCents: 4_500,
    giftCents: 0,
    promisedHours: 48,
    dueAt: Math.ceil(now / HOUR) * HOUR + 48 * HOUR,
    zone: people.zone,
    endMessage: 'The camera is too close: I cannot see your feet.',
  }
  const samples = (title: string, event: ReviewNews) =>
    writeVideoReviewLetters(appUrl, people.coachId, facts, event).map(({ to, letter }) =>
      sampleOf(to, videoReviewKind, title, letter),
    )
  return [
    {
      name: 'Video reviews',
      samples: [
        ...samples('Paid', { news: 'paid' }),
        ...samples('A swing was sent', { news: 'asked' }),
        ...samples('Soon due', { news: 'reminder' }),
        ...samples('Answered', { news: 'answered' }),
        ...samples('Cancelled', { news: 'ended', reason: 'canceled' }),
        ...samples('Declined', { news: 'ended', reason: 'declined' }),
        ...samples('Not answered in time', { news: 'ended', reason: 'overdue' }),
        ...samples('Videos not sent', { news: 'ended', reason: 'not_sent' }),
        ...samples('An account is closed', { news: 'ended', reason: 'closed' }),
        ...samples('Refunded by support', { news: 'ended', reason: 'support' }),
        ...samples('Refund on its way', { news: 'refund_sent', cents: 4_500, refundId: 're_1' }),
        ...samples('Refund came back', { news: 'refund_came_back', cents: 4_500, refundId: 're_1' }),
        ...samples('Refund sent again', { news: 'refund_sent_again', cents: 4_500, refundId: 're_1' }),
      ],
    },
  ]
}
