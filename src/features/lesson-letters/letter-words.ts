import type { CancelParty } from '#features/bookings/cancellation/cancellation.ts'
import type { PlaceOfLesson } from '#features/bookings/events.ts'
import { answerLines } from '#features/bookings/intake/intake.ts'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import { endOfLesson } from '#features/bookings/lesson-times.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { refundGoes } from '#features/payments/refund-words.ts'
import { DAY } from '#platform/duration.ts'
import { formatLastDay } from '#platform/last-day.ts'
import { type Cents, formatMoney } from '#platform/money.ts'
import { formatDay, formatLesson, formatMoment } from '#platform/time.ts'
import { fillInLesson, type LessonLetter, type LessonMoney } from './lesson-letter.ts'
import {
  bookingCancelledCoach,
  bookingCancelledStudent,
  bookingConfirmedCoach,
  bookingConfirmedStudent,
  bookingRescheduledCoach,
  bookingRescheduledStudent,
  lessonInvitedStudent,
  lessonNoShowStudent,
  lessonToPayStudent,
  reviewRequestStudent,
} from './letters.ts'
import {
  bookingRefundedCoach,
  bookingRefundedStudent,
  bookingRefundReturnedStudent,
} from './refund-letters.ts'
import { lessonOwedStudent, lessonPaidCoach, lessonPaidStudent } from './taught-letters.ts'

/** Texts of letters about a lesson that depend on what happened. Pure and deterministic. */

/** Banks post a refund to a card within this many days. */
const REFUND_ARRIVES_WITHIN_DAYS = 10

/**
 * The date by which a refund started now should be on the card: `Tue, Dec 1`.
 * @param now milliseconds since 1970, UTC
 */
export const refundArrives = (now: number, zone: string) =>
  formatDay(now + REFUND_ARRIVES_WITHIN_DAYS * DAY, zone)

/** The receipt of a confirmed lesson, for the student. */
export function confirmedForStudent(
  { priceCents }: Pick<Lesson, 'priceCents'>,
  money: LessonMoney,
): LessonLetter {
  const { package: bundle, isDemo } = money
  const price = formatMoney(money.paidCents)
  const left = bundle ? `${bundle.left} of ${bundle.total} lessons are left` : ''
  const words = money.isPaidElsewhere
    ? {
        payment_line: `Your coach entered it. You pay your coach ${formatMoney(priceCents)} directly: nothing is charged here, and this site cannot refund it. If you do not know this coach, cancel the lesson on its page.`,
        paid: `${formatMoney(priceCents)}, to your coach directly`,
      }
    : isDemo
      ? { payment_line: 'It is a demo booking: nothing was charged.', paid: '' }
      : bundle?.isBoughtWithIt
        ? {
            payment_line: `You paid ${price} for a package of ${bundle.total} lessons. This is the first; ${left}.`,
            paid: `${price} for ${bundle.total} lessons`,
          }
        : bundle
          ? {
              payment_line: `It is one of your package; ${left}. There is nothing to pay.`,
              paid: 'With your package',
            }
          : { payment_line: `We received your payment of ${price}.`, paid: price }
  return fillInLesson(bookingConfirmedStudent, words)
}

/**
 * A lesson that the coach recorded for an email address and that is paid elsewhere, for the owner of the
 * address.
 */
export const invitedForStudent = ({ priceCents }: Pick<Lesson, 'priceCents'>): LessonLetter =>
  fillInLesson(lessonInvitedStudent, { price: formatMoney(priceCents) })

/**
 * A time that the coach reserves until it is paid, or a lesson already taught that has to be paid.
 * @param now milliseconds since 1970, UTC
 */
export function toPayForStudent(lesson: Lesson, now: number): LessonLetter {
  return fillInLesson(Date.parse(lesson.start) > now ? lessonToPayStudent : lessonOwedStudent, {
    price: formatMoney(lesson.priceCents),
    pay_until: formatMoment(lesson.holdExpiresAt ?? lesson.start, lesson.zone),
  })
}

/** Receipts for a lesson that was paid after it was taught. */
export const paidAfterwards = (money: LessonMoney): LessonLetter[] => [
  fillInLesson(lessonPaidStudent, { paid: formatMoney(money.paidCents) }),
  paidForCoach(money),
]

