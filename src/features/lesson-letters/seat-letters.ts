import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter } from './lesson-letter.ts'
import {
  holdExpiredKind,
  lessonBookedKind,
  lessonCancelledKind,
  lessonReminderKind,
} from './notification-kinds.ts'

/** Letters about seats in a clinic, one for all seats of a purchase. */

const clinicFacts: readonly (readonly [string, string])[] = [
  ['What', '{{lesson_title}}'],
  ['When', '{{dates}}'],
  ['Where', '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'],
]
const addAll = link('Add all seats to your calendar', 'series_calendar_url')

export const seatsConfirmedStudent = defineLessonLetter({
  key: 'seats-confirmed-student',
  to: 'student',
  variables: ['seat_count', 'participants', 'dates', 'paid', 'late_line', 'series_calendar_url'],
  email: {
    name: 'Seats in a clinic booked: to the student',
    subject: 'You booked {{seat_count}} with {{coach_name}}: {{lesson_title}}, {{lesson_short}}',
    html: page('Your seats are confirmed', [
      paragraph(
        'Hello {{student_name}}, {{seat_count}} in {{lesson_title}} with {{coach_name}} are booked. We received your payment of {{paid}}.',
      ),
      paragraph('{{late_line}}'),
      facts([
        ['Who takes part', '{{participants}}'],
        ...clinicFacts,
        ['Paid', '{{paid}}'],
        ['If you cancel', 'Each seat is cancelled on its own. {{cancel_terms}}'],
      ]),
      button('See your seats', 'lesson_url'),
      paragraph(`${addAll}.`),
      paragraph('Please come ten minutes early, with your clubs if you have any.'),
    ]),
  },
  text: {
    name: 'Seats in a clinic booked: text to the student',
    message:
      '{{site_name}}: {{seat_count}} with {{coach_name}}, {{lesson_short}}, {{place_name}}, for {{participants}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: 'You booked {{seat_count}} with {{coach_name}}',
    body: '{{lesson_title}}, {{lesson_short}}, for {{participants}}',
  },
})

export const seatsConfirmedCoach = defineLessonLetter({
  key: 'seats-confirmed-coach',
  to: 'coach',
  variables: ['seat_count', 'participants', 'dates', 'share', 'series_calendar_url'],
  email: {
    name: 'Seats in a clinic booked: to the coach',
    subject: '{{student_name}} booked {{seat_count}} in {{lesson_title}}, {{lesson_short}}',
    html: page('Seats in your clinic were booked', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} booked {{seat_count}} in your clinic. There is nothing you need to do.',
      ),
      facts([
        ['Who takes part', '{{participants}}'],
        ['Booked by', '{{student_name}}'],
        ...clinicFacts,
        ['Your share', '{{share}}'],
      ]),
      button('Open the first seat', 'lesson_url'),
      paragraph(
        'We send your share a day after you mark the seats as taught, or two days after the last date if you do nothing.',
      ),
      paragraph(`${addAll}, unless your calendar follows {{site_name}} already.`),
    ]),
  },
  text: {
    name: 'Seats in a clinic booked: text to the coach',
    message:
      '{{site_name}}: {{student_name}} booked {{seat_count}} in {{lesson_title}}, {{lesson_short}}, for {{participants}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: '{{student_name}} booked {{seat_count}} in your clinic',
    body: '{{lesson_title}}, {{lesson_short}}, for {{participants}}',
  },
})

export const seatsExpiredStudent = defineLessonLetter({
  key: 'seats-expired-student',
  needs: ['clinic_url'],
  to: 'student',
  variables: ['seat_count', 'participants', 'dates', 'seats_left_line', 'clinic_url'],
  email: {
    name: 'Payment of seats not finished: to the student',
    subject: 'Not booked: {{seat_count}} with {{coach_name}}, {{lesson_title}}, {{lesson_short}}',
    html: page('Your payment was not finished', [
      paragraph(
        'Hello {{student_name}}, we held {{seat_count}} in the clinic below for you. No payment arrived in time, so nothing is booked. You were not charged.',
      ),
      facts([['Who was to take part', '{{participants}}'], ...clinicFacts]),
      paragraph('{{seats_left_line}}'),
      button('Back to the clinic', 'clinic_url'),
      paragraph(`${link('Your lessons', 'lesson_url')}`),
    ]),
  },
  notice: {
    kind: holdExpiredKind,
    title: 'Not booked: {{seat_count}} with {{coach_name}}',
    body: '{{lesson_title}}, {{lesson_short}}, for {{participants}}. No payment arrived in time, and you were not charged.',
  },
})

