import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isAnswerKept } from './queries.ts'

/** What the help desk sends: to members, and to visitors, who have no page to read it on. */

const answerNames = ['name', 'subject', 'answer', 'question'] as const
const answer = [
  paragraph('Hello {{name}},'),
  paragraph('<span style="white-space:pre-line">{{answer}}</span>'),
]
const question = [
  paragraph('<span style="color:#5a625d">You wrote:</span>'),
  paragraph('<span style="color:#5a625d;white-space:pre-line">{{question}}</span>'),
]

export const ticketReplyKind = defineNotificationKind({
  id: 'ticket_reply',
  setting: {
    label: 'Answers from support',
    description: 'We answered a question you sent us.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'none',
    icon: 'lifebuoy',
  },
  about: z.object({ what: z.literal('answer'), clientId: z.uuid() }),
  check: async ({ db }, { clientId }) => ({
    why: (await isAnswerKept(db, clientId)) ? null : 'there is no such answer any more',
  }),
})

export const supportKinds = [ticketReplyKind]

export const supportAnswer = defineLetter({
  key: 'support-answer',
  needs: ['answer', 'ticket_url'],
  variables: [...answerNames, 'ticket_url'],
  readerName: 'name',
  email: {
    name: 'Support: an answer',
    subject: 'Re: {{subject}}',
    html: page('An answer to your question', [
      ...answer,
      button('Open your question', 'ticket_url'),
      ...question,
    ]),
  },
})

export const supportAnswerVisitor = defineLetter({
  key: 'support-answer-visitor',
  needs: ['answer'],
  variables: answerNames,
  readerName: 'name',
  toUnconfirmed: true,
  email: {
    name: 'Support: an answer to a visitor',
    subject: 'Re: {{subject}}',
    html: page('An answer to your question', [
      ...answer,
      paragraph('If you have another question, write to {{support_email}}.'),
      ...question,
    ]),
  },
})

export const supportLetters = [supportAnswer, supportAnswerVisitor]
