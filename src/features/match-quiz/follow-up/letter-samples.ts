import { people, type SampleGroup, type SampleWorld } from '#features/notifications/sample.ts'
import { DAY } from '#platform/duration.ts'
import { followUpLetter } from './emails.ts'
import { quizFollowUpKind } from './letters.ts'

const nearby = [
  { label: 'Coach Dan', location: 'Rock Hill, SC', distance: 12.3, hourlyRateCents: 9_500 },
  { label: 'Coach Ines', location: 'Gastonia, NC', distance: 18.9, hourlyRateCents: 8_000 },
]
const found = { id: people.coachId, label: people.coach }

/** The letter to golfers who took the match quiz. */
export function quizSamples({ env, now }: SampleWorld): SampleGroup[] {
  const taker = { name: people.student, city: 'Charlotte', typedPlace: '28202', createdAt: now - DAY }
  return [
    {
      name: 'Match quiz',
      samples: [
        {
          to: 'student',
          kind: quizFollowUpKind,
          title: 'A day after the quiz, with the coach it found',
          letter: followUpLetter(env.appUrl, taker, { match: found, others: nearby }, now),
        },
        {
          to: 'student',
          kind: quizFollowUpKind,
          title: 'The same, when that coach is no longer shown',
          letter: followUpLetter(env.appUrl, taker, { match: null, others: nearby.slice(0, 1) }, now),
        },
      ],
    },
  ]
}
