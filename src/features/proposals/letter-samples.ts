import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import { refundKind } from '#features/lesson-letters/notification-kinds.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { type ProposalNews, proposalLetter } from './emails.ts'
import { proposalKind } from './letters.ts'
import { type PackageNews, packageLetters, packageNewsKind, packageRefundLetter } from './packages/emails.ts'

export function proposalSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  const told = {
    instructorId: people.coachId,
    studentId: people.coachId,
    version: 1,
    coachLabel: people.coach,
    studentName: people.student,
    title: 'Short game package',
    lessons: 5,
    durationMinutes: 60,
    priceCents: 43_333,
    zone: people.zone,
    times: [0, 1].map((day) => Math.ceil(now / DAY) * DAY + (4 + day) * DAY + 14.5 * HOUR),
    closesAt: Math.ceil(now / HOUR) * HOUR + 72 * HOUR,
    acceptedStart: null,
    status: 'pending' as const,
    changeRequest: 'Could it be Sunday afternoons instead?',
  }
  const proposal = (news: ProposalNews, title: string) => {
    const { to, letter } = proposalLetter(appUrl, news, told)
    return sampleOf(to, proposalKind, title, letter)
  }
  const bundle = {
    coachLabel: people.coach,
    studentName: people.student,
    title: told.title,
    lessons: 5,
    available: 2,
    paid: { paidCents: told.priceCents },
    zone: people.zone,
    expiresAt: now + 14 * DAY,
    now,
  }
  const ofPackage = (title: string, news: PackageNews) => {
    const { student, coach } = packageLetters(appUrl, bundle, news)
    return [
      sampleOf('student', packageNewsKind(news), title, student.letter),
      ...(coach ? [sampleOf('coach', packageNewsKind(news), title, coach.letter)] : []),
    ]
  }
  const ended = { news: 'ended', refundCents: 13_867, shareCents: 3_120 } as const
  return [
    {
      name: 'Proposals and packages',
      samples: [
        proposal('proposed', 'Proposed'),
        proposal('revised', 'Changed by the coach'),
        proposal('reminder', 'Still open, soon to end'),
        proposal('withdrawn', 'Withdrawn'),
        proposal('changes_requested', 'The student asks for changes'),
        proposal('declined', 'Declined'),
        proposal('expired', 'Expired'),
        ...ofPackage('Package bought without its first lesson', {
          news: 'bought',
          paidCents: told.priceCents,
          terms: packageTermsText('standard'),
        }),
        ...ofPackage('Lessons left, soon to expire', { news: 'reminder' }),
        ...ofPackage('Package ended by the student', { ...ended, reason: 'student' }),
        ...ofPackage('Package ended by the coach', {
          ...ended,
          reason: 'coach',
          refundCents: 17_333,
          shareCents: 0,
        }),
        ...ofPackage('Package ended by Greenside', {
          ...ended,
          reason: 'admin',
          refundCents: 17_333,
          shareCents: 0,
        }),
        ...ofPackage('Package expired', { ...ended, reason: 'expired' }),
        ...ofPackage('The bank returns the refund of a package', {
          news: 'refund_came_back',
          cents: 13_867,
          refundId: 'sample',
        }),
        ...ofPackage('The refund of a package is sent again', {
          news: 'refund_sent_again',
          cents: 13_867,
          refundId: 'sample',
        }),
        sampleOf(
          'student',
          refundKind,
          'Support refunds a part of a package',
          packageRefundLetter(appUrl, bundle, { cents: 8_666, priceCents: told.priceCents }),
        ),
      ],
    },
  ]
}
