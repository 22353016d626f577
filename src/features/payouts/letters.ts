import { z } from 'zod'
import { lessonFacts, lessonNames } from '#features/lesson-letters/lesson-letter.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { accountBlocks } from './payout.ts'
import { isShareSent, readAccountState } from './queries.ts'

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

export const payoutAccountKind = defineNotificationKind({
  id: 'payout_account',
  setting: {
    label: 'Payout account',
    description: 'Stripe needs something from you, or stops or resumes your payouts.',
    audience: 'coach',
    isTransactional: true,
    texts: 'none',
    icon: 'wallet',
  },
  about: z.object({
    what: z.literal('payout_account'),
    coachId: z.uuid(),
    blockedBy: z.enum(accountBlocks).nullable(),
    answerBy: z.int().nullable(),
  }),
  async check({ db }, said) {
    const now = await readAccountState(db, said.coachId)
    const isSame = now?.blockedBy === said.blockedBy && (said.blockedBy || now.answerBy === said.answerBy)
    return { why: isSame ? null : 'the account stands otherwise by now' }
  },
})

export const payoutKinds = [payoutKind, payoutAccountKind]

export const payoutSentCoach = defineLetter({
  key: 'payout-sent-coach',
  needs: ['payout', 'earnings_url'],
  variables: [...lessonNames, 'payout', 'earnings_url'],
  email: {
    name: 'Money on its way: to the coach',
    subject: '{{payout}} is on its way to you',
    html: page('Your share is on its way', [
      paragraph('Hello {{coach_name}}, {{payout}} for the lesson below was sent to your payout account.'),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts, ['Your share', '{{payout}}']]),
      button('See your earnings', 'earnings_url'),
    ]),
  },
})

export const payoutNewsCoach = defineLetter({
  key: 'payout-news-coach',
  needs: ['message', 'earnings_url'],
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

export const payoutAccountCoach = defineLetter({
  key: 'payout-account-coach',
  needs: ['message', 'settings_url'],
  variables: ['coach_name', 'headline', 'message', 'settings_url'],
  email: {
    name: 'News of the payout account: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('Open Payment Settings', 'settings_url'),
    ]),
  },
})

export const payoutLetters = [payoutSentCoach, payoutNewsCoach, payoutAccountCoach]
