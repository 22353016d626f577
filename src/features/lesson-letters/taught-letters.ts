import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter, lessonFacts } from './lesson-letter.ts'
import { lessonBookedKind, lessonToPayKind } from './notification-kinds.ts'

/** Letters about a lesson that its coach entered and that is paid here: most of them when it was already taught. */

export const lessonOwedStudent = defineLessonLetter({
  key: 'lesson-owed-student',
  to: 'student',
  variables: ['price', 'pay_until'],
  email: {
    name: 'A taught lesson to be paid: to the student',
    subject: 'Pay for your lesson with {{coach_name}}, {{lesson_short}}',
    html: page('Pay for your lesson', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} asks you to pay {{price}} for the lesson below, which was already taught. You can pay until {{pay_until}}.',
      ),
      facts([...lessonFacts, ['Price', '{{price}}']]),
      button('See and pay', 'lesson_url'),
      paragraph('You did not take this lesson, or do not know this coach? Do nothing: you are not charged.'),
    ]),
  },
  text: {
    name: 'A taught lesson to be paid: text to the student',
    message:
      '{{site_name}}: pay {{price}} for your lesson with {{coach_name}}, {{lesson_short}}. Until {{pay_until}}: {{lesson_url}}',
  },
  notice: {
    kind: lessonToPayKind,
    title: 'Pay for your lesson with {{coach_name}}',
    body: '{{lesson_when}}, {{price}}. Pay until {{pay_until}}.',
  },
})

export const lessonPaidStudent = defineLessonLetter({
  key: 'lesson-paid-student',
  to: 'student',
  variables: ['paid'],
  email: {
    name: 'A taught lesson was paid: to the student',
    subject: 'Receipt: your lesson with {{coach_name}}, {{lesson_short}}',
    html: page('Your payment arrived', [
      paragraph('Hello {{student_name}}, we received your payment of {{paid}} for the lesson below.'),
      facts([...lessonFacts, ['Paid', '{{paid}}']]),
      button('See your lesson', 'lesson_url'),
    ]),
  },
  notice: {
    kind: lessonBookedKind,
    title: 'You paid for your lesson with {{coach_name}}',
    body: '{{lesson_when}}, {{paid}}.',
  },
})

export const lessonPaidCoach = defineLessonLetter({
  key: 'lesson-paid-coach',
  to: 'coach',
  variables: ['share'],
  email: {
    name: 'A lesson entered by the coach was paid: to the coach',
    subject: '{{student_name}} paid for the lesson of {{lesson_short}}',
    html: page('A lesson was paid', [
      paragraph('Hello {{coach_name}}, {{student_name}} paid for the lesson below.'),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts, ['Your share', '{{share}}']]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  notice: {
    kind: lessonBookedKind,
    title: '{{student_name}} paid for a lesson',
    body: '{{lesson_when}}. Your share: {{share}}.',
  },
})
