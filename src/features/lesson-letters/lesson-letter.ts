import { bookingNumber } from '#features/bookings/booking.ts'
import { termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import { defineLetter, fillIn, type Letter, type LetterVariables } from '#features/notifications/letter.ts'
import type { LetterTemplate } from '#platform/letter-template.ts'
import type { NotificationKind } from '#platform/message-kind.ts'
import type { Cents } from '#platform/money.ts'
import { formatDuration, formatLesson, formatMoment } from '#platform/time.ts'

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

/** What was paid for a lesson, and what of it is whose. */
export interface LessonMoney {
  /** By the payment of its own; of a package's first lesson: for the whole package. */
  paidCents: Cents
  /** No money moves for it. */
  isDemo: boolean
  /** The two settle it between them. */
  isPaidElsewhere?: boolean
  /** The coach entered it, so nobody tells her that the student booked. */
  isEntered?: boolean
  /** What the coach has of it at this moment, held or sent. */
  shareCents: Cents
  /** It is one of several that were paid at once. */
  package: { total: number; left: number; until: number; isEnded: boolean; isBoughtWithIt: boolean } | null
}

/** What every letter and text about a lesson can name. @param now milliseconds since 1970, UTC */
export function lessonVariables(
  appUrl: string,
  lesson: Lesson,
  money: Pick<LessonMoney, 'package' | 'isDemo' | 'isPaidElsewhere'>,
  now: number,
): LessonVariables {
  return {
    student_name: lesson.student.name,
    coach_name: lesson.coach.label,
    lesson_title: lesson.title,
    lesson_when: formatLesson(lesson.start, lesson.durationMinutes, lesson.zone),
    lesson_short: formatMoment(lesson.start, lesson.zone),
    duration: formatDuration(lesson.durationMinutes),
    place_name: lesson.location.name,
    place_address: lesson.location.address ?? '',
    booking_number: bookingNumber(lesson.id),
    lesson_url: `${appUrl}${lessonHref(lesson.id)}`,
    rebook_url: `${appUrl}/instructor/${lesson.coach.id}#instant-book-section`,
    cancel_terms: cancelTerms(lesson, money, now),
  }
}

/**
 * Until when how much comes back to a student who cancels: the moments that are still ahead.
 * @param now milliseconds since 1970, UTC
 */
export function cancelTerms(
  lesson: Pick<Lesson, 'terms' | 'zone'>,
  money: Pick<LessonMoney, 'package' | 'isDemo' | 'isPaidElsewhere'>,
  now: number,
): string {
  if (money.isDemo || money.isPaidElsewhere) return ''
  const { deadlines } = lesson.terms
  if (!money.package || money.package.isEnded) return termsInDates(deadlines, now, lesson.zone)
  const last = deadlines.filter(({ until }) => Date.parse(until) >= now).at(-1)
  return last
    ? `Until ${formatMoment(last.until, lesson.zone)} the lesson goes back to the package; after that it counts as taken.`
    : 'The lesson counts as taken, even if it is cancelled.'
}

/** What, when and where, for `facts` of an email. */
export const lessonFacts: readonly (readonly [string, string])[] = [
  ['What', '{{lesson_title}}, {{duration}}'],
  ['When', '{{lesson_when}}'],
  ['Where', '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'],
  ['Booking number', '{{booking_number}}'],
]

/** The lesson that a message is about, as it was when there was reason to write. */
export type AboutLesson = {
  what: 'lesson'
  bookingId: string
  /** How often the lesson had been moved. */
  changeNumber: number
  /** When it was to begin, milliseconds since 1970, UTC. */
  start: number
}

/** A kind of notifications about a lesson. */
export type LessonKind = NotificationKind<AboutLesson>

/** A letter to one side of a lesson, with what stands in their list and on their phone. */
export interface LessonTemplate<Own extends string = string> {
  readonly letter: LetterTemplate<Own | keyof LessonVariables | keyof CalendarVariables>
  readonly to: 'student' | 'coach'
  readonly notice: {
    readonly kind: LessonKind
    /** Filled in with the variables of the letter. */
    readonly title: string
    readonly body: string
    /** The dialog on the lesson's card that it opens; all about the lesson when left out. */
    readonly opens?: 'review' | 'report'
  }
}

/**
 * Declares a letter about a lesson. Its own variables come in addition to the lesson's and the calendars'. It needs the link to
 * the lesson unless it says what else it needs.
 */
export function defineLessonLetter<const Own extends string>({
  to,
  notice,
  needs = ['lesson_url'],
  ...letter
}: Omit<LessonTemplate, 'letter'> &
  Omit<LetterTemplate<Own>, 'needs'> &
  Partial<Pick<LetterTemplate, 'needs'>>): LessonTemplate<Own> {
  const variables = [...lessonNames, ...calendarNames, ...letter.variables]
  return { letter: defineLetter({ ...letter, needs, variables }), to, notice }
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
