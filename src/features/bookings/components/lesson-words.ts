import { formatDay, formatTimeRange } from '#platform/time.ts'
import type { Lesson } from '../schema.ts'

/** `Tuesday, November 24, 9:30 – 10:30 AM EST with Coach Maya`: identifies the lesson in a dialog. */
export const lessonWhen = (lesson: Lesson, as: 'student' | 'coach') =>
  `${formatDay(lesson.start, lesson.zone, { long: true })}, ${formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)} with ${otherName(lesson, as)}`

/** The name of the other person in a lesson. */
export const otherName = (lesson: Lesson, as: 'student' | 'coach') =>
  as === 'student' ? lesson.coach.label : lesson.student.name
