import { button, type EmailTemplate, facts, lesson, page, paragraph } from './email-templates.ts'

/** Mails that people can turn off: reminders, messages, and news of their reviews and money. */
export const notificationEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'lesson-reminder-student',
    name: 'Reminder: to the student',
    subject: '{{lead}}: your lesson with {{coach_name}}, {{lesson_when}}',
    html: page('Your lesson is coming up', [
      paragraph('Hello {{student_name}}, {{coach_name}} is looking forward to it. Here is where and when.'),
      facts(lesson),
      button('See your lesson', 'lesson_url'),
      paragraph('Something in the way? Move or cancel it on its page: what comes back is shown there first.'),
    ]),
  },
  {
    key: 'lesson-reminder-coach',
    name: 'Reminder: to the coach',
    subject: '{{lead}}: {{student_name}}, {{lesson_when}}',
    html: page('Next on your sheet', [
      paragraph('Hello {{coach_name}}, {{student_name}} comes to you for a lesson.'),
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
      paragraph('Answers to this email reach nobody; the button does.'),
    ]),
  },
  {
    key: 'new-messages',
    name: 'Several messages, gathered',
    subject: '{{message_count}} new messages from {{sender_name}}',
    html: page('{{message_count}} messages from {{sender_name}}', [
      `<blockquote style="margin:0 0 24px;padding:16px 20px;border-radius:14px;background:#f3ecdf;white-space:pre-line">{{message_text}}</blockquote>`,
      button('Read and reply', 'conversation_url'),
      paragraph('Answers to this email reach nobody; the button does.'),
    ]),
  },
  {
    key: 'coach-needed',
    name: 'AI Caddie needs the coach',
    subject: '{{student_name}} needs you',
    html: page('{{student_name}} waits for you', [
      paragraph('Hello {{coach_name}}, AI Caddie leaves this one to you.'),
      facts([['Why', '{{reason}}']]),
      button('Read and reply', 'conversation_url'),
      paragraph('You hear of this conversation once, until you answer in it.'),
    ]),
  },
  {
    key: 'review-received-coach',
    name: 'A review: to the coach',
    subject: 'A review of your lesson with {{student_name}}',
    html: page('Somebody wrote about you', [
      paragraph('Hello {{coach_name}}, the review {{student_name}} wrote can be read now, by everybody.'),
      facts(lesson),
      button('Read it and answer', 'reviews_url'),
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
      paragraph('Hello {{coach_name}}, {{message}}'),
      button('See your earnings', 'earnings_url'),
    ]),
  },
]
