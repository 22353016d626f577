import { choiceParam } from '#platform/search-params.ts'

/**
 * All actions of students and coaches on a lesson. In its own module because the entry script of every page
 * may import it to parse URLs.
 */
export const actionKinds = [
  'release',
  'complete',
  'review',
  'note',
  'move',
  'report',
  'cancel',
  'cancel_rest',
] as const
export type ActionKind = (typeof actionKinds)[number]

/** The dialog open over a list of lessons, as encoded in the URL: an action, or the lesson's details. */
export type LessonView = ActionKind | 'details'

/** The action in a URL; undefined for any other value. */
export const readLessonAction = (value: unknown): ActionKind | undefined => choiceParam(actionKinds, value)
