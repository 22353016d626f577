import { sql } from 'drizzle-orm'
import { makeSignInAddress } from '#features/accounts/links/commands.ts'
import { calendarFile, calendarMethod, seriesCalendarFile } from '#features/bookings/calendar/calendar.ts'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import { endOfLesson } from '#features/bookings/lesson-times.ts'
import { reportableUntil } from '#features/bookings/problem-window.ts'
import { findLesson, listBookedTogether } from '#features/bookings/queries.ts'
import { reviewUntil } from '#features/bookings/review-window.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import type { Queryable } from '#platform/db.ts'
import type { StillTrue } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { calendarVariables } from './calendar-links.ts'
import {
  type CalendarVariables,
  type LessonMoney,
  type LessonVariables,
  lessonVariables,
} from './lesson-letter.ts'

/** A lesson with its people and its money, for letters. */
export interface LetterLesson {
  lesson: Lesson & { studentId: string; instructorId: string }
  money: LessonMoney
  /** Of a seat: others can book it once it is free, because the clinic has not begun, and it and its coach's account are as they were. */
  isSeatSold?: boolean
}

export async function findLetterLesson(
  { answers }: Pick<Services, 'answers'>,
  db: Queryable,
  bookingId: string,
): Promise<LetterLesson | null> {
  const lesson = await findLesson(db, bookingId)
  if (!lesson) return null
  const found = await db.execute<{
    is_demo: boolean
    is_paid_elsewhere: boolean
    is_entered: boolean
    paid: number | null
    gift: number | null
    share: string
    is_seat_sold: boolean
  }>(sql`
    select b.is_demonstration or coalesce(p.payment_method = 'demo', false) as is_demo,
      coalesce(p.payment_method = 'elsewhere', false) as is_paid_elsewhere, b.entered_by_coach as is_entered, p.amount_cents as paid, p.gift_cents as gift,
      (select coalesce(-sum(l.amount_cents), 0)::text from ledger_transactions t
        join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held'
        where t.booking_id = b.id and t.kind not in ('released', 'reversed')) as share,
      exists (select from clinics c join profiles i on i.id = c.instructor_id
        where c.id = b.clinic_id and c.status = 'published' and i.is_open and b.lesson_date > current_instant()) as is_seat_sold
    from bookings b left join payments p on p.booking_id = b.id
    where b.id = ${bookingId}`)
  const row = found.rows[0]
  if (!row) return null
  const [from] = await answers.packages_of_lessons(db, [bookingId])
  const money = {
    paidCents: row.paid ?? 0,
    giftCents: row.gift ?? 0,
    isDemo: row.is_demo,
    // The student booked a lesson of a package, also when the package was paid elsewhere. The coach is notified.
    isPaidElsewhere: row.is_paid_elsewhere && !from,
    isEntered: row.is_entered,
    shareCents: Number(row.share),
    package: from
      ? {
          total: from.lessonsTotal,
          left: from.lessonsLeft,
          until: from.expiresAt,
          isEnded: !from.isOpen,
          isBoughtWithIt: from.isBoughtWithIt,
          isBrought: from.isBrought,
          paid: { paidCents: from.paidCents, giftCents: from.giftCents },
        }
      : null,
  }
  return { lesson, money, isSeatSold: row.is_seat_sold }
}

/** The same for several lessons, in the given order. */
export async function listLetterLessons(
  services: Pick<Services, 'answers'>,
  db: Queryable,
  bookingIds: readonly string[],
): Promise<LetterLesson[]> {
  const found: LetterLesson[] = []
  for (const bookingId of bookingIds) {
    const lesson = await findLetterLesson(services, db, bookingId)
    if (lesson) found.push(lesson)
  }
  return found
}

