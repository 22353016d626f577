import { z } from 'zod'
import { lessonFacts, lessonNames } from '#features/lesson-letters/lesson-letter.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isShareSent } from './queries.ts'

/** What a coach reads about her share. */

export const payoutKind = defineNotificationKind({
  id: 'payout',
  setting: {
    label: 'Payouts',
    description: 'Your share of a lesson is on its way to your bank.',
    audience: 'coach',
    isTransactional: false,
    texts: 'none',
    icon: 'wallet',
  },
  about: z.object({ what: z.literal('payout'), payoutId: z.uuid() }),
  check: async ({ db }, { payoutId }) => ({
    why: (await isShareSent(db, payoutId)) ? null : 'the share was not sent, or was taken back',
  }),
})

export const payoutKinds = [payoutKind]

export const payoutSentCoach = defineLetter({
  key: 'payout-sent-coach',
  variables: [...lessonNames, 'payout', 'earnings_url'],
  email: {
    name: 'Money on its way: to the coach',
    subject: '{{payout}} is on its way to you',
    html: page('Your share is on its way', [
      paragraph('Hello {{coach_name}}, {{payout}} for the lesson below was sent to your payout account.'),
      facts([['Student', '{{student_name}}'], ...lessonFacts, ['Your share', '{{payout}}']]),
      button('See your earnings', 'earnings_url'),
    ]),
  },
})

export const payoutNewsCoach = defineLetter({
  key: 'payout-news-coach',
  variables: ['coach_name', 'headline', 'message', 'earnings_url'],
  email: {
    name: 'News of a share: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('See your earnings', 'earnings_url'),
    ]),
  },
})

export const payoutLetters = [payoutSentCoach, payoutNewsCoach]
