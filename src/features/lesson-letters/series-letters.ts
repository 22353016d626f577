import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter } from './lesson-letter.ts'
import { lessonBookedKind, lessonCancelledKind } from './notification-kinds.ts'

/** Letters about weekly lessons that were booked or canceled together: one to each side. */

const where: readonly [string, string] = [
  'Where',
  '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>',
]
/** Templates written by admins may have the number alone. */
const countNames = ['lesson_count', 'weekly_lessons'] as const

const addAll = link('Add all lessons to your calendar', 'series_calendar_url')

export const seriesConfirmedStudent = defineLessonLetter({
  key: 'series-confirmed-student',
  to: 'student',
  variables: [...countNames, 'lesson_days', 'payment_line', 'paid', 'late_line', 'series_calendar_url'],
  email: {
    name: 'Weekly lessons booked: to the student',
    subject: 'You are booked with {{coach_name}}: {{weekly_lessons}} from {{lesson_short}}',
    html: page('Your weekly lessons are confirmed', [
      paragraph(
        'Hello {{student_name}}, you are booked for {{weekly_lessons}} with {{coach_name}}. {{payment_line}}',
      ),
      paragraph('{{late_line}}'),
      facts([
        ['What', '{{lesson_title}}, {{duration}}, every week'],
        ['First lesson', '{{lesson_when}}'],
        ['All lessons', '{{lesson_days}}'],
        where,
        ['Paid', '{{paid}}'],
        ['If you cancel', 'Each lesson is cancelled or moved on its own. The first: {{cancel_terms}}'],
      ]),
      button('See your lessons', 'lesson_url'),
      paragraph(`${addAll}.`),
      paragraph('Please come ten minutes early, with your clubs if you have any.'),
    ]),
  },
  text: {
    name: 'Weekly lessons booked: text to the student',
    message:
      '{{site_name}}: {{weekly_lessons}} with {{coach_name}} from {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: 'You are booked with {{coach_name}}',
    body: '{{weekly_lessons}}: {{lesson_days}}',
  },
})

export const seriesConfirmedCoach = defineLessonLetter({
  key: 'series-confirmed-coach',
  to: 'coach',
  variables: [...countNames, 'lesson_days', 'share', 'payout_line', 'note_line', 'series_calendar_url'],
  email: {
    name: 'Weekly lessons booked: to the coach',
    subject: '{{student_name}} booked {{weekly_lessons}} from {{lesson_short}}',
    html: page('You have new weekly lessons', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} booked {{weekly_lessons}}. {{note_line}} There is nothing you need to do.',
      ),
      facts([
        ['Student', '{{student_name}}'],
        ['What', '{{lesson_title}}, {{duration}}, every week'],
        ['First lesson', '{{lesson_when}}'],
        ['All lessons', '{{lesson_days}}'],
        where,
        ['Your share', '{{share}}'],
      ]),
      button('Open the first lesson', 'lesson_url'),
      paragraph('{{payout_line}}'),
      paragraph(`${addAll}, unless your calendar follows {{site_name}} already.`),
    ]),
  },
  text: {
    name: 'Weekly lessons booked: text to the coach',
    message:
      '{{site_name}}: {{student_name}} booked {{weekly_lessons}} from {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: '{{student_name}} booked {{weekly_lessons}}',
    body: '{{lesson_days}}',
  },
})

export const seriesCancelledStudent = defineLessonLetter({
  key: 'series-cancelled-student',
  to: 'student',
  variables: [
    ...countNames,
    'lesson_days',
    'what_happened',
    'message_line',
    'refund_line',
    'series_calendar_url',
  ],
  email: {
    name: 'The rest of weekly lessons cancelled: to the student',
    subject: 'Cancelled: {{weekly_lessons}} with {{coach_name}}',
    html: page('Your weekly lessons were cancelled', [
      paragraph('Hello {{student_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{refund_line}}'),
      facts([['Cancelled', '{{lesson_days}}'], where]),
      button('See your lessons', 'lesson_url'),
      paragraph(link('Update your calendar', 'series_calendar_url')),
    ]),
  },
  text: {
    name: 'The rest of weekly lessons cancelled: text to the student',
    message:
      '{{site_name}}: {{weekly_lessons}} with {{coach_name}} cancelled, from {{lesson_short}}. {{refund_line}} {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: {{weekly_lessons}} with {{coach_name}}',
    body: '{{lesson_days}}. {{refund_line}}',
  },
})

export const seriesCancelledCoach = defineLessonLetter({
  key: 'series-cancelled-coach',
  to: 'coach',
  variables: [
    ...countNames,
    'lesson_days',
    'what_happened',
    'message_line',
    'share_line',
    'series_calendar_url',
  ],
  email: {
    name: 'The rest of weekly lessons cancelled: to the coach',
    subject: 'Cancelled: {{weekly_lessons}} with {{student_name}}',
    html: page('Weekly lessons were cancelled', [
      paragraph('Hello {{coach_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      facts([
        ['Student', '{{student_name}}'],
        ['Cancelled', '{{lesson_days}}'],
        where,
        ['Your share', '{{share_line}}'],
      ]),
      button('Open the first of them', 'lesson_url'),
      paragraph(link('Update your calendar', 'series_calendar_url')),
    ]),
  },
  text: {
    name: 'The rest of weekly lessons cancelled: text to the coach',
    message:
      '{{site_name}}: {{weekly_lessons}} with {{student_name}} cancelled, from {{lesson_short}}. {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: {{weekly_lessons}} with {{student_name}}',
    body: '{{lesson_days}}',
  },
})

export const seriesLetters = [
  seriesConfirmedStudent,
  seriesConfirmedCoach,
  seriesCancelledStudent,
  seriesCancelledCoach,
]
