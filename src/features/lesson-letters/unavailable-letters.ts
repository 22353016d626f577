import { playerName } from '#features/golfers/golfer.ts'
import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import { defineLessonLetter, fillInLesson, type LessonLetter, lessonFacts } from './lesson-letter.ts'
import { holdExpiredKind, lessonInQuestionKind } from './notification-kinds.ts'
import type { LetterLesson } from './queries.ts'

/**
 * Letters to one side of a lesson while the other side's account is suspended. They do not mention the
 * suspension.
 */

export const holdEndedStudent = defineLessonLetter({
  key: 'hold-ended-student',
  needs: ['search_url'],
  to: 'student',
  variables: ['search_url'],
  email: {
    name: 'The coach takes no lessons any more: to the student who held a time',
    subject: 'Not booked: {{coach_name}}, {{lesson_short}}',
    html: page('Your lesson was not booked', [
      paragraph(
        'Hello {{student_name}}, we held this time for you, but {{coach_name}} is not taking lessons at the moment, so it can’t be booked. You were not charged. If you paid at the last moment, all of it goes back to your original payment method.',
      ),
      facts(lessonFacts),
      button('Find another coach', 'search_url'),
      paragraph(`${link('Your lessons', 'lesson_url')}`),
    ]),
  },
  notice: {
    kind: holdExpiredKind,
    title: 'Not booked: your time with {{coach_name}}',
    body: '{{lesson_when}}. {{coach_name}} is not taking lessons at the moment, and you were not charged.',
  },
})

export const lessonInQuestionStudent = defineLessonLetter({
  key: 'lesson-in-question-student',
  needs: ['message', 'lesson_url'],
  to: 'student',
  variables: ['headline', 'message'],
  email: {
    name: 'Whether a lesson takes place: to the student',
    subject: '{{headline}}: {{lesson_short}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      facts(lessonFacts),
      button('See your lesson', 'lesson_url'),
    ]),
  },
  notice: { kind: lessonInQuestionKind, title: '{{headline}}', body: '{{lesson_when}}. {{message}}' },
})

export const lessonInQuestionCoach = defineLessonLetter({
  key: 'lesson-in-question-coach',
  needs: ['message', 'lesson_url'],
  to: 'coach',
  variables: ['headline', 'message'],
  email: {
    name: 'Whether a lesson takes place: to the coach',
    subject: '{{headline}}: {{lesson_short}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      facts([['Student', '{{golfer_name}}'], ...lessonFacts]),
      button('Open the lesson', 'lesson_url'),
    ]),
  },
  notice: { kind: lessonInQuestionKind, title: '{{headline}}', body: '{{lesson_when}}. {{message}}' },
})

const stays = (lessons: number) =>
  lessons === 1
    ? 'The lesson below stays booked for now.'
    : `Your ${lessons} lessons stay booked for now; the next one is below.`
const takesPlace = (lessons: number) =>
  lessons === 1
    ? 'The lesson below takes place as booked.'
    : `Your ${lessons} lessons take place as booked; the next one is below.`
const WAITS = 'We are looking into it and write to you as soon as we know more.'

/** The options of a student who does not want to wait. */
function wayOut({ package: bundle, isDemo, isPaidElsewhere }: LetterLesson['money']): string {
  if (isDemo || isPaidElsewhere || bundle?.isBrought)
    return 'If you would rather not wait, you can cancel it on its page.'
  return bundle
    ? 'If you would rather not wait, cancel it and end the package: everything you paid for lessons not taken goes back to your original payment method.'
    : 'If you would rather not wait, you can cancel it on its page: until it begins, everything you paid goes back to your original payment method.'
}

/**
 * The letter to a student whose coach was suspended or reinstated.
 * @param isOpen the coach teaches again
 * @param lessons the number of their future lessons
 */
export const inQuestionForStudent = (
  { lesson, money }: LetterLesson,
  { isOpen, lessons }: { isOpen: boolean; lessons: number },
): LessonLetter => {
  const coach = lesson.coach.label
  return fillInLesson(
    lessonInQuestionStudent,
    isOpen
      ? {
          headline: `Your lesson with ${coach} takes place`,
          message: `${coach} is taking lessons again. ${takesPlace(lessons)}`,
        }
      : {
          headline: `Your lesson with ${coach} may not take place`,
          message: `${coach} is not taking lessons at the moment. ${stays(lessons)} ${WAITS} ${wayOut(money)}`,
        },
  )
}

/** The letter to a coach whose student was suspended or reinstated. */
export const inQuestionForCoach = (
  { lesson }: LetterLesson,
  { isOpen, lessons }: { isOpen: boolean; lessons: number },
): LessonLetter => {
  const student = lesson.student.name
  return fillInLesson(
    lessonInQuestionCoach,
    isOpen
      ? {
          headline: `The lesson with ${playerName(lesson)} takes place`,
          message: `${student} can use their account again. ${takesPlace(lessons)}`,
        }
      : {
          headline: `The lesson with ${playerName(lesson)} may not take place`,
          message: `${student} can’t use their account at the moment. ${stays(lessons)} ${WAITS} If you would rather not wait, you can cancel it on its page; the student then gets back everything that was paid here.`,
        },
  )
}

export const unavailableLetters = [holdEndedStudent, lessonInQuestionStudent, lessonInQuestionCoach]