/** The seats of a purchase that was not paid, the oldest first; empty for lessons. An order has the id of its first booking. */
export async function listExpiredSeats(
  services: Pick<Services, 'answers'>,
  db: Queryable,
  orderId: string,
): Promise<LetterLesson[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from payments p join bookings b on b.id = p.booking_id
    where p.order_id = ${orderId} and b.clinic_id is not null and b.status in ('pending', 'cancelled') and p.paid_at is null
    order by b.created_at, b.id`)
  return await listLetterLessons(
    services,
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Computes the variables of a message about a lesson for one side.
 * @param now milliseconds since 1970, UTC
 */
export const variablesFor = (
  env: Services['env'],
  { lesson, money, isSeatSold }: LetterLesson,
  as: 'student' | 'coach',
  now: number,
): LessonVariables & CalendarVariables => ({
  ...lessonVariables(env.appUrl, lesson, money, now),
  // The coach's open times are not the times of the clinic.
  ...(isSeatSold && lesson.seat ? { rebook_url: `${env.appUrl}/clinics/${lesson.seat.clinicId}` } : {}),
  ...calendarVariables(env, lesson, as),
})

/** The state of a lesson when a message about it is about to be sent. */
export type LessonState = Pick<
  Lesson,
  'status' | 'paymentStatus' | 'noShow' | 'moveNumber' | 'start' | 'durationMinutes' | 'seat' | 'weather'
> & {
  /** The message is about all lessons that were booked together, and some of them take place. */
  isSeriesStanding: boolean
  /** The coach recorded it after it was taught. */
  isRecorded: boolean
  /** A review exists, so none has to be requested. */
  isReviewed: boolean
  /** The problem its student reported is not decided yet. */
  hasOpenProblem: boolean
  /** The student has booked another lesson with this coach since a held time was released. */
  isBookedAgain: boolean
  /** The student or the coach is suspended: the lesson stays booked until an admin decides. */
  isInQuestion: boolean
  /** The refund that the message announces came back and was owed again. */
  isRefundBack: boolean
  /** The deadlines for a review and for reporting a problem. Milliseconds since 1970, UTC. */
  reviewUntil: number
  reportUntil: number
}

/**
 * Reads the current lesson for a message about it that is about to be sent; or returns why it must not be
 * sent.
 * @param message.refundId the refund that the message announces; null if it announces none, or was written before the id was kept
 * @param message.isOfSeries its calendar file has all lessons or seats that were booked together
 * @param message.signsIn the kind of letter, if its link signs a student in without a password; null for
 * others
 * @param whyOutdated decides from the state of the lesson; returns null while the message is still true
 */
export async function rereadLesson(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'answers'>,
  message: {
    bookingId: string
    refundId: string | null
    isOfSeries: boolean
    userId: string | null
    hasCalendar: boolean
    signsIn: string | null
  },
  whyOutdated: (lesson: LessonState) => string | null,
): Promise<StillTrue> {
  const { env, clock, db } = services
  const found = await findLetterLesson(services, db, message.bookingId)
  if (!found) return { why: 'there is no such lesson' }
  const { lesson } = found
  const ends = endOfLesson(lesson)
  const limits = { reviewUntil: reviewUntil(ends), reportUntil: reportableUntil(ends) }
  const sequels = await readSequels(services, message)
  const isOfSeveral = message.isOfSeries && (lesson.series !== null || lesson.seat !== null)
  const series = isOfSeveral ? await listBookedTogether(db, lesson) : []
  const isSeriesStanding = series.some(({ status }) => status === 'confirmed')
  const why = whyOutdated({ ...lesson, ...limits, ...sequels, isSeriesStanding })
  if (why) return { why }
  const now = clock.now()
  const as = message.userId === lesson.instructorId ? 'coach' : 'student'
  const variables = variablesFor(env, found, as, now)
  if (message.signsIn !== null && as === 'student') {
    const requestId = `${message.signsIn}:${lesson.id}`
    const address = { userId: lesson.studentId, requestId, redirect: lessonHref(lesson.id) }
    variables.lesson_url = (await makeSignInAddress(services, address)) ?? variables.lesson_url
  }
  if (!message.hasCalendar || sequels.isRecorded) return { why: null, variables }
  const options = { as, now, appUrl: env.appUrl, organizer: env.senderAddress } as const
  if (series.length > 0)
    return {
      why: null,
      variables,
      calendar: { method: 'PUBLISH', text: seriesCalendarFile(series, options) },
    }
  const text = calendarFile(lesson, options)
  return { why: null, variables, calendar: { method: calendarMethod(lesson), text } }
}

/** Reads what the student and coach have done about a lesson since the message was written. */
async function readSequels(
  { db, answers }: Pick<Services, 'db' | 'answers'>,
  { bookingId, refundId }: { bookingId: string; refundId: string | null },
) {
  const [words, problems, found] = await Promise.all([
    answers.words_of_lessons(db, [bookingId]),
    answers.problems_of_lessons(db, [bookingId]),
    db.execute<{ recorded: boolean; in_question: boolean; again: boolean; came_back: boolean }>(sql`
      select b.created_at >= b.lesson_end as recorded,
        exists (select from profiles p where p.id in (b.instructor_id, b.student_id) and not p.is_open) as in_question,
        exists (select from bookings o where o.student_id = b.student_id and o.instructor_id = b.instructor_id and o.id <> b.id
          and o.created_at > b.created_at and o.status in ('pending', 'confirmed')) as again,
        case when ${refundId}::text is null
          then exists (select from payment_refunds r where r.booking_id = b.id and r.status <> 'sent' and r.attempts > 0)
          else exists (select from processor_refunds s where s.id = ${refundId} and s.ended_as is not null
            and (s.request_id is not null or exists (select from payment_refunds r where r.business_key = 'returned:' || s.id)))
          end as came_back
      from bookings b where b.id = ${bookingId}`),
  ])
  const row = found.rows[0]
  return {
    isRecorded: row?.recorded ?? false,
    isReviewed: words.reviews.length > 0,
    // A bank's question about the payment is decided on its own.
    hasOpenProblem: problems.some(({ status }) => status === 'pending' || status === 'investigating'),
    isBookedAgain: row?.again ?? false,
    isRefundBack: row?.came_back ?? false,
    isInQuestion: row?.in_question ?? false,
  }
}
