import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter, lessonFacts } from './lesson-letter.ts'
import { refundKind } from './notification-kinds.ts'

/** Letters about money that goes back. */

export const bookingRefundedStudent = defineLessonLetter({
  key: 'booking-refunded-student',
  to: 'student',
  variables: ['refund', 'refund_reason', 'paid', 'arrives'],
  email: {
    name: 'Payment refunded: to the student',
    subject: 'Your refund of {{refund}} is on its way',
    html: page('Your refund is on its way', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} back the way you paid it. {{refund_reason}} On a bank card, the money should be there by {{arrives}}.',
      ),
      facts([...lessonFacts, ['Refund', '{{refund}}'], ['Paid', '{{paid}}']]),
      button('See the booking', 'lesson_url'),
      paragraph(`${link('Find another time', 'rebook_url')} with {{coach_name}}.`),
    ]),
  },
  notice: {
    kind: refundKind,
    title: 'Your refund of {{refund}} is on its way',
    body: 'For the lesson with {{coach_name}}, {{lesson_when}}',
  },
})

export const bookingRefundedCoach = defineLessonLetter({
  key: 'booking-refunded-coach',
  to: 'coach',
  variables: ['refund', 'share_change', 'share_left'],
  email: {
    name: 'Refunded by an admin: to the coach',
    subject: 'We refunded {{refund}} to {{student_name}}',
    html: page('We refunded the student', [
      paragraph(
        'Hello {{coach_name}}, we refunded {{refund}} to {{student_name}} for the lesson below. {{share_change}}',
      ),
      facts([...lessonFacts, ['Refund', '{{refund}}'], ['Your share now', '{{share_left}}']]),
      button('See the lesson', 'lesson_url'),
      paragraph('If you have questions, reply to this email or write to support.'),
    ]),
  },
  notice: {
    kind: refundKind,
    title: 'We refunded {{refund}} to {{student_name}}',
    body: '{{share_change}}',
  },
})

export const bookingRefundReturnedStudent = defineLessonLetter({
  key: 'booking-refund-returned-student',
  to: 'student',
  variables: ['refund', 'what_happened', 'next_line'],
  email: {
    name: 'Refund came back: to the student',
    subject: 'Your refund of {{refund}} did not reach your card',
    html: page('Your refund did not reach your card', [
      paragraph('Hello {{student_name}}, {{what_happened}}'),
      paragraph('{{next_line}}'),
      facts([...lessonFacts, ['Refund', '{{refund}}']]),
      button('See your lesson', 'lesson_url'),
    ]),
  },
  notice: {
    kind: refundKind,
    title: 'Your refund of {{refund}} did not reach your card',
    body: '{{next_line}}',
  },
})
