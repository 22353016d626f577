import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter, lessonFacts } from './lesson-letter.ts'
import {
  holdExpiredKind,
  lessonBookedKind,
  lessonCancelledKind,
  lessonChangedKind,
  lessonReminderKind,
  lessonToPayKind,
  noShowKind,
  reviewRequestKind,
} from './notification-kinds.ts'
import {
  bookingRefundedCoach,
  bookingRefundedStudent,
  bookingRefundReturnedStudent,
} from './refund-letters.ts'
import { seatLetters } from './seat-letters.ts'
import { seriesLetters } from './series-letters.ts'
import { lessonOwedStudent, lessonPaidCoach, lessonPaidStudent } from './taught-letters.ts'
import { unavailableLetters } from './unavailable-letters.ts'

/** Every email and text about booking a lesson, and what becomes of it. */

const addToCalendar = `Add it to ${link('Google', 'google_calendar_url')}, ${link('Outlook', 'outlook_calendar_url')}, ${link('Office 365', 'office_calendar_url')} or ${link('Apple and other calendars', 'calendar_url')}`

const cancelling: readonly [string, string] = ['If you cancel', '{{cancel_terms}}']

const whenAndWhere = '{{lesson_when}}, {{place_name}}'

export const bookingConfirmedStudent = defineLessonLetter({
  key: 'booking-confirmed-student',
  to: 'student',
  variables: ['payment_line', 'paid'],
  email: {
    name: 'Lesson booked: to the student',
    subject: 'You are booked with {{coach_name}}{{for_golfer}}: {{lesson_when}}',
    html: page('Your lesson is confirmed', [
      paragraph(
        'Hello {{student_name}}, your lesson with {{coach_name}}{{for_golfer}} is booked. {{payment_line}}',
      ),
      facts([...lessonFacts, ['Paid', '{{paid}}'], cancelling]),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar}.`),
      paragraph('Please come ten minutes early, with your clubs if you have any.'),
    ]),
  },
  text: {
    name: 'Lesson booked: text to the student',
    message:
      '{{site_name}}: booked with {{coach_name}}{{for_golfer}}, {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: 'You are booked with {{coach_name}}{{for_golfer}}',
    body: whenAndWhere,
  },
})

export const bookingConfirmedCoach = defineLessonLetter({
  key: 'booking-confirmed-coach',
  to: 'coach',
  variables: ['share', 'payout_line', 'note_line'],
  email: {
    name: 'Lesson booked: to the coach',
    subject: '{{student_name}} booked {{lesson_when}}{{for_golfer}}',
    html: page('You have a new lesson', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} booked the lesson below{{for_golfer}}. {{note_line}} There is nothing you need to do.',
      ),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts, ['Your share', '{{share}}']]),
      button('Open the lesson', 'lesson_url'),
      paragraph('{{payout_line}}'),
      paragraph(`${addToCalendar}, unless your calendar follows {{site_name}} already.`),
    ]),
  },
  text: {
    name: 'Lesson booked: text to the coach',
    message:
      '{{site_name}}: {{student_name}} booked {{lesson_short}}{{for_golfer}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonBookedKind,
    title: '{{student_name}} booked a lesson{{for_golfer}}',
    body: whenAndWhere,
  },
})

export const lessonToPayStudent = defineLessonLetter({
  key: 'lesson-to-pay-student',
  to: 'student',
  variables: ['price', 'pay_until'],
  email: {
    name: 'The coach keeps a time: to the student',
    subject: '{{coach_name}} keeps {{lesson_short}} for you',
    html: page('A time is kept for you', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} entered the lesson below for you. Pay {{price}} by {{pay_until}} and it is yours. After that, other students can book the time.',
      ),
      facts([...lessonFacts, ['Price', '{{price}}'], cancelling]),
      button('See and pay', 'lesson_url'),
      paragraph('You do not want it, or do not know this coach? Do nothing: you are not charged.'),
    ]),
  },
  text: {
    name: 'The coach keeps a time: text to the student',
    message:
      '{{site_name}}: {{coach_name}} keeps {{lesson_short}} for you. Pay until {{pay_until}}: {{lesson_url}}',
  },
  notice: {
    kind: lessonToPayKind,
    title: '{{coach_name}} keeps a time for you',
    body: '{{lesson_when}}, {{price}}. Pay until {{pay_until}}.',
  },
})

export const lessonInvitedStudent = defineLessonLetter({
  key: 'lesson-invited-student',
  to: 'student',
  variables: ['price'],
  email: {
    name: 'The coach entered a lesson for an address: to its owner',
    subject: '{{coach_name}} invites you to a lesson: {{lesson_short}}',
    html: page('Do you take this lesson?', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} entered the lesson below for this email address. Accept or decline it on its page. You pay your coach {{price}} directly: nothing is charged here, and {{site_name}} cannot refund it.',
      ),
      facts([...lessonFacts, ['Price', '{{price}}, to your coach directly']]),
      button('Accept or decline', 'lesson_url'),
      paragraph(
        '{{coach_name}} does not see whether this address has an account. If you do not know this coach, decline or do nothing.',
      ),
    ]),
  },
  notice: {
    kind: lessonBookedKind,
    title: '{{coach_name}} invites you to a lesson',
    body: whenAndWhere,
  },
})

export const bookingExpiredStudent = defineLessonLetter({
  key: 'booking-expired-student',
  to: 'student',
  variables: [],
  email: {
    name: 'Payment not finished: to the student',
    subject: 'Not booked: {{coach_name}}{{for_golfer}}, {{lesson_short}}',
    html: page('Your lesson was not booked', [
      paragraph(
        'Hello {{student_name}}, this time was held for you and no payment arrived, so other students can book it again. You were not charged.',
      ),
      facts(lessonFacts),
      paragraph('If you still want a lesson, see which times are open.'),
      button('See open times', 'rebook_url'),
      paragraph(`${link('Your lessons', 'lesson_url')}`),
    ]),
  },
  notice: {
    kind: holdExpiredKind,
    title: 'Not booked: your time with {{coach_name}}{{for_golfer}}',
    body: '{{lesson_when}}. No payment arrived in time, and you were not charged.',
  },
})

export const bookingCancelledStudent = defineLessonLetter({
  key: 'booking-cancelled-student',
  to: 'student',
  variables: ['what_happened', 'message_line', 'refund_line', 'refund_short'],
  email: {
    name: 'Lesson cancelled: to the student',
    subject: 'Cancelled: your lesson with {{coach_name}}{{for_golfer}}, {{lesson_when}}',
    html: page('Your lesson is cancelled', [
      paragraph('Hello {{student_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{refund_line}}'),
      facts(lessonFacts),
      button('Find another time', 'rebook_url'),
      paragraph(`${link('Your lessons', 'lesson_url')} show what was paid and refunded.`),
    ]),
  },
  text: {
    name: 'Lesson cancelled: text to the student',
    message:
      '{{site_name}}: your lesson with {{coach_name}}{{for_golfer}}, {{lesson_short}}, is cancelled. {{refund_short}} Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: your lesson with {{coach_name}}{{for_golfer}}',
    body: '{{lesson_when}}. {{refund_line}}',
  },
})

export const bookingCancelledCoach = defineLessonLetter({
  key: 'booking-cancelled-coach',
  to: 'coach',
  variables: ['what_happened', 'message_line', 'time_line', 'share_line'],
  email: {
    name: 'Lesson cancelled: to the coach',
    subject: 'Cancelled: {{golfer_name}}, {{lesson_when}}',
    html: page('A lesson is cancelled', [
      paragraph('Hello {{coach_name}}, {{what_happened}}'),
      paragraph('{{message_line}}'),
      paragraph('{{share_line}}'),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts]),
      button('Open the lesson', 'lesson_url'),
      paragraph('{{time_line}}'),
    ]),
  },
  text: {
    name: 'Lesson cancelled: text to the coach',
    message:
      '{{site_name}}: the lesson with {{golfer_name}}, {{lesson_short}}, is cancelled. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonCancelledKind,
    title: 'Cancelled: the lesson with {{golfer_name}}',
    body: '{{lesson_when}}. {{time_line}}',
  },
})

export const bookingRescheduledStudent = defineLessonLetter({
  key: 'booking-rescheduled-student',
  to: 'student',
  variables: ['what_happened', 'what_changed', 'payment_line', 'lesson_was'],
  email: {
    name: 'Lesson moved: to the student',
    subject: 'Moved: your lesson with {{coach_name}}{{for_golfer}} is now {{lesson_when}}',
    html: page('Your lesson has a new {{what_changed}}', [
      paragraph('Hello {{student_name}}, {{what_happened}} {{payment_line}}'),
      facts([...lessonFacts, ['It was', '{{lesson_was}}'], cancelling]),
      button('See your lesson', 'lesson_url'),
      paragraph(`${addToCalendar}: the old entry is replaced.`),
    ]),
  },
  text: {
    name: 'Lesson moved: text to the student',
    message:
      '{{site_name}}: your lesson with {{coach_name}}{{for_golfer}} is now {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonChangedKind,
    title: 'Your lesson with {{coach_name}}{{for_golfer}} has a new {{what_changed}}',
    body: 'Now {{lesson_when}}, {{place_name}}',
  },
})

export const bookingRescheduledCoach = defineLessonLetter({
  key: 'booking-rescheduled-coach',
  to: 'coach',
  variables: ['what_happened', 'what_changed', 'lesson_was'],
  email: {
    name: 'Lesson moved: to the coach',
    subject: 'Moved: {{golfer_name}} is now {{lesson_when}}',
    html: page('A lesson has a new {{what_changed}}', [
      paragraph('Hello {{coach_name}}, {{what_happened}}'),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts, ['It was', '{{lesson_was}}']]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  text: {
    name: 'Lesson moved: text to the coach',
    message:
      '{{site_name}}: the lesson with {{golfer_name}} is now {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonChangedKind,
    title: 'The lesson with {{golfer_name}} has a new {{what_changed}}',
    body: 'Now {{lesson_when}}, {{place_name}}',
  },
})

export const lessonNoShowStudent = defineLessonLetter({
  key: 'lesson-no-show-student',
  needs: ['report_url'],
  to: 'student',
  variables: ['money_line', 'object_by', 'report_url'],
  email: {
    name: 'Lesson missed: to the student',
    subject: '{{coach_name}} reported that you missed a lesson: {{lesson_short}}',
    html: page('Your coach reported a missed lesson', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} reported that you did not come to the lesson below. {{money_line}}',
      ),
      facts(lessonFacts),
      paragraph(
        'If you were there, or your coach was not, report a problem by {{object_by}}. A person looks into it before anything is decided.',
      ),
      button('Report a problem', 'report_url'),
    ]),
  },
  notice: {
    kind: noShowKind,
    title: '{{coach_name}} reported that you missed a lesson',
    body: '{{lesson_when}}. If that is wrong, report a problem by {{object_by}}.',
    opens: 'report',
  },
})

export const reviewRequestStudent = defineLessonLetter({
  key: 'review-request-student',
  needs: ['review_url'],
  to: 'student',
  variables: ['review_url', 'published_line', 'object_line'],
  email: {
    name: 'After the lesson: a review, please',
    subject: 'How was your lesson with {{coach_name}}{{for_golfer}}?',
    html: page('How was your lesson?', [
      paragraph(
        'Hello {{student_name}}, a sentence or two from you helps other golfers choose, and helps {{coach_name}} teach. {{published_line}}',
      ),
      facts(lessonFacts),
      button('Write a review', 'review_url'),
      paragraph('{{object_line}}'),
    ]),
  },
  notice: {
    kind: reviewRequestKind,
    title: 'How was your lesson with {{coach_name}}{{for_golfer}}?',
    body: 'A sentence or two helps the next golfer choose.',
    opens: 'review',
  },
})

export const lessonReminderStudent = defineLessonLetter({
  key: 'lesson-reminder-student',
  to: 'student',
  variables: ['lead'],
  email: {
    name: 'Reminder: to the student',
    subject: '{{lead}}: your lesson with {{coach_name}}{{for_golfer}}, {{lesson_when}}',
    html: page('Your lesson is coming up', [
      paragraph('Hello {{student_name}}, here is where and when you meet {{coach_name}}.'),
      facts([...lessonFacts, ['If you cancel', '{{cancel_terms}}']]),
      button('See your lesson', 'lesson_url'),
      paragraph('If you cannot come, move or cancel the lesson on its page. You see first what is refunded.'),
    ]),
  },
  text: {
    name: 'Reminder: text to the student',
    message:
      '{{site_name}}: your lesson with {{coach_name}}{{for_golfer}} is {{lesson_short}}, {{place_name}}. Details: {{lesson_url}}',
  },
  notice: {
    kind: lessonReminderKind,
    title: '{{lead}}: your lesson with {{coach_name}}{{for_golfer}}',
    body: whenAndWhere,
  },
})

export const lessonLetters = [
  bookingConfirmedStudent,
  bookingConfirmedCoach,
  lessonToPayStudent,
  lessonOwedStudent,
  lessonPaidStudent,
  lessonPaidCoach,
  lessonInvitedStudent,
  bookingExpiredStudent,
  ...unavailableLetters,
  bookingRefundedStudent,
  bookingRefundedCoach,
  bookingRefundReturnedStudent,
  bookingCancelledStudent,
  bookingCancelledCoach,
  bookingRescheduledStudent,
  bookingRescheduledCoach,
  lessonNoShowStudent,
  reviewRequestStudent,
  lessonReminderStudent,
  ...seriesLetters,
  ...seatLetters,
].map(({ letter }) => letter)
