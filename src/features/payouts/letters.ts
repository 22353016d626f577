import { lessonFacts, lessonNames } from '#features/lesson-letters/lesson-letter.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'

/** What a coach reads about her share. */

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
