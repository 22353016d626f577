import type { ActionKind, LessonView } from './lesson-action-kinds.ts'
import type { Lesson } from './schema.ts'

/** The button label of an action. */
export function actionLabel(kind: ActionKind): string {
  switch (kind) {
    case 'release':
      return 'Cancel and release this time'
    case 'complete':
      return 'How did it go?'
    case 'review':
      return 'Write a review'
    case 'note':
      return 'Write to the student'
    case 'move':
      return 'Move the lesson'
    case 'report':
      return 'Report a problem'
    case 'cancel':
      return 'Cancel the lesson'
    case 'cancel_rest':
      return 'Cancel the rest'
  }
}

/** The URL that opens a dialog about a lesson; emails and other pages link to it. */
export function lessonHref(bookingId: string, doing: LessonView = 'details'): string {
  return `/lessons?lesson=${bookingId}${doing === 'details' ? '' : `&do=${doing}`}`
}

/**
 * The URL of the coach's booking panel with a time for a lesson of the same length, place and kind.
 * @param time its start as an ISO instant, and its date at the place
 */
export function sameLessonHref(
  lesson: Pick<Lesson, 'coach' | 'durationMinutes' | 'location' | 'lessonType'>,
  time: { start: string; date?: string },
): string {
  const { coach, durationMinutes, location, lessonType } = lesson
  const choice = new URLSearchParams({
    duration: String(durationMinutes),
    ...(time.date ? { date: time.date } : {}),
    time: time.start,
    ...(location.id ? { place: location.id } : {}),
    ...(lessonType === 'group' || lessonType === 'playing' ? { kind: lessonType } : {}),
  })
  return `/instructor/${coach.id}?${choice}#instant-book-section`
}
