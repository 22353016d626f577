import { choiceParam } from '#platform/search-params.ts'
import { type ActionKind, actionKinds, type LessonView } from './lesson-action-kinds.ts'

export const readLessonAction = (value: unknown): ActionKind | undefined => choiceParam(actionKinds, value)

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
