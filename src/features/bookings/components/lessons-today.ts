import { dateIn } from '#platform/time.ts'
import type { Dashboard } from '../schema.ts'

/** The coach's lessons of today that have not ended; the others of `nextLessons` follow them. */
export const lessonsToday = ({ nextLessons, today }: Pick<Dashboard, 'nextLessons' | 'today'>) =>
  nextLessons.filter((lesson) => dateIn(lesson.start, lesson.zone) <= today)