/** A lesson that the coach recorded was paid: for the coach, with their share. */
export const paidForCoach = (money: LessonMoney): LessonLetter =>
  fillInLesson(lessonPaidCoach, { share: formatMoney(money.shareCents) })

/** When a coach receives the share of a lesson. */
export const payoutLine = (share: 'your share' | 'your share of each lesson'): string =>
  `We send ${share} a day after you mark ${share === 'your share' ? 'the lesson' : 'it'} as taught, or two days after the lesson if you do nothing.`

/** A lesson was confirmed: for the coach, with their share, the student's note, and the answers to their questions. */
export function confirmedForCoach(
  { note, answers, student }: Pick<Lesson, 'note' | 'answers' | 'student'>,
  money: LessonMoney,
): LessonLetter {
  const share = formatMoney(money.shareCents)
  const of = money.package
    ? `one of a package of ${money.package.total} lessons`
    : `the student paid ${formatMoney(money.paidCents)}`
  const none = money.isDemo
    ? 'None: this is a demo booking'
    : money.package?.isBrought
      ? 'None: it is one of the lessons you owe'
      : null
  return fillInLesson(bookingConfirmedCoach, {
    share: none ?? `${share} (${of})`,
    payout_line: none ? '' : payoutLine('your share'),
    note_line: [
      ...(note ? [`${student.name} wrote: “${note}”`] : []),
      ...(answers.length > 0 ? [`${student.name} answered: ${answerLines(answers).join('; ')}.`] : []),
    ].join(' '),
  })
}

/** How a lesson was canceled, and where its money goes. */
export interface Cancelled {
  by: CancelParty
  message?: string
  refundCents: Cents
  /** What had been refunded, or was owed, before. */
  refundedBeforeCents: Cents
  returnsCredit: boolean
  money: LessonMoney
  /** Of a seat: others can book it again. */
  isSeatSold?: boolean
  /** Milliseconds since 1970, UTC. */
  now: number
}

/** A lesson was canceled: for the student. */
export function cancelledForStudent(lesson: Lesson, cancelled: Cancelled): LessonLetter {
  const coach = lesson.coach.label
  const happened: Record<CancelParty, string> = {
    student: `you cancelled your lesson with ${coach}.`,
    coach: `${coach} cancelled your lesson.`,
    admin: `we cancelled your lesson with ${coach}.`,
  }
  return fillInLesson(bookingCancelledStudent, {
    what_happened: happened[cancelled.by],
    message_line: messageLine(lesson, cancelled, 'student'),
    ...refundLines(lesson, cancelled),
  })
}

const paidDirectly = 'Nothing was paid through this site. What was paid directly is between the two of you.'

/** The sentence about money when lessons of an ended package of lessons owed are canceled. */
export const owedAfterEnd = (coach: string, which: 'this lesson' | 'these lessons') =>
  `Nothing was paid here for ${which}, so nothing is refunded. The package has ended: whatever is owed is between you and ${coach}.`

function refundLines(lesson: Lesson, { money, refundCents, ...cancelled }: Cancelled) {
  const lines = (refund_line: string, refund_short: string) => ({ refund_line, refund_short })
  const { package: bundle } = money
  if (money.isDemo) return lines('It was a demo booking: nothing was charged.', 'Nothing was charged.')
  if (money.isPaidElsewhere) return lines(paidDirectly, 'Nothing was paid through this site.')
  if (cancelled.returnsCredit && bundle) {
    const until = formatLastDay(bundle.until, lesson.zone)
    return lines(
      `The lesson is back in your package: you can book it again until ${until}.`,
      'The lesson is back in your package.',
    )
  }
  if (bundle?.isBrought && bundle.isEnded)
    return lines(owedAfterEnd(lesson.coach.label, 'this lesson'), 'Nothing was paid through this site.')
  const refund = formatMoney(refundCents)
  const price = formatMoney(bundle ? lesson.priceCents : money.paidCents)
  if (refundCents > 0) {
    const { where, arrives } = refundGoes(bundle?.paid ?? money, refundArrives(cancelled.now, lesson.zone))
    const isAll = !bundle && refundCents === money.paidCents
    return lines(
      isAll
        ? `We refund all of the ${price} you paid ${where}. ${arrives}`
        : `We refund ${refund} of the ${price} for this lesson ${where}${cancelled.by === 'student' ? ', by the terms you booked under' : ''}. ${arrives}`,
      `Refund: ${refund}.`,
    )
  }
  if (!bundle && money.paidCents > 0 && cancelled.refundedBeforeCents >= money.paidCents)
    return lines(`The ${price} you paid was refunded before.`, 'No further refund.')
  if (cancelled.refundedBeforeCents > 0)
    return lines(
      `You already had ${formatMoney(cancelled.refundedBeforeCents)} of the ${price} refunded. By the terms you booked under, no more is refunded.`,
      'No further refund.',
    )
  if (bundle && !bundle.isEnded)
    return lines('By the terms you booked under, the lesson counts as taken.', 'It counts as taken.')
  return lines(
    `By the terms you booked under, the ${price} you paid is not refunded.`,
    'No refund, by the terms you booked under.',
  )
}

