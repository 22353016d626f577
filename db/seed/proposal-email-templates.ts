import { button, type EmailTemplate, facts, page, paragraph } from './email-templates.ts'

/** What student and coach are told about proposals and packages. The headline and the news come from what happened. */
export const proposalEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'proposal-news-student',
    name: 'A proposal: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong><br>{{lessons}}, {{price}}'),
      paragraph('{{times}}'),
      button('See the proposal', 'proposal_url'),
      paragraph('Write to {{coach_name}} in your inbox if you want something changed.'),
    ]),
  },
  {
    key: 'proposal-news-coach',
    name: 'A proposal: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> for {{student_name}}<br>{{lessons}}, {{price}}'),
      button('See your proposals', 'proposal_url'),
    ]),
  },
  {
    key: 'package-news-student',
    name: 'A package of lessons: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> with {{coach_name}}'),
      button('See your lessons', 'package_url'),
    ]),
  },
  {
    key: 'package-refunded-student',
    name: 'A package refunded: to the student',
    subject: 'Your refund of {{refund}} is on its way',
    html: page('Your refund is on its way', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} of what you paid for your package back to your card. The money should be there by {{arrives}}.',
      ),
      facts([
        ['Package', '{{lesson_title}}, {{lessons}} with {{coach_name}}'],
        ['Refund', '{{refund}}'],
        ['Paid for the package', '{{price}}'],
      ]),
      button('See your lessons', 'package_url'),
    ]),
  },
  {
    key: 'package-news-coach',
    name: 'A package of lessons: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('See your proposals', 'package_url'),
    ]),
  },
]
