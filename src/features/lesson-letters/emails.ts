import { and, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mayWriteToInvited } from '#features/accounts/invited-student.ts'
import { occupyingStatuses } from '#features/bookings/booking.ts'
import type { CancelParty } from '#features/bookings/cancellation/cancellation.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import { endOfLesson } from '#features/bookings/lesson-times.ts'
import { reportableUntil } from '#features/bookings/problem-window.ts'
import { opensAt } from '#features/bookings/review-window.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { PaymentEvents } from '#features/checkout/events.ts'
import { mayTeach } from '#features/coaches/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillText } from '#features/notifications/template.ts'
import { refundReasonText } from '#features/payments/refund.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { fillInLesson, type LessonLetter } from './lesson-letter.ts'
import {
  cancelledForCoach,
  cancelledForStudent,
  confirmedForCoach,
  confirmedForStudent,
  invitedForStudent,
  movedFor,
  noShowForStudent,
  paidAfterwards,
  paidForCoach,
  refundedForCoach,
  refundedForStudent,
  refundReturnedForStudent,
  reviewRequestForStudent,
  toPayForStudent,
} from './letter-words.ts'
import { bookingExpiredStudent } from './letters.ts'
import {
  lessonBookedKind,
  lessonCancelledKind,
  lessonChangedKind,
  lessonToPayKind,
  rainCheckKind,
  refundKind,
  reviewRequestKind,
} from './notification-kinds.ts'
import { findLetterLesson, type LetterLesson, listExpiredSeats, variablesFor } from './queries.ts'
import { seatsExpiredFor } from './seat-words.ts'
import { holdEndedStudent } from './unavailable-letters.ts'

/** The services needed to notify people about a lesson. */
export type NotifyServices = Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>

/** Notifies student and coach that the lesson is booked, in the transaction that confirms it. Idempotent. */
export async function notifyConfirmed(
  services: NotifyServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_confirmed'],
): Promise<void> {
  const now = services.clock.now()
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    // A series has one letter, and so have the seats of a purchase. A lesson that is paid elsewhere was recorded by the coach, who
    // needs none about it.
    letters:
      lesson.series || lesson.seat
        ? []
        : isOver(lesson, now)
          ? paidAfterwards(money)
          : money.isPaidElsewhere
            ? [lesson.isInvitation ? invitedForStudent(lesson) : confirmedForStudent(lesson, money)]
            : [
                confirmedForStudent(lesson, money),
                money.isEntered ? paidForCoach(money) : confirmedForCoach(lesson, money),
              ],
  }))
}

/**
 * Notifies a student that the coach reserved a time until it is paid, or that a lesson already taught has to
 * be paid. Once per booking.
 */
export async function notifyToPay(services: NotifyServices, tx: Queryable, bookingId: string): Promise<void> {
  await notifyParties(services, tx, bookingId, ({ lesson }) => ({
    letters: [toPayForStudent(lesson, services.clock.now())],
  }))
}

const isOver = (lesson: LetterLesson['lesson'], now: number): boolean => endOfLesson(lesson) <= now

/**
 * Notifies a student that a held time was released: unpaid, or because the coach no longer teaches. Once per
 * booking.
 */
export async function notifyHoldExpired(
  services: NotifyServices,
  tx: Queryable,
  { bookingId }: LessonEvents['hold_expired'],
): Promise<void> {
  const [hold] = await tx
    .select({ coachId: bookings.instructorId, orderId: payments.orderId })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(eq(bookings.id, bookingId))
  // An order has the id of its first booking.
  const isFirst = ({ series, seat }: LetterLesson['lesson']) =>
    (series?.position ?? 1) === 1 && (seat === null || hold?.orderId === bookingId)
  if (hold && !(await mayTeach(tx, hold.coachId)))
    return await notifyParties(services, tx, bookingId, ({ lesson }) => ({
      letters: isFirst(lesson) ? [fillInLesson(holdEndedStudent, { search_url: services.env.appUrl })] : [],
    }))
  // An offered time whose checkout was never opened is not an abandoned booking.
  const offered = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(bookings.id, bookingId), bookings.isOffered, isNull(orders.checkoutUrl)))
  if (offered.length > 0) return
  const [seat, ...otherSeats] = await listExpiredSeats(services, tx, bookingId)
  await notifyParties(services, tx, bookingId, ({ lesson }) => ({
    // One letter for what was held together.
    letters: !isFirst(lesson)
      ? []
      : seat
        ? [seatsExpiredFor([seat, ...otherSeats], services.env.appUrl)]
        : [fillInLesson(bookingExpiredStudent, {})],
  }))
}

