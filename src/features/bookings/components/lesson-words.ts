import { ageText, forGolfer, playerName } from '#features/golfers/golfer.ts'
import { dateIn, formatDay, formatTimeRange } from '#platform/time.ts'
import type { Lesson } from '../schema.ts'

/** `Tuesday, November 24, 9:30 – 10:30 AM EST with Coach Maya`: identifies the lesson in a dialog. */
export const lessonWhen = (lesson: Lesson, as: 'student' | 'coach') =>
  `${formatDay(lesson.start, lesson.zone, { long: true })}, ${formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)} with ${otherName(lesson, as)}${as === 'student' ? forGolfer(lesson) : ''}`

/** Who the viewer meets in a lesson: the coach, or the person who plays. */
export const otherName = (lesson: Lesson, as: 'student' | 'coach') =>
  as === 'student' ? lesson.coach.label : playerName(lesson)

/** `We let Coach Maya know.` after a change of a lesson; nothing is sent to a student without an email address. */
export const toldText = (name: string, isOfCaller: boolean): string =>
  isOfCaller ? `Nothing was sent: call or text ${name}.` : `We let ${name} know.`

/** `Turns 12 in 2026. Booked by Jordan Brooks, who gets your messages.`: for the coach of a lesson that a golfer plays. */
export function bookedBy({ golfer, student, start, zone }: Lesson): string {
  const age = golfer && ageText(golfer, Number(dateIn(start, zone).slice(0, 4)))
  const by = `Booked by ${student.name}`
  return age ? `${age.replace(/^t/, 'T')}. ${by}, who gets your messages.` : `${by}.`
}