export const seatsCancelledStudent = defineLessonLetter({
  key: 'seats-cancelled-student',
  to: 'student',
  variables: [
    'seat_count',
    'participants',
    'dates',
    'what_happened',
    'message_line',
    'refund_line',
    'series_calendar_url',
  ],
  email: {
    name: 'Seats in a clinic cancelled: to the student',
    subject: 'Cancelled: your {{seat_count}} with {{coach_name}}, {{lesson_title}}, {{lesson_short}}',
    html: page('Your seats are cancelled', [
      paragraph('Hello {{student_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{refund_line}}'),
      facts([['Who was to take part', '{{participants}}'], ...clinicFacts]),
      button('Find another time', 'rebook_url'),
      paragraph(
        `${link('Your lessons', 'lesson_url')} show what was paid and refunded. ${link('Update your calendar', 'series_calendar_url')}.`,
      ),
    ]),
  },
  text: {
    name: 'Seats in a clinic cancelled: text to the student',
    message:
      '{{site_name}}: your {{seat_count}} with {{coach_name}}, {{lesson_short}}, for {{participants}}, are cancelled. {{refund_line}} {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: your {{seat_count}} with {{coach_name}}',
    body: '{{lesson_title}}, {{lesson_short}}, for {{participants}}. {{refund_line}}',
  },
})

export const seatsCancelledCoach = defineLessonLetter({
  key: 'seats-cancelled-coach',
  to: 'coach',
  variables: ['seat_count', 'participants', 'dates', 'share_line', 'series_calendar_url'],
  email: {
    name: 'Seats in a clinic cancelled: to the coach',
    subject: 'Cancelled: {{seat_count}} of {{student_name}}, {{lesson_title}}, {{lesson_short}}',
    html: page('Seats in your clinic are cancelled', [
      paragraph(
        'Hello {{coach_name}}, we cancelled {{seat_count}} in your clinic. We let {{student_name}} know. Others can book these seats again.',
      ),
      paragraph('{{share_line}}'),
      facts([
        ['Who was to take part', '{{participants}}'],
        ['Booked by', '{{student_name}}'],
        ...clinicFacts,
      ]),
      button('Open the first seat', 'lesson_url'),
      paragraph(
        `${link('Update your calendar', 'series_calendar_url')}, unless it follows {{site_name}} already.`,
      ),
    ]),
  },
  text: {
    name: 'Seats in a clinic cancelled: text to the coach',
    message:
      '{{site_name}}: we cancelled {{seat_count}} of {{student_name}} in {{lesson_title}}, {{lesson_short}}, for {{participants}}. {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: {{seat_count}} of {{student_name}} in your clinic',
    body: '{{lesson_title}}, {{lesson_short}}, for {{participants}}',
  },
})

export const seatsReminderStudent = defineLessonLetter({
  key: 'seats-reminder-student',
  to: 'student',
  variables: ['lead', 'participants', 'date'],
  email: {
    name: 'Clinic reminder: to the student',
    subject: '{{lead}}: {{lesson_title}} with {{coach_name}}, {{date}}',
    html: page('Your clinic is coming up', [
      paragraph('Hello {{student_name}}, here is where and when you meet {{coach_name}}.'),
      facts([
        ['Who takes part', '{{participants}}'],
        ['What', '{{lesson_title}}'],
        ['When', '{{date}}'],
        ['Where', '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'],
        ['If you cancel', '{{cancel_terms}}'],
      ]),
      button('See your seats', 'lesson_url'),
      paragraph('If somebody cannot come, cancel the seat on its page. You see first what is refunded.'),
    ]),
  },
  text: {
    name: 'Clinic reminder: text to the student',
    message:
      '{{site_name}}: {{lesson_title}} with {{coach_name}} is {{date}}, {{place_name}}, for {{participants}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonReminderKind,
    title: '{{lead}}: {{lesson_title}} with {{coach_name}}',
    body: '{{date}}, {{place_name}}, for {{participants}}',
  },
})

export const seatLetters = [
  seatsConfirmedStudent,
  seatsConfirmedCoach,
  seatsExpiredStudent,
  seatsCancelledStudent,
  seatsCancelledCoach,
  seatsReminderStudent,
]
