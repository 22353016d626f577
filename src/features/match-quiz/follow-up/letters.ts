import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { QUIZ_FOLLOW_UP } from './follow-up.ts'
import { isStillOpen } from './queries.ts'

/** What golfers read who took the match quiz and did not book. */

export const quizFollowUpKind = defineNotificationKind({
  id: QUIZ_FOLLOW_UP,
  setting: {
    label: 'Your match',
    description: 'One email a day after you took the match quiz, if you have not booked.',
    audience: 'student',
    isTransactional: false,
    texts: 'none',
    icon: 'flag',
  },
  about: z.object({ what: z.literal('quiz'), responseId: z.uuid() }),
  goodForDays: 3,
  check: async ({ db }, { responseId }) => ({
    why: (await isStillOpen(db, responseId)) ? null : 'a lesson was booked, or the answers are gone',
  }),
})

export const quizFollowUpKinds = [quizFollowUpKind]

export const quizFollowUp = defineLetter({
  key: 'quiz-reengagement',
  needs: ['match_url'],
  variables: [
    'name',
    'place',
    'quiz_when',
    'match_line',
    'others_line',
    'first_coach',
    'second_coach',
    'third_coach',
    'fourth_coach',
    'match_url',
  ],
  readerName: 'name',
  toUnconfirmed: true,
  email: {
    name: 'Match quiz: one reminder',
    subject: 'Your coach near {{place}}',
    html: page('Still looking for a coach?', [
      paragraph('Hello {{name}}, you told us about your game {{quiz_when}}.'),
      paragraph('{{match_line}}'),
      button('See open times', 'match_url'),
      paragraph('{{others_line}}'),
      paragraph('{{first_coach}}'),
      paragraph('{{second_coach}}'),
      paragraph('{{third_coach}}'),
      paragraph('{{fourth_coach}}'),
      paragraph('This is the only reminder we send about it.'),
    ]),
  },
})

export const quizFollowUpLetters = [quizFollowUp]
