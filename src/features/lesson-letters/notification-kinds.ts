import { z } from 'zod'
import { endOfLesson, timesOfLesson } from '#features/bookings/lesson-times.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { DAY } from '#platform/duration.ts'
import type { KindSetting, NotificationChannel } from '#platform/message-kind.ts'
import type { AboutLesson, LessonLetterKind } from './lesson-letter.ts'
import { type LessonState, rereadLesson } from './queries.ts'

/** The kinds of notifications about a lesson. */

const aboutLesson: z.ZodType<AboutLesson> = z.object({
  // Jobs that were written before there were others have no word for it.
  what: z.literal('lesson').default('lesson'),
  bookingId: z.uuid(),
  changeNumber: z.int(),
  start: z.int(),
  refundId: z.string().optional(),
  isOfSeries: z.boolean().optional(),
})

/** A lesson a moment before a message about it leaves. */
type LessonNow = LessonState & {
  /** It was moved since there was reason to write, to another time or place. */
  isMoved: boolean
  /** One of its times is the one that was to be written about. */
  isAtThatTime: boolean
  hasBegun: boolean
  isOver: boolean
  /** The message makes a phone ring. */
  rings: boolean
  /** When it was to begin, and the present. Milliseconds since 1970, UTC. */
  startWas: number
  now: number
}

interface LessonKindRules {
  id: string
  setting: KindSetting
  goodForDays?: number
  reachesSuspended?: boolean
  /** The lesson's calendar file goes with its emails. */
  hasCalendar?: boolean
  /** The link to the lesson in its emails signs in a student who has no password. */
  signsIn?: boolean
  /**
   * Why a message must not go any more; null while what it says is true. What was true when there was reason to write may not
   * be when the words leave: providers were down, quiet hours passed, the lesson was moved or has begun.
   */
  whyOutdated(lesson: LessonNow): string | null
}

/** Declares a kind of notifications about a lesson, which is read again before a message of it leaves. */
export const defineLessonKind = ({
  whyOutdated,
  hasCalendar,
  signsIn,
  ...kind
}: LessonKindRules): LessonLetterKind =>
  defineNotificationKind({
    ...kind,
    about: aboutLesson,
    check: (services, about, { channel, userId }) =>
      rereadLesson(
        services,
        {
          userId,
          bookingId: about.bookingId,
          refundId: about.refundId ?? null,
          isOfSeries: about.isOfSeries ?? false,
          hasCalendar: hasCalendar ?? false,
          signsIn: signsIn === true && channel === 'email' ? kind.id : null,
        },
        (lesson) => whyOutdated(lessonNow(lesson, about, channel, services.clock.now())),
      ),
  })

function lessonNow(
  lesson: LessonState,
  about: AboutLesson,
  channel: NotificationChannel,
  now: number,
): LessonNow {
  // A message about a seat may be about one of the later dates of its clinic.
  const starts = timesOfLesson(lesson).map(({ start }) => start)
  const isAsPlanned = starts.includes(about.start)
  return {
    ...lesson,
    isMoved: lesson.moveNumber !== about.changeNumber || !isAsPlanned,
    isAtThatTime: isAsPlanned,
    hasBegun: now >= (isAsPlanned ? about.start : Date.parse(lesson.start)),
    isOver: now >= endOfLesson(lesson),
    rings: channel === 'sms' || channel === 'push',
    startWas: about.start,
    now,
  }
}

export const lessonBookedKind = defineLessonKind({
  id: 'lesson_booked',
  setting: {
    label: 'Lesson booked',
    description: 'A lesson was booked: what, when and where, with the receipt.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'on',
    icon: 'calendar-check',
  },
  hasCalendar: true,
  signsIn: true,
  whyOutdated({ status, hasBegun, isRecorded, isSeriesStanding }) {
    if (isSeriesStanding) return null
    if (status === 'cancelled') return 'the lesson was cancelled'
    return hasBegun && !isRecorded ? 'the lesson has begun' : null
  },
})

export const lessonToPayKind = defineLessonKind({
  id: 'lesson_to_pay',
  setting: {
    label: 'A time is kept for you',
    description: 'Your coach entered a lesson for you, which is yours once it is paid.',
    audience: 'student',
    isTransactional: true,
    texts: 'on',
    icon: 'calendar-clock',
  },
  signsIn: true,
  whyOutdated({ status, hasBegun, isRecorded }) {
    if (status !== 'pending') return 'the time is paid for or was released'
    return hasBegun && !isRecorded ? 'the lesson has begun' : null
  },
})

export const lessonChangedKind = defineLessonKind({
  id: 'lesson_changed',
  setting: {
    label: 'Lesson moved',
    description: 'A lesson has a new time or place.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'on',
    icon: 'calendar-clock',
  },
  hasCalendar: true,
  whyOutdated({ status, isMoved, hasBegun }) {
    if (status === 'cancelled') return 'the lesson was cancelled'
    if (isMoved) return 'the lesson was moved again'
    return hasBegun ? 'the lesson has begun' : null
  },
})

