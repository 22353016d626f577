import { button, type EmailTemplate, facts, page, paragraph } from './email-templates.ts'

/** What student and coach are told about proposals and packages. The headline and the news come from what happened. */
export const proposalEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'proposal-news-student',
    name: 'A proposal: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}}, {{message}}'),
      paragraph('<strong>{{lesson_title}}</strong><br>{{lessons}}, {{price}}'),
      paragraph('{{times}}'),
      button('See the proposal', 'proposal_url'),
      paragraph('None of the times fits? Say so in the conversation, and {{coach_name}} can change them.'),
    ]),
  },
  {
    key: 'proposal-news-coach',
    name: 'A proposal: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}}, {{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> for {{student_name}}<br>{{lessons}}, {{price}}'),
      button('See your proposals', 'proposal_url'),
    ]),
  },
  {
    key: 'package-news-student',
    name: 'A package of lessons: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}}, {{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> with {{coach_name}}'),
      button('See your lessons', 'package_url'),
    ]),
  },
  {
    key: 'package-refunded-student',
    name: 'Lessons of a package refunded: to the student',
    subject: 'Your {{refund}} is on its way back',
    html: page('Your payment is going back to you', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} back to the card you paid your package with, for the lessons you have not taken.',
      ),
      facts([
        ['Package', '{{lesson_title}}, {{lessons}} with {{coach_name}}'],
        ['Paid for the package', '{{price}}'],
        ['Sent back now', '{{refund}}'],
      ]),
      paragraph('Banks usually take five to ten days over it.'),
      button('See your lessons', 'package_url'),
    ]),
  },
  {
    key: 'package-news-coach',
    name: 'A package of lessons: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}}, {{message}}'),
      button('See your proposals', 'package_url'),
    ]),
  },
]
