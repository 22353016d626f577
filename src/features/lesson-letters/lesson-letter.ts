import {
  defineLetter,
  fillIn,
  type Letter,
  type LetterTemplate,
  type LetterVariables,
} from '#features/notifications/letter.ts'
import type { NotificationKind } from '#features/notifications/notification.ts'

/** What all letters about a lesson have in common. Pure. */

/** Every letter and text about a lesson can name these. */
export const lessonNames = [
  'student_name',
  'coach_name',
  'lesson_title',
  /** `Thursday, November 26, 2026, 9:30 – 10:30 AM EST` */
  'lesson_when',
  /** `Thu, Nov 26, 9:30 AM EST`, for subjects and texts. */
  'lesson_short',
  'duration',
  'place_name',
  'place_address',
  'booking_number',
  'lesson_url',
  'rebook_url',
  /** Until when how much comes back to a student who cancels, as it is when the message leaves. */
  'cancel_terms',
] as const

const calendarNames = [
  'calendar_url',
  'google_calendar_url',
  'outlook_calendar_url',
  'office_calendar_url',
] as const

/** What messages about a lesson name, whichever they are: read again before they leave. */
export type LessonVariables = Record<(typeof lessonNames)[number], string>
export type CalendarVariables = Record<(typeof calendarNames)[number], string>

/** What, when and where, for `facts` of an email. */
export const lessonFacts: readonly (readonly [string, string])[] = [
  ['What', '{{lesson_title}}, {{duration}}'],
  ['When', '{{lesson_when}}'],
  ['Where', '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'],
  ['Booking number', '{{booking_number}}'],
]

/** A letter to one side of a lesson, with what stands in their list and on their phone. */
export interface LessonTemplate<Own extends string = string> {
  readonly letter: LetterTemplate<Own | keyof LessonVariables | keyof CalendarVariables>
  readonly to: 'student' | 'coach'
  readonly notice: {
    readonly kind: NotificationKind
    /** Filled in with the variables of the letter. */
    readonly title: string
    readonly body: string
    /** The dialog on the lesson's card that it opens; all about the lesson when left out. */
    readonly opens?: 'review' | 'report'
  }
}

/** Declares a letter about a lesson. Its own variables come on top of the lesson's and the calendars'. */
export function defineLessonLetter<const Own extends string>({
  to,
  notice,
  ...letter
}: Omit<LessonTemplate, 'letter'> & LetterTemplate<Own>): LessonTemplate<Own> {
  const variables = [...lessonNames, ...calendarNames, ...letter.variables]
  return { letter: defineLetter({ ...letter, variables }), to, notice }
}

/** A letter about a lesson with the values of its own variables; those of the lesson are added when it is sent. */
export interface LessonLetter {
  readonly template: LessonTemplate
  complete(lesson: LessonVariables & CalendarVariables): Letter
}

/** The compiler refuses a missing variable, and one the letter does not declare. */
export const fillInLesson = <Own extends string>(
  template: LessonTemplate<Own>,
  own: LetterVariables<NoInfer<Own>>,
): LessonLetter => ({
  template,
  complete: (lesson) => fillIn<string>(template.letter, { ...lesson, ...own }),
})
