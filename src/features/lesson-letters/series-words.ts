import type { CancelParty } from '#features/bookings/cancellation/cancellation.ts'
import { answerLines } from '#features/bookings/intake/intake.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import { refundGoes } from '#features/payments/refund-words.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import { fillInLesson, type LessonLetter, type LessonMoney } from './lesson-letter.ts'
import { owedAfterEnd, payoutLine, refundArrives } from './letter-words.ts'
import {
  seriesCancelledCoach,
  seriesCancelledStudent,
  seriesConfirmedCoach,
  seriesConfirmedStudent,
} from './series-letters.ts'

/** Texts of letters about weekly lessons that depend on what happened. Pure and deterministic. */

/** A lesson of a series and its money. */
export interface SeriesLesson {
  lesson: Lesson
  money: LessonMoney
}

const sumOf = (lessons: readonly SeriesLesson[], of: (money: LessonMoney) => Cents) =>
  lessons.reduce((sum, { money }) => sum + of(money), 0)

const daysOf = (lessons: readonly SeriesLesson[]) =>
  lessons.map(({ lesson }) => formatDay(lesson.start, lesson.zone)).join('; ')

const countsOf = (lessons: readonly SeriesLesson[]) => ({
  lesson_count: String(lessons.length),
  weekly_lessons: countOf(lessons.length, 'weekly lesson'),
})

const calendarOf = (calendarUrl: string) => ({ series_calendar_url: calendarUrl })

/**
 * The receipt of a series, for the student.
 * @param late lessons that were paid too late, because their times were taken
 */
export function seriesConfirmedFor(
  booked: readonly SeriesLesson[],
  late: readonly SeriesLesson[],
  calendarUrl: string,
): LessonLetter {
  const bundle = booked.at(-1)?.money.package
  const paid = formatMoney(sumOf(booked, ({ paidCents }) => paidCents))
  return fillInLesson(seriesConfirmedStudent, {
    ...countsOf(booked),
    lesson_days: daysOf(booked),
    payment_line: bundle
      ? `They are from your package; ${bundle.left} of ${bundle.total} lessons are left. There is nothing to pay.`
      : `We received your payment of ${paid}.`,
    paid: bundle ? 'With your package' : paid,
    late_line:
      late.length > 0
        ? `Your payment came after the hold expired, and these times were taken by then: ${daysOf(late)}. We refund them in full, and write to you about each refund.`
        : '',
    ...calendarOf(calendarUrl),
  })
}

/** The same for the coach, with the sum of their shares, the note, and the answers to their questions. */
export function seriesConfirmedForCoach(booked: readonly SeriesLesson[], calendarUrl: string): LessonLetter {
  const share = formatMoney(sumOf(booked, ({ shareCents }) => shareCents))
  const first = booked[0]
  const { note = null, answers = [] } = first?.lesson ?? {}
  const student = first?.lesson.student.name ?? ''
  const bundle = first?.money.package
  return fillInLesson(seriesConfirmedCoach, {
    ...countsOf(booked),
    lesson_days: daysOf(booked),
    share: bundle?.isBrought
      ? 'None: these are lessons you owe'
      : bundle
        ? `${share} (of a package of ${bundle.total} lessons)`
        : `${share} for ${countOf(booked.length, 'lesson')}`,
    payout_line: bundle?.isBrought ? '' : payoutLine('your share of each lesson'),
    note_line: [
      ...(note ? [`${student} wrote: “${note}”`] : []),
      ...(answers.length > 0 ? [`${student} answered: ${answerLines(answers).join('; ')}.`] : []),
    ].join(' '),
    ...calendarOf(calendarUrl),
  })
}

/** How the rest of a series was canceled, and where its money goes. */
export interface RestCancelled {
  by: CancelParty
  message?: string
  refundCents: Cents
  creditsBack: number
  /** Milliseconds since 1970, UTC. */
  now: number
}

const timesOf = (lessons: readonly SeriesLesson[]) =>
  lessons.map(({ lesson }) => formatMoment(lesson.start, lesson.zone)).join('; ')

/** The rest of a series was canceled: for the student. @param gone at least one lesson */
export function restCancelledFor(
  gone: readonly [SeriesLesson, ...SeriesLesson[]],
  { by, message, refundCents, creditsBack, now }: RestCancelled,
  calendarUrl: string,
): LessonLetter {
  const { coach, zone } = gone[0].lesson
  // All of them are from one package, or none is. A lesson of a package costs its part of what the package cost.
  const bundle = gone[0].money.package
  const paidCents = bundle
    ? gone.reduce((sum, { lesson }) => sum + lesson.priceCents, 0)
    : sumOf(gone, (money) => money.paidCents)
  const giftCents = sumOf(gone, (money) => money.giftCents ?? 0)
  const { where, arrives } = refundGoes(bundle?.paid ?? { paidCents, giftCents }, refundArrives(now, zone))
  const which = gone.length === 1 ? 'this lesson' : 'these lessons'
  const back = [
    ...(creditsBack > 0
      ? [
          gone.length === 1
            ? 'The lesson is back in your package.'
            : `${creditsBack} of them ${creditsBack === 1 ? 'is' : 'are'} back in your package.`,
        ]
      : []),
    ...(refundCents > 0
      ? [
          `We refund ${formatMoney(refundCents)} of the ${formatMoney(paidCents)} for ${which} ${where}. ${arrives}`,
        ]
      : []),
  ]
  const nothingBack =
    bundle?.isBrought && bundle.isEnded
      ? owedAfterEnd(coach.label, which)
      : 'By the terms you booked under, nothing is refunded.'
  return fillInLesson(seriesCancelledStudent, {
    ...countsOf(gone),
    lesson_days: timesOf(gone),
    what_happened:
      by === 'student'
        ? `you cancelled the rest of your weekly lessons with ${coach.label}.`
        : `${coach.label} cancelled the rest of your weekly lessons.`,
    message_line: message ? `${by === 'student' ? 'You' : coach.label} wrote: “${message}”` : '',
    refund_line: back.join(' ') || nothingBack,
    ...calendarOf(calendarUrl),
  })
}

/** The same for the coach. */
export function restCancelledForCoach(
  gone: readonly [SeriesLesson, ...SeriesLesson[]],
  { by, message }: RestCancelled,
  calendarUrl: string,
): LessonLetter {
  const student = gone[0].lesson.student.name
  const shareCents = sumOf(gone, (money) => Math.max(0, money.shareCents))
  return fillInLesson(seriesCancelledCoach, {
    ...countsOf(gone),
    lesson_days: timesOf(gone),
    what_happened:
      by === 'coach'
        ? `you cancelled the rest of the weekly lessons with ${student}. We let ${student} know.`
        : `${student} cancelled the rest of the weekly lessons.`,
    message_line: message ? `${by === 'coach' ? 'You' : student} wrote: “${message}”` : '',
    share_line:
      shareCents > 0
        ? `${formatMoney(shareCents)} of what is not refunded`
        : 'None: nothing of the price is kept',
    ...calendarOf(calendarUrl),
  })
}
