import { lessonVariables } from '#features/lesson-letters/lesson-letter.ts'
import { sampleLessons, samplePaid } from '#features/lesson-letters/letter-samples.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { accountLetter, restrictedWords } from './account-emails.ts'
import { payoutNewsLetter } from './emails.ts'
import { payoutAccountKind, payoutKind, payoutSentCoach } from './letters.ts'

export function payoutSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  const { start, past } = sampleLessons(now)
  const earnings_url = `${appUrl}/earnings-payouts`
  return [
    {
      name: 'Payouts',
      samples: [
        sampleOf(
          'coach',
          payoutKind,
          'The share is sent',
          fillIn(payoutSentCoach, {
            ...lessonVariables(appUrl, past, samplePaid, now),
            payout: formatMoney(7_650),
            earnings_url,
          }),
        ),
        sampleOf(
          'coach',
          payoutKind,
          'The share of an ended package is sent',
          payoutNewsLetter(people.coach, {
            headline: '$31.20 is on its way to you',
            message: `Your share of what was not refunded of the package “Short game package” of ${people.student} was sent to your payout account.`,
            earnings_url,
          }),
        ),
        sampleOf(
          'coach',
          payoutKind,
          'A part of a share is taken back',
          payoutNewsLetter(people.coach, {
            headline: '$18.00 is taken back from your payout account',
            message: `The payment for the lesson with ${people.student}, ${formatMoment(start, people.zone)} was refunded after your share had been sent. Your part of the refund is $18.00.`,
            earnings_url,
          }),
        ),
        sampleOf(
          'coach',
          payoutAccountKind,
          'Stripe pauses the payouts',
          accountLetter(appUrl, people.coach, restrictedWords.questions),
        ),
      ],
    },
  ]
}