/** News about a lesson, to be sent to its people. */
export interface LessonNews {
  /** At most one letter per side; a side without one gets no notice. */
  letters: LessonLetter[]
  /**
   * Who caused it. A coach gets no email about their own action; a student does, because money may be
   * refunded.
   */
  by?: CancelParty
  /** Distinguishes repeated events of a lesson, such as moves. */
  occasion?: string
  /** The refund that the message announces. */
  refundId?: string
  /** The message reports a past event, so it stays true when the lesson changes. */
  isHistory?: boolean
  /** The date of a clinic that the message is about, in milliseconds since 1970, UTC; the lesson's start when omitted. */
  date?: number
  /** It is about all lessons or seats that were booked together; its calendar file contains all of them. */
  isOfSeries?: boolean
}

/**
 * Notifies student and coach in the transaction of the event: in the app, by email, and by text and push if
 * they enabled those. Each letter is sent once per booking and occasion.
 * @param write the news, from the current lesson and its money
 */
export async function notifyParties(
  services: NotifyServices,
  tx: Queryable,
  bookingId: string,
  write: (found: LetterLesson) => LessonNews,
): Promise<void> {
  const found = await findLetterLesson(services, tx, bookingId)
  if (!found) return
  const news = write(found)
  for (const letter of news.letters) await notifyPerson(services, tx, found, news, letter)
}

async function notifyPerson(
  services: NotifyServices,
  tx: Queryable,
  found: LetterLesson,
  { by, occasion, refundId, isHistory, isOfSeries, date }: LessonNews,
  { template: { letter, to, notice }, complete }: LessonLetter,
): Promise<void> {
  const { lesson } = found
  if (to === 'student' && lesson.isInvitation && !(await reachesInvited(tx, lesson, notice.kind.id))) return
  const email = complete(variablesFor(services.env, found, to, services.clock.now()))
  const businessKey = [lesson.id, occasion].filter(Boolean).join(':')
  await notifyUser(services, tx, {
    userId: to === 'coach' ? lesson.instructorId : lesson.studentId,
    kind: notice.kind,
    businessKey,
    // The templates of the two sides have different keys.
    key: `${letter.key}:${businessKey}`,
    title: fillText(notice.title, email.variables),
    body: fillText(notice.body, email.variables),
    template: { title: notice.title, body: notice.body },
    href: lessonHref(lesson.id, notice.opens),
    email,
    isOwnAct: to === 'coach' && by === 'coach',
    about: isHistory
      ? { what: 'account' }
      : {
          what: 'lesson',
          bookingId: lesson.id,
          changeNumber: lesson.moveNumber,
          start: date ?? Date.parse(lesson.start),
          refundId,
          isOfSeries,
        },
  })
}

/** The letters about a lesson that are sent to a student who has not accepted the coach's invitation. */
const sentToInvited: readonly string[] = [
  lessonBookedKind.id,
  lessonToPayKind.id,
  lessonChangedKind.id,
  lessonCancelledKind.id,
  rainCheckKind.id,
  refundKind.id,
]
/**
 * The number of moves an invited student is notified of, so that repeated moves do not send unsolicited
 * email.
 */
const MOST_MOVES_TOLD = 2

async function reachesInvited(
  tx: Queryable,
  lesson: { studentId: string; moveNumber: number },
  kindId: string,
): Promise<boolean> {
  if (!sentToInvited.includes(kindId)) return false
  if (kindId === lessonChangedKind.id && lesson.moveNumber > MOST_MOVES_TOLD) return false
  return await mayWriteToInvited(tx, lesson.studentId)
}

/** Notifies a coach that the invited student declined an unpaid lesson. Once per booking. */
export async function notifyDeclined(
  services: NotifyServices,
  tx: Queryable,
  bookingId: string,
): Promise<void> {
  const nothing = { refundCents: 0, refundedBeforeCents: 0, returnsCredit: false }
  const facts = { by: 'student', now: services.clock.now(), ...nothing } as const
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [cancelledForCoach(lesson, { ...facts, money })],
  }))
}

/**
 * Notifies both sides of a cancellation: who canceled, and what is refunded. A coach who cancels is notified
 * in the app only.
 */
export async function notifyCancelled(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, isOneOfMany, ...cancelled }: LessonEvents['lesson_cancelled'],
): Promise<void> {
  if (isOneOfMany) return
  const now = services.clock.now()
  await notifyParties(services, tx, bookingId, ({ lesson, ...found }) => {
    const facts = { ...cancelled, ...found, now }
    return {
      letters: [cancelledForStudent(lesson, facts), cancelledForCoach(lesson, facts)],
      by: cancelled.by,
    }
  })
}

