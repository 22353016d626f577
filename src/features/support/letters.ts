import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isAnswerKept, readStatusChangedAt } from './queries.ts'
import { ticketStatusNews } from './support.ts'

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
  // They cannot open their support page, so the email is the only answer they get.
  reachesSuspended: true,
  about: z.object({ what: z.literal('answer'), clientId: z.uuid() }),
  check: async ({ db }, { clientId }) => ({
    why: (await isAnswerKept(db, clientId)) ? null : 'there is no such answer any more',
  }),
})

export const ticketStatusKind = defineNotificationKind({
  id: 'ticket_status',
  setting: {
    label: 'Status of your support requests',
    description: 'We started on, closed or reopened your request.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'none',
    icon: 'lifebuoy',
  },
  about: z.object({ what: z.literal('ticket_status'), ticketId: z.uuid(), changedAt: z.int() }),
  check: async ({ db }, { ticketId, changedAt }) => ({
    why: (await readStatusChangedAt(db, ticketId)) === changedAt ? null : 'the status changed again',
  }),
})

export const supportKinds = [ticketReplyKind, ticketStatusKind]

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

const closedSample = {
  name: 'Sam Rivera',
  subject: 'Chat Support Request',
  status_line: ticketStatusNews.closed.text,
  question: 'How do I move a lesson?',
}
const statusNames = ['name', 'subject', 'status_line', 'question'] as const

export const supportStatus = defineLetter({
  key: 'support-status',
  needs: ['status_line', 'ticket_url'],
  variables: [...statusNames, 'ticket_url'],
  readerName: 'name',
  sample: {
    title: 'A request was closed',
    to: 'anybody',
    kind: ticketStatusKind,
    values: (appUrl) => ({ ...closedSample, ticket_url: `${appUrl}/support` }),
  },
  email: {
    name: 'Support: the status changed',
    subject: 'Your request: {{subject}}',
    html: page('{{subject}}', [
      paragraph('Hello {{name}},'),
      paragraph('{{status_line}}'),
      button('Open your request', 'ticket_url'),
      ...question,
    ]),
  },
})

export const supportStatusVisitor = defineLetter({
  key: 'support-status-visitor',
  needs: ['status_line'],
  variables: statusNames,
  readerName: 'name',
  toUnconfirmed: true,
  sample: {
    title: 'A visitor’s request was closed',
    to: 'visitor',
    kind: ticketStatusKind,
    values: () => closedSample,
  },
  email: {
    name: 'Support: the status changed, to a visitor',
    subject: 'Your request: {{subject}}',
    html: page('{{subject}}', [
      paragraph('Hello {{name}},'),
      paragraph('{{status_line}}'),
      paragraph('You can write to {{support_email}} at any time.'),
      ...question,
    ]),
  },
})

export const supportLetters = [supportAnswer, supportAnswerVisitor, supportStatus, supportStatusVisitor]