/** A lesson was canceled: for the coach. */
export function cancelledForCoach(lesson: Lesson, cancelled: Cancelled): LessonLetter {
  const student = lesson.student.name
  const { by, money } = cancelled
  const happened: Record<CancelParty, string> = {
    student: `${student} ${lesson.isInvitation ? 'declined' : 'cancelled'} the lesson below.`,
    coach: `you cancelled the lesson below. We let ${student} know.`,
    admin: `we cancelled the lesson below. We let ${student} know.`,
  }
  return fillInLesson(bookingCancelledCoach, {
    what_happened: happened[by],
    message_line: messageLine(lesson, cancelled, 'coach'),
    time_line: timeLine(lesson, cancelled),
    share_line: shareLine(lesson, cancelled, money),
  })
}

function timeLine({ seat }: Lesson, { by, isSeatSold }: Cancelled): string {
  if (seat) return isSeatSold ? 'Only this seat is cancelled. Others can book it again.' : ''
  return by === 'coach'
    ? 'If you do not want this time booked again, check your availability.'
    : 'Students can book this time again.'
}

function shareLine(lesson: Lesson, cancelled: Cancelled, money: LessonMoney): string {
  const isUnpaid = lesson.paymentStatus === 'pending' || lesson.paymentStatus === 'failed'
  if (money.isDemo || money.isPaidElsewhere || isUnpaid) return ''
  if (cancelled.returnsCredit) return 'The lesson went back to the student’s package.'
  if (money.package?.isBrought) return ''
  if (money.shareCents <= 0) return 'The student gets a full refund, so there is no share for this lesson.'
  const ends = endOfLesson(lesson)
  const goesOut = formatDay(Math.max(cancelled.now, ends) + DAY, lesson.zone)
  return `Your share of what was not refunded is ${formatMoney(money.shareCents)}. We send it on ${goesOut}.`
}

/** The message of the person who canceled, for the other side. */
function messageLine(lesson: Lesson, { by, message }: Cancelled, reader: 'student' | 'coach'): string {
  if (!message) return ''
  const writer = { student: lesson.student.name, coach: lesson.coach.label, admin: 'We' }[by]
  return `${by === reader ? 'You' : writer} wrote: “${message}”`
}

/**
 * A lesson was moved: for either side.
 * @param moved.from the time it was at, milliseconds since 1970, UTC, named in the zone of the place it was at
 * @param moved.fromPlace the place it was at, which is named when it has another one now
 */
export function movedFor(
  reader: 'student' | 'coach',
  lesson: Lesson,
  moved: {
    by: CancelParty
    from: number
    fromPlace: Omit<PlaceOfLesson, 'teachingLocationId'>
    money: Pick<LessonMoney, 'isPaidElsewhere'>
  },
): LessonLetter {
  const writer = { student: lesson.student.name, coach: lesson.coach.label, admin: 'we' }[moved.by]
  const other = reader === 'student' ? lesson.coach.label : playerName(lesson)
  const lessonOf = `${reader === 'student' ? 'your' : 'the'} lesson with ${other}`
  const { timeZone, locationName, locationAddress } = moved.fromPlace
  const isNewTime = moved.from !== Date.parse(lesson.start)
  const isNewPlace = locationName !== lesson.location.name || locationAddress !== lesson.location.address
  const was = formatLesson(moved.from, lesson.durationMinutes, timeZone)
  const variables = {
    what_changed: isNewPlace ? (isNewTime ? 'time and place' : 'place') : 'time',
    what_happened:
      moved.by === reader
        ? `you moved ${lessonOf}.`
        : writer === other
          ? `${writer} moved ${reader === 'student' ? 'your' : 'the'} lesson.`
          : `${writer} moved ${lessonOf}.`,
    lesson_was: isNewPlace ? `${was}, ${locationName}` : was,
  }
  return reader === 'student'
    ? fillInLesson(bookingRescheduledStudent, {
        ...variables,
        payment_line: moved.money.isPaidElsewhere ? '' : 'There is nothing more to pay.',
      })
    : fillInLesson(bookingRescheduledCoach, variables)
}