/**
 * Notifies both sides of the new time and place and the previous ones. Once per move. A coach who moves a lesson is
 * notified in the app only.
 */
export async function notifyMoved(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, ...moved }: LessonEvents['lesson_moved'],
): Promise<void> {
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [
      movedFor('student', lesson, { ...moved, money }),
      movedFor('coach', lesson, { ...moved, money }),
    ],
    by: moved.by,
    occasion: String(lesson.moveNumber),
  }))
}

/**
 * Notifies the student of the outcome of a lesson: a request for a review after a completed lesson, or the
 * deadline to object after a reported no-show. Once per lesson, and for the seats of a student in a clinic once.
 */
export async function notifyCompleted(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, lessonEnd, outcome }: LessonEvents['lesson_completed'],
): Promise<void> {
  const { env, clock } = services
  const objectUntil = reportableUntil(lessonEnd)
  if (outcome === 'taught' && (await isAskedForOtherSeat(tx, bookingId))) return
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [
      outcome === 'taught'
        ? reviewRequestForStudent(env.appUrl, lesson, {
            publishedAt: opensAt(lessonEnd),
            objectUntil,
            now: clock.now(),
          })
        : noShowForStudent(env.appUrl, lesson, { money, objectUntil }),
    ],
  }))
}

/**
 * Notifies the student that money for a lesson is being refunded, and why. Only for refunds that no other
 * letter covers: see `isToldByCancelling`.
 * @param refund.refundId the processor's refund; each is announced once
 */
export async function notifyRefund(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, refundId, cents, reason }: PaymentEvents['refund_sent'],
): Promise<void> {
  const timeIsTaken = reason === 'late_payment' && (await isTimeTaken(tx, bookingId))
  const why = refundReasonText(reason, timeIsTaken)
  const now = services.clock.now()
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [refundedForStudent(lesson, { cents, why, paidCents: money.paidCents, now })],
    occasion: refundId,
    refundId,
  }))
}

/**
 * Notifies the coach that an admin refunded a lesson's price or a part of it, and how the coach's share changes.
 * @param refund.refundId distinguishes refunds of the same lesson
 */
export async function notifyCoachOfRefund(
  services: NotifyServices,
  tx: Queryable,
  refund: { bookingId: string; refundId: string; cents: Cents; fromCoachCents: Cents },
): Promise<void> {
  await notifyParties(services, tx, refund.bookingId, ({ money }) => ({
    letters: [refundedForCoach(money, refund)],
    occasion: `refunded:${refund.refundId}`,
    isHistory: true,
  }))
}

/** Notifies the student that a refund did not arrive, and what happens next. Once per return. */
export async function notifyRefundCameBack(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, refundId, ...back }: PaymentEvents['refund_came_back'],
): Promise<void> {
  await notifyParties(services, tx, bookingId, ({ lesson }) => ({
    letters: [refundReturnedForStudent(lesson, back)],
    occasion: `came-back:${refundId}`,
    isHistory: true,
  }))
}

/** Notifies the student that a returned refund was sent again. */
export async function notifyRefundSentAgain(
  services: NotifyServices,
  tx: Queryable,
  { bookingId, cents, refundId }: PaymentEvents['refund_sent_again'],
): Promise<void> {
  const now = services.clock.now()
  const why = 'It did not reach you before, so we sent it again.'
  await notifyParties(services, tx, bookingId, ({ lesson, money }) => ({
    letters: [refundedForStudent(lesson, { cents, why, paidCents: money.paidCents, now })],
    occasion: `again:${refundId}`,
    refundId,
  }))
}

/** Whether a student was asked for a review of a clinic because of another seat in it. */
async function isAskedForOtherSeat(tx: Queryable, bookingId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from bookings b join bookings o on o.clinic_id = b.clinic_id and o.student_id = b.student_id and o.id <> b.id
    join notifications n on n.user_id = b.student_id and n.kind = ${reviewRequestKind.id} and n.business_key = o.id::text
    where b.id = ${bookingId} limit 1`)
  return rows.length > 0
}

/** Whether another lesson of the coach overlaps this one. */
async function isTimeTaken(tx: Queryable, bookingId: string): Promise<boolean> {
  const other = alias(bookings, 'other')
  const isAtItsTime = and(
    eq(other.instructorId, bookings.instructorId),
    ne(other.id, bookings.id),
    inArray(other.status, occupyingStatuses),
    lt(other.lessonDate, bookings.lessonEnd),
    gt(other.lessonEnd, bookings.lessonDate),
  )
  const found = await tx
    .select({ id: other.id })
    .from(bookings)
    .innerJoin(other, isAtItsTime)
    .where(eq(bookings.id, bookingId))
    .limit(1)
  return found.length > 0
}
