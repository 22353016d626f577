import { button, type EmailTemplate, facts, lesson, page, paragraph } from './email-templates.ts'

/** Mails that people can turn off: reminders, messages, and news of their reviews and money. */
export const notificationEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'lesson-reminder-student',
    name: 'Reminder: to the student',
    subject: '{{lead}}: your lesson with {{coach_name}}, {{lesson_when}}',
    html: page('Your lesson is coming up', [
      paragraph('Hello {{student_name}}, here is where and when you meet {{coach_name}}.'),
      facts([...lesson, ['If you cancel', '{{cancel_terms}}']]),
      button('See your lesson', 'lesson_url'),
      paragraph('If you cannot come, move or cancel the lesson on its page. You see first what is refunded.'),
    ]),
  },
  {
    key: 'lesson-reminder-coach',
    name: 'Reminder: to the coach',
    subject: '{{lead}}: {{student_name}}, {{lesson_when}}',
    html: page('A lesson is coming up', [
      paragraph('Hello {{coach_name}}, you teach {{student_name}}.'),
      facts([['Student', '{{student_name}}'], ...lesson]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  {
    key: 'new-message',
    name: 'A message',
    subject: '{{sender_name}} wrote to you',
    html: page('A message from {{sender_name}}', [
      `<blockquote style="margin:0 0 24px;padding:16px 20px;border-radius:14px;background:#f3ecdf;white-space:pre-line">{{message_text}}</blockquote>`,
      button('Read and reply', 'conversation_url'),
      paragraph('Please reply in your inbox: replies to this email are not read.'),
    ]),
  },
  {
    key: 'new-messages',
    name: 'Several messages, gathered',
    subject: '{{message_count}} new messages from {{sender_name}}',
    html: page('{{message_count}} messages from {{sender_name}}', [
      `<blockquote style="margin:0 0 24px;padding:16px 20px;border-radius:14px;background:#f3ecdf;white-space:pre-line">{{message_text}}</blockquote>`,
      button('Read and reply', 'conversation_url'),
      paragraph('Please reply in your inbox: replies to this email are not read.'),
    ]),
  },
  {
    key: 'coach-needed',
    name: 'AI Caddie needs the coach',
    subject: '{{student_name}} needs you',
    html: page('{{student_name}} needs you', [
      paragraph('Hello {{coach_name}}, please answer {{student_name}} yourself.'),
      facts([['Why', '{{reason}}']]),
      button('Read and reply', 'conversation_url'),
      paragraph('We write to you about this conversation once, until you answer.'),
    ]),
  },
  {
    key: 'review-received-coach',
    name: 'A review: to the coach',
    subject: 'A review of your lesson with {{student_name}}',
    html: page('You have a new review', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} reviewed your lesson. The review is now on your profile.',
      ),
      facts(lesson),
      button('Read and answer it', 'reviews_url'),
    ]),
  },
  {
    key: 'payout-sent-coach',
    name: 'Money on its way: to the coach',
    subject: '{{payout}} is on its way to you',
    html: page('Your share is on its way', [
      paragraph('Hello {{coach_name}}, {{payout}} for the lesson below was sent to your payout account.'),
      facts([['Student', '{{student_name}}'], ...lesson, ['Your share', '{{payout}}']]),
      button('See your earnings', 'earnings_url'),
    ]),
  },
  {
    key: 'payout-news-coach',
    name: 'News of a share: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('See your earnings', 'earnings_url'),
    ]),
  },
]
