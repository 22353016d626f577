import { z } from 'zod'
import { defineLessonLetter, lessonFacts } from '#features/lesson-letters/lesson-letter.ts'
import { rainCheckKind } from '#features/lesson-letters/notification-kinds.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { listOffered } from './queries.ts'

/** Emails and texts about the weather. */

export const rainOfferedStudent = defineLessonLetter({
  key: 'rain-offered-student',
  to: 'student',
  variables: ['forecast', 'choices'],
  email: {
    name: 'Bad weather is forecast: to the student',
    subject: 'Bad weather is forecast for {{lesson_short}}',
    html: page('Bad weather is forecast', [
      paragraph(
        'Hello {{student_name}}, the forecast for your lesson with {{coach_name}}{{for_golfer}} is {{forecast}}. {{choices}}',
      ),
      facts([...lessonFacts]),
      button('Choose what to do', 'lesson_url'),
      paragraph('If you do nothing, the lesson stays booked as it is.'),
    ]),
  },
  text: {
    name: 'Bad weather is forecast: text to the student',
    message:
      '{{site_name}}: {{forecast}} is forecast for your lesson {{lesson_short}}. Move or cancel it without a fee: {{lesson_url}}',
  },
  notice: {
    kind: rainCheckKind,
    title: 'Bad weather is forecast for your lesson',
    body: '{{lesson_when}}: {{forecast}}. Move or cancel it without a fee, or keep it.',
  },
})

export const calledOffStudent = defineLessonLetter({
  key: 'lesson-called-off-student',
  to: 'student',
  variables: ['message_line', 'choices', 'otherwise'],
  email: {
    name: 'A lesson is called off because of the weather: to the student',
    subject: '{{coach_name}} called off {{lesson_short}} because of the weather',
    html: page('Your lesson is called off', [
      paragraph(
        'Hello {{student_name}}, {{coach_name}} called off your lesson{{for_golfer}} because of the weather. {{message_line}}',
      ),
      facts([...lessonFacts]),
      paragraph('{{choices}} {{otherwise}}'),
      button('Choose what to do', 'lesson_url'),
    ]),
  },
  text: {
    name: 'A lesson is called off because of the weather: text to the student',
    message:
      '{{site_name}}: {{coach_name}} called off {{lesson_short}} because of the weather. Choose what to do: {{lesson_url}}',
  },
  notice: {
    kind: rainCheckKind,
    title: '{{coach_name}} called off your lesson because of the weather',
    body: '{{lesson_when}}. {{choices}}',
  },
})

export const rainForecastKind = defineNotificationKind({
  id: 'rain_forecast',
  setting: {
    label: 'Bad weather for your lessons',
    description: 'The forecast is over your limit, and your students can move or cancel without a fee.',
    audience: 'coach',
    isTransactional: false,
    texts: 'on',
    icon: 'calendar-x',
  },
  about: z.object({ what: z.literal('rain'), coachId: z.uuid(), date: z.iso.date() }),
  async check({ db, clock }, { coachId, date }) {
    const lessons = await listOffered(db, coachId, date, clock.now())
    return { why: lessons.length > 0 ? null : 'no lesson waits for an answer' }
  },
})

export const rainForecastCoach = defineLetter({
  key: 'rain-forecast-coach',
  needs: ['schedule_url'],
  variables: ['coach_name', 'day', 'lesson_count', 'lessons', 'schedule_url'],
  email: {
    name: 'Bad weather is forecast: to the coach',
    subject: 'Bad weather on {{day}}: {{lesson_count}}',
    html: page('Bad weather is forecast', [
      paragraph(
        'Hello {{coach_name}}, the forecast for {{lesson_count}} on {{day}} is over your limit. Students of lessons within 48 hours can move or cancel them without a fee now, and those of later ones from 48 hours before, if the forecast is still bad then; a lesson stays booked until its student or you change it.',
      ),
      '<p style="margin:0 0 24px;white-space:pre-line">{{lessons}}</p>',
      button('Open your schedule', 'schedule_url'),
      paragraph('There you can also move a lesson, or call off several at once with Add, Call off lessons.'),
    ]),
  },
  text: {
    name: 'Bad weather is forecast: text to the coach',
    message:
      '{{site_name}}: bad weather is forecast for {{lesson_count}} on {{day}}. Students can move or cancel without a fee from 48 hours before; for later lessons, if it is still forecast then. {{schedule_url}}',
  },
  sample: {
    title: 'The forecast is over the coach’s limit',
    to: 'coach',
    kind: rainForecastKind,
    values: (appUrl: string) => ({
      coach_name: 'Maya Bennett',
      day: 'Thursday, November 26',
      lesson_count: '2 lessons',
      lessons:
        '9:00 AM EST: Sam Rivera, Longleaf Hollow, 80% chance of rain\n1:30 PM EST: Priya Nair, Longleaf Hollow, 90% chance of rain and thunderstorms',
      schedule_url: `${appUrl}/schedule?view=day&date=2026-11-26`,
    }),
  },
})

export const rainCheckKinds = [rainForecastKind]
export const rainCheckLetters = [rainOfferedStudent.letter, calledOffStudent.letter, rainForecastCoach]
