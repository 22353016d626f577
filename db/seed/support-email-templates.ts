import { button, type EmailTemplate, page, paragraph } from './email-templates.ts'

/** What the help desk sends. */
export const supportEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'support-answer',
    name: 'Support: an answer',
    subject: 'Re: {{subject}}',
    html: page('An answer to your question', [
      paragraph('Hello {{name}},'),
      paragraph('<span style="white-space:pre-line">{{answer}}</span>'),
      button('Open your question', 'ticket_url'),
      paragraph('<span style="color:#5a625d">You had written:</span>'),
      paragraph('<span style="color:#5a625d;white-space:pre-line">{{question}}</span>'),
    ]),
  },
]
