import { defineLessonLetter, lessonFacts } from '#features/lesson-letters/lesson-letter.ts'
import { defineLessonKind } from '#features/lesson-letters/notification-kinds.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'

/** What student and coach read when a problem is reported. */

export const disputeKind = defineLessonKind({
  id: 'dispute',
  setting: {
    label: 'Reported problems',
    description: 'A problem with a lesson was reported or settled.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'flag',
    isAlert: true,
  },
  whyOutdated: ({ hasOpenProblem }) => (hasOpenProblem ? null : 'the problem is settled'),
})

export const disputeSettledKind = defineLessonKind({
  id: 'dispute_settled',
  setting: {
    label: 'Settled problems',
    description: 'We decided about a reported problem.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'flag',
    isAlert: true,
  },
  whyOutdated: ({ hasOpenProblem }) => (hasOpenProblem ? 'the problem was opened again' : null),
})

export const disputeKinds = [disputeKind, disputeSettledKind]

export const problemReportedStudent = defineLessonLetter({
  key: 'problem-reported-student',
  to: 'student',
  variables: [],
  email: {
    name: 'Problem reported: to the student',
    subject: 'We are looking into your lesson of {{lesson_when}}',
    html: page('We have your report', [
      paragraph(
        'Hello {{student_name}}, we have what you wrote about the lesson below. A person reads it and answers you by email.',
      ),
      facts(lessonFacts),
      button('See the lesson', 'lesson_url'),
    ]),
  },
  notice: {
    kind: disputeKind,
    title: 'We are looking into your lesson',
    body: 'With {{coach_name}}, {{lesson_when}}',
  },
})

export const problemReportedCoach = defineLessonLetter({
  key: 'problem-reported-coach',
  to: 'coach',
  variables: ['share_line', 'answer_by'],
  email: {
    name: 'Problem reported: to the coach',
    subject: '{{student_name}} reported a problem with {{lesson_when}}',
    html: page('A student reported a problem', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} reported a problem with the lesson below. We are looking into it. {{share_line}}',
      ),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts]),
      paragraph(
        'Open the lesson to read what the student wrote, and send us your answer by {{answer_by}}. After that we may decide without it.',
      ),
      button('Read and answer', 'lesson_url'),
    ]),
  },
  notice: {
    kind: disputeKind,
    title: '{{student_name}} reported a problem',
    body: 'With the lesson of {{lesson_when}}',
  },
})

const decided = [
  paragraph('{{decision}}'),
  paragraph('{{explanation}}'),
  facts(lessonFacts),
  button('See the lesson', 'lesson_url'),
]
const settledNotice = { kind: disputeSettledKind, body: '{{lesson_title}}, {{lesson_when}}' }

/** What was decided, as each side reads it. */
export const settledWords = {
  student: {
    resolved: 'We settled it in your favor. Money that goes back to you is listed with the lesson.',
    resolvedWithoutShare: 'We settled it in your favor.',
    rejected: 'We found no reason for a refund. If you disagree, please write to support.',
    rejectedAfterRefund: 'We found no reason for a further refund. If you disagree, please write to support.',
  },
  coach: {
    resolved:
      'We settled it in the student’s favor. What that means for your share is listed with the lesson.',
    resolvedWithoutShare: 'We settled it in the student’s favor.',
    rejected: 'We found no reason for a refund. You keep your share.',
    rejectedWithoutShare: 'We found no reason for a refund.',
    rejectedAfterRefund:
      'We found no reason for a further refund. What was refunded before is listed with the lesson.',
  },
} as const

export const problemSettledStudent = defineLessonLetter({
  key: 'problem-settled-student',
  needs: ['decision', 'lesson_url'],
  to: 'student',
  variables: ['decision', 'explanation'],
  email: {
    name: 'Problem settled: to the student',
    subject: 'We decided about your lesson of {{lesson_when}}',
    html: page('We looked into it', [
      paragraph('Hello {{student_name}}, you reported a problem with the lesson below.'),
      ...decided,
    ]),
  },
  notice: { ...settledNotice, title: 'We decided about the problem you reported' },
})

export const problemSettledCoach = defineLessonLetter({
  key: 'problem-settled-coach',
  needs: ['decision', 'lesson_url'],
  to: 'coach',
  variables: ['decision', 'explanation'],
  email: {
    name: 'Problem settled: to the coach',
    subject: 'We decided about the lesson of {{lesson_when}}',
    html: page('We looked into it', [
      paragraph('Hello {{coach_name}}, a problem was reported with the lesson below.'),
      ...decided,
    ]),
  },
  notice: { ...settledNotice, title: 'We decided about a reported problem' },
})

export const disputeLetters = [
  problemReportedStudent,
  problemReportedCoach,
  problemSettledStudent,
  problemSettledCoach,
].map(({ letter }) => letter)