export const lessonCancelledKind = defineLessonKind({
  id: 'lesson_cancelled',
  setting: {
    label: 'Lesson cancelled',
    description: 'A lesson was cancelled.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'on',
    icon: 'calendar-x',
    isAlert: true,
  },
  reachesSuspended: true,
  hasCalendar: true,
  whyOutdated({ status, rings, isOver }) {
    if (status !== 'cancelled') return 'the lesson takes place'
    // What comes back of the price is worth a letter at any time, and a phone that rings only before the lesson.
    return rings && isOver ? 'the lesson would be over' : null
  },
})

export const lessonInQuestionKind = defineLessonKind({
  id: 'lesson_in_question',
  setting: {
    label: 'Lesson in question',
    description: 'A lesson may not take place, or takes place after all.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'hourglass',
  },
  whyOutdated({ status, isInQuestion, hasBegun }) {
    if (status !== 'confirmed') return 'the lesson is not booked any more'
    if (!isInQuestion) return 'the lesson takes place'
    return hasBegun ? 'the lesson has begun' : null
  },
})

export const holdExpiredKind = defineLessonKind({
  id: 'hold_expired',
  setting: {
    label: 'Unfinished bookings',
    description:
      'A time we held for you was released: no payment arrived, or the coach takes no lessons any more.',
    audience: 'student',
    isTransactional: false,
    texts: 'none',
    icon: 'hourglass',
  },
  goodForDays: 1,
  whyOutdated({ status, paymentStatus, isBookedAgain, hasBegun }) {
    const isPaid = paymentStatus !== 'pending' && paymentStatus !== 'failed'
    if (status !== 'cancelled' || isPaid) return 'it was paid after all'
    if (isBookedAgain) return 'the student booked again'
    return hasBegun ? 'the time is past' : null
  },
})

export const refundKind = defineLessonKind({
  id: 'refund',
  setting: {
    label: 'Refund',
    description: 'A refund was sent, or did not reach your card.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'undo',
  },
  reachesSuspended: true,
  whyOutdated({ isRefundBack, rings, now, startWas }) {
    if (isRefundBack) return 'the refund came back'
    // It happened, on a day that the letter names.
    return rings && now > startWas + 30 * DAY ? 'it is long ago' : null
  },
})

export const lessonReminderKind = defineLessonKind({
  id: 'lesson_reminder',
  setting: {
    label: 'Reminders',
    description: 'A day and two hours before a lesson.',
    audience: 'student',
    isTransactional: false,
    texts: 'on',
    icon: 'bell',
  },
  whyOutdated({ status, isSeriesStanding, weather, isAtThatTime, hasBegun }) {
    const isStanding = status === 'confirmed' || isSeriesStanding
    if (!isStanding || weather?.calledOffAt) return 'the lesson does not take place'
    // A reminder names the place of the moment at which it leaves.
    if (!isAtThatTime) return 'the lesson was moved'
    return hasBegun ? 'the lesson has begun' : null
  },
})

export const rainCheckKind = defineLessonKind({
  id: 'rain_check',
  setting: {
    label: 'Weather',
    description:
      'Bad weather is forecast for a lesson, or a lesson is called off: move it or cancel it without a fee.',
    audience: 'student',
    isTransactional: true,
    texts: 'on',
    icon: 'calendar-x',
    isAlert: true,
  },
  whyOutdated({ status, weather, isAtThatTime, hasBegun }) {
    if (status !== 'confirmed') return 'the student has chosen'
    if (!weather || !isAtThatTime) return 'the lesson was moved'
    return hasBegun ? 'the lesson would have begun' : null
  },
})

export const noShowKind = defineLessonKind({
  id: 'no_show',
  setting: {
    label: 'Missed lessons',
    description: 'Your coach reported that you did not come to a lesson.',
    audience: 'student',
    isTransactional: true,
    texts: 'none',
    icon: 'user-x',
  },
  whyOutdated({ noShow, now, reportUntil }) {
    if (!noShow) return 'the lesson was not missed'
    return now > reportUntil ? 'it is too late to object' : null
  },
})

export const reviewRequestKind = defineLessonKind({
  id: 'review_request',
  setting: {
    label: 'Review invitations',
    description: 'An invitation to review a lesson you took.',
    audience: 'student',
    isTransactional: false,
    texts: 'none',
    icon: 'star',
  },
  whyOutdated({ status, noShow, isReviewed, now, reviewUntil }) {
    if (status !== 'completed' || noShow) return 'there was no lesson'
    if (isReviewed) return 'the review is written'
    return now > reviewUntil ? 'it is too late for a review' : null
  },
})

export const lessonKinds = [
  lessonBookedKind,
  lessonToPayKind,
  lessonChangedKind,
  lessonCancelledKind,
  lessonInQuestionKind,
  holdExpiredKind,
  refundKind,
  lessonReminderKind,
  rainCheckKind,
  noShowKind,
  reviewRequestKind,
]
