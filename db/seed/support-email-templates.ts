import { button, type EmailTemplate, page, paragraph } from './email-templates.ts'

const answer = [
  paragraph('Hello {{name}},'),
  paragraph('<span style="white-space:pre-line">{{answer}}</span>'),
]
const question = [
  paragraph('<span style="color:#5a625d">You wrote:</span>'),
  paragraph('<span style="color:#5a625d;white-space:pre-line">{{question}}</span>'),
]

/** What the help desk sends: to members, and to visitors, who have no page to read it on. */
export const supportEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'support-answer',
    name: 'Support: an answer',
    subject: 'Re: {{subject}}',
    html: page('An answer to your question', [
      ...answer,
      button('Open your question', 'ticket_url'),
      ...question,
    ]),
  },
  {
    key: 'support-answer-visitor',
    name: 'Support: an answer to a visitor',
    subject: 'Re: {{subject}}',
    html: page('An answer to your question', [
      ...answer,
      paragraph('If you have another question, write to {{support_email}}.'),
      ...question,
    ]),
  },
]