/**
 * A refund was sent.
 * @param refund.why the reason in one sentence
 */
export function refundedForStudent(
  lesson: Lesson,
  { cents, why, paidCents, now }: { cents: Cents; why: string; paidCents: Cents; now: number },
): LessonLetter {
  return fillInLesson(bookingRefundedStudent, {
    refund: formatMoney(cents),
    refund_reason: why,
    paid: formatMoney(paidCents),
    arrives: refundArrives(now, lesson.zone),
  })
}

/** That an admin refunded the price or a part of it, to the coach. @param refund.fromCoachCents what the coach's share is smaller by */
export function refundedForCoach(
  money: LessonMoney,
  { cents, fromCoachCents }: { cents: Cents; fromCoachCents: Cents },
): LessonLetter {
  return fillInLesson(bookingRefundedCoach, {
    refund: formatMoney(cents),
    share_change:
      fromCoachCents > 0
        ? `Your share of this lesson is ${formatMoney(fromCoachCents)} less.`
        : 'Your share of this lesson stays the same.',
    share_left: money.shareCents > 0 ? formatMoney(money.shareCents) : 'None',
  })
}

/**
 * A refund came back, and what happens next.
 * @param back.retryAt milliseconds since 1970, UTC; null when it has to be paid in another way
 */
export function refundReturnedForStudent(
  lesson: Lesson,
  back: { cents: Cents; endedAs: 'failed' | 'canceled'; retryAt: number | null },
): LessonLetter {
  const refund = formatMoney(back.cents)
  return fillInLesson(bookingRefundReturnedStudent, {
    refund,
    what_happened:
      back.endedAs === 'failed'
        ? `the ${refund} we sent back to the card you paid with was returned by your bank. That happens when a card has expired, was replaced or was closed.`
        : `the ${refund} we sent back to the card you paid with was stopped before it arrived.`,
    next_line:
      back.retryAt === null
        ? 'We owe you this money. Sending it to this card does not work, so our team writes to you to find another way.'
        : `You need not do anything: we send it again on ${formatDay(back.retryAt, lesson.zone)}.`,
  })
}

/**
 * The coach reported a no-show.
 * @param objectUntil milliseconds since 1970, UTC
 */
export function noShowForStudent(
  appUrl: string,
  lesson: Lesson,
  { money, objectUntil }: { money: LessonMoney; objectUntil: number },
): LessonLetter {
  return fillInLesson(lessonNoShowStudent, {
    money_line: money.isDemo
      ? ''
      : money.package
        ? 'The lesson of your package counts as taken.'
        : money.isPaidElsewhere
          ? paidDirectly
          : `The ${formatMoney(money.paidCents)} you paid is not refunded for a missed lesson.`,
    object_by: formatMoment(objectUntil, lesson.zone),
    report_url: `${appUrl}${lessonHref(lesson.id, 'report')}`,
  })
}

/** A request to review a completed lesson. Instants are milliseconds since 1970, UTC. */
export function reviewRequestForStudent(
  appUrl: string,
  lesson: Lesson,
  dates: { publishedAt: number; objectUntil: number; now: number },
): LessonLetter {
  const { publishedAt, objectUntil, now } = dates
  return fillInLesson(reviewRequestStudent, {
    review_url: `${appUrl}${lessonHref(lesson.id, 'review')}`,
    published_line:
      publishedAt > now
        ? `Your review is published once you have both reviewed, or on ${formatDay(publishedAt, lesson.zone)}.`
        : 'Your review is published at once.',
    object_line:
      objectUntil > now
        ? `Was something wrong? You can report a problem on the same page until ${formatMoment(objectUntil, lesson.zone)}.`
        : '',
  })
}
