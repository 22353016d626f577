import { bookingNumber } from '#features/bookings/booking.ts'
import { termsInDates } from '#features/bookings/cancellation/cancellation.ts'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import { forGolfer, playerName } from '#features/golfers/golfer.ts'
import { defineLetter, fillIn, type Letter, type LetterVariables } from '#features/notifications/letter.ts'
import type { PaidWith } from '#features/payments/refund-words.ts'
import type { LetterTemplate } from '#platform/letter-template.ts'
import type { NotificationKind } from '#platform/message-kind.ts'
import type { Cents } from '#platform/money.ts'
import { formatDuration, formatLesson, formatMoment } from '#platform/time.ts'

/** The shared parts of all letters about a lesson. Pure. */

/** Variables available in every letter and text about a lesson. */
export const lessonNames = [
  /** The owner of the account, who booked it. */
  'student_name',
  /** Who plays: the student, or a golfer of the account. */
  'golfer_name',
  /** ` for Emma Brooks`, with the space, when the student does not play; otherwise empty. */
  'for_golfer',
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
  /** The refund terms for a cancellation by the student, with deadlines, at the time the message is sent. */
  'cancel_terms',
] as const

const calendarNames = [
  'calendar_url',
  'google_calendar_url',
  'outlook_calendar_url',
  'office_calendar_url',
] as const

/** The values of the variables of messages about a lesson; read again before sending. */
export type LessonVariables = Record<(typeof lessonNames)[number], string>
export type CalendarVariables = Record<(typeof calendarNames)[number], string>

/** What was paid for a lesson, and how it is divided. */
export interface LessonMoney {
  /** Paid with the lesson's own payment; for the first lesson of a package: for the whole package. */
  paidCents: Cents
  /** The part of it that gift cards paid. */
  giftCents?: Cents
  /** A demo booking: no money moves. */
  isDemo: boolean
  /** Student and coach settle the payment between themselves. */
  isPaidElsewhere?: boolean
  /** The coach recorded the lesson, so the coach is not notified that the student booked. */
  isEntered?: boolean
  /** The coach's current share, held or sent. */
  shareCents: Cents
  /** The package the lesson belongs to. */
  package: {
    total: number
    left: number
    until: number
    isEnded: boolean
    isBoughtWithIt: boolean
    /** The coach owes its lessons: nothing was paid here. */
    isBrought?: boolean
    /** What paid it, where refunds of its lessons go; when omitted, the payment of the lesson. */
    paid?: PaidWith
  } | null
}

/**
 * Computes the variables of letters and texts about a lesson.
 * @param now milliseconds since 1970, UTC
 */
export function lessonVariables(
  appUrl: string,
  lesson: Lesson,
  money: Pick<LessonMoney, 'package' | 'isDemo' | 'isPaidElsewhere'>,
  now: number,
): LessonVariables {
  return {
    student_name: lesson.student.name,
    golfer_name: playerName(lesson),
    for_golfer: forGolfer(lesson),
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
 * Describes the refund for a cancellation by the student and its deadlines; only those still ahead.
 * @param now milliseconds since 1970, UTC
 */
export function cancelTerms(
  lesson: Pick<Lesson, 'terms' | 'zone'>,
  money: Pick<LessonMoney, 'package' | 'isDemo' | 'isPaidElsewhere'>,
  now: number,
): string {
  const { package: bundle } = money
  if (money.isDemo || money.isPaidElsewhere || (bundle?.isBrought && bundle.isEnded)) return ''
  const { deadlines } = lesson.terms
  if (!bundle || bundle.isEnded) return termsInDates(deadlines, now, lesson.zone)
  const last = deadlines.filter(({ until }) => Date.parse(until) >= now).at(-1)
  return last
    ? `Until ${formatMoment(last.until, lesson.zone)} the lesson goes back to the package; after that it counts as taken.`
    : 'The lesson counts as taken, even if it is cancelled.'
}

/** Lesson, time and place, for `facts` of an email. */
export const lessonFacts: readonly (readonly [string, string])[] = [
  ['What', '{{lesson_title}}, {{duration}}'],
  ['When', '{{lesson_when}}'],
  ['Where', '{{place_name}}<br><span style="font-weight:400">{{place_address}}</span>'],
  ['Booking number', '{{booking_number}}'],
]

/** The lesson a message is about, as it was when the message was written. */
export type AboutLesson = {
  what: 'lesson'
  bookingId: string
  /** How many times the lesson had been moved. */
  changeNumber: number
  /** Its start, milliseconds since 1970, UTC. */
  start: number
  /** The refund that the message announces. */
  refundId?: string | undefined
  /** The message is about all lessons that were booked together with it. */
  isOfSeries?: boolean | undefined
}

/** A kind of notification about a lesson. */
export type LessonLetterKind = NotificationKind<AboutLesson>

/** A letter to one side of a lesson, with the texts of its in-app and push notifications. */
export interface LessonTemplate<Own extends string = string> {
  readonly letter: LetterTemplate<Own | keyof LessonVariables | keyof CalendarVariables>
  readonly to: 'student' | 'coach'
  readonly notice: {
    readonly kind: LessonLetterKind
    /** A template with the variables of the letter. */
    readonly title: string
    readonly body: string
    /** The dialog that the link opens on the lesson's card; the lesson's details when omitted. */
    readonly opens?: 'review' | 'report'
  }
}

/**
 * Declares a letter about a lesson. Its own variables are added to the variables of lessons and calendar
 * links. The link to the lesson is required unless other variables are specified in `needs`.
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

/**
 * A letter about a lesson with the values of its own variables; the lesson's variables are added when it is
 * sent.
 */
export interface LessonLetter {
  readonly template: LessonTemplate
  complete(lesson: LessonVariables & CalendarVariables): Letter
}

/** Fills in a letter. The type checker rejects missing and undeclared variables. */
export const fillInLesson = <Own extends string>(
  template: LessonTemplate<Own>,
  own: LetterVariables<NoInfer<Own>>,
): LessonLetter => ({
  template,
  complete: (lesson) => fillIn<string>(template.letter, { ...lesson, ...own }),
})
