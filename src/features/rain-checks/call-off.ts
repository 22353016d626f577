import { listOf } from '#platform/words.ts'
import type { Affected, CalledOff } from './schema.ts'

/** What a coach reads about calling off lessons. Pure. */

export const lessonsWord = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`)

/** The students without an email address, as in `Gus Caller and Al Kim`. */
export const callersOf = (lessons: Affected['lessons']): string =>
  listOf([...new Set(lessons.filter(({ isOfCaller }) => isOfCaller).map(({ student }) => student))])

/**
 * The message after lessons were called off. Lessons that an earlier request called off count, because its answer may have been lost.
 * @param lessons the ones that the coach saw in the list
 */
export function calledOffNews(
  // Processes of the previous version do not return how many were called off before.
  { calledOff, before = 0, notCalledOff }: Omit<CalledOff, 'before'> & Partial<CalledOff>,
  lessons: Affected['lessons'],
): { isDone: boolean; title: string; text: string } {
  const changed = notCalledOff > 0 ? `${lessonsWord(notCalledOff)} had changed meanwhile.` : ''
  const all = calledOff + before
  if (all === 0) return { isDone: false, title: 'No lesson was called off', text: changed }
  return {
    isDone: true,
    title: `${lessonsWord(all)} called off`,
    text: [toldAfter(lessons), changed].filter((part) => part !== '').join(' '),
  }
}

function toldAfter(lessons: Affected['lessons']): string {
  const callers = callersOf(lessons)
  if (callers === '') return 'Each student was notified and chooses another time, a credit or a refund.'
  const others = lessons.some(({ isOfCaller }) => !isOfCaller)
    ? ' The other students were notified and choose another time, a credit or a refund.'
    : ''
  return `Nothing was sent to ${callers}: call or text them.${others}`
}

/** The title of an error. Without an answer, or after an error of the server, some lessons may be called off, so there is no title. */
export const notCalledOffTitle = (code: string | null) =>
  code === 'offline' || code === 'internal' ? null : 'No lesson was called off'
