import { defaultLessonTitle } from '#features/bookings/booking.ts'
import { refundFor } from '#features/bookings/cancellation/cancellation.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { proportion } from '#platform/money.ts'
import { createDealer, type Deal } from './bios.ts'
import { type Diary, instantOf } from './diary.ts'
import type { Random } from './random.ts'
import { makeComment, makeRating } from './reviews.ts'
import type { BookingRow, Coach, Lesson, PaymentRow, PlaceRow, Student } from './rows.ts'

/** The choices from which a lesson's rows are built. */
interface LessonPlan {
  readonly coach: Coach
  readonly place: PlaceRow
  readonly studentId: string
  readonly day: number
  /** Minutes since midnight, local time at the place. */
  readonly start: number
  readonly duration: number
  /**
   * `past`: took place; `coming`: confirmed and in the future; `over`: has just ended and waits for the coach to complete it; `hold`: the
   * payment is in progress; `off`: cancelled by the student.
   */
  readonly kind: 'past' | 'coming' | 'over' | 'hold' | 'off'
  /** When the lesson was booked, and the present, in milliseconds since 1970. */
  readonly bookedAt: number
  readonly now: number
  readonly rating: number | null
  /** The dealer for the coach's review comments. */
  readonly words: Deal
  /** When an `off` lesson was cancelled. Defaults to a few hours after it was booked, or shortly before the present. */
  readonly cancelledAt?: number
}

/** Builds a lesson's rows: the booking, the payment and, if there is a rating, the review. */
export function makeLesson(random: Random, plan: LessonPlan): Lesson {
  const { coach, place, duration, kind, bookedAt } = plan
  const lesson_date = instantOf(plan.day, plan.start, place.time_zone)
  const lesson_end = lesson_date + duration * MINUTE
  const cents = proportion(coach.coach.hourly_rate * 100, duration, 60)
  const paidAt = bookedAt + random.int(40, 400) * 1000
  const cancelled_at =
    kind === 'off'
      ? (plan.cancelledAt ??
        Math.min(bookedAt + random.int(1, 20) * HOUR, lesson_date - HOUR, plan.now - 10 * MINUTE))
      : null
  const cancellation_policy = coach.coach.cancellation_policy
  const refunded_cents = refundOf(lesson_date, cancelled_at, cents, cancellation_policy)
  const paid: PaymentRow['payment_status'] =
    refunded_cents === 0 ? 'completed' : refunded_cents === cents ? 'refunded' : 'partially_refunded'
  const people = { instructor_id: coach.profile.id, student_id: plan.studentId }
  const booking: BookingRow = {
    id: random.uuid(),
    ...people,
    lesson_date,
    lesson_end,
    duration_minutes: duration,
    time_zone: place.time_zone,
    price_amount: (cents / 100).toFixed(2),
    lesson_title: defaultLessonTitle(duration),
    status: statuses[kind],
    payment_status: kind === 'hold' ? 'pending' : paid,
    lesson_completed: kind === 'past',
    no_show: false,
    completed_at: kind === 'past' ? completedAt(lesson_end, plan.now) : null,
    hold_expires_at: kind === 'hold' ? bookedAt + 15 * MINUTE : null,
    cancelled_at,
    cancel_reason: kind === 'off' ? 'student' : null,
    cancel_message: null,
    cancellation_policy,
    moved_by_coach: false,
    change_number: kind === 'off' ? 1 : 0,
    teaching_location_id: place.id,
    location_name: place.location_name,
    location_address: placeAddress(place),
    created_at: bookedAt,
    updated_at: cancelled_at ?? (kind === 'past' ? lesson_end : kind === 'hold' ? bookedAt : paidAt),
  }
  const payment = kind !== 'hold' && {
    id: random.uuid(),
    booking_id: booking.id,
    ...people,
    amount_cents: cents,
    refunded_cents,
    payment_status: paid,
    stripe_session_id: `demo_${booking.id.replaceAll('-', '')}`,
    paid_at: paidAt,
    created_at: bookedAt,
  }
  const review = plan.rating !== null && {
    id: random.uuid(),
    booking_id: booking.id,
    ...people,
    rating: plan.rating,
    comment: makeComment(random, plan.words, plan.rating, coach.coach.specialties),
    ...publishedAfter(lesson_end + random.int(2, 40) * HOUR),
  }
  return { booking, payment: payment || null, review: review || null }
}

const statuses = {
  past: 'completed',
  coming: 'confirmed',
  over: 'confirmed',
  hold: 'pending',
  off: 'cancelled',
} as const

/** One day after the end, like automatic completion. Lessons that ended less than a day ago were completed by their coach. */
const completedAt = (lessonEnd: number, now: number) =>
  lessonEnd + DAY <= now ? lessonEnd + DAY : Math.min(lessonEnd + 10 * MINUTE, now)

/** A review that was published when it was written, because the coach had already written one. */
export const publishedAfter = (created_at: number) => ({
  created_at,
  published_at: created_at,
  reply: null,
  replied_at: null,
})

/** The refund under the cancellation policy when the student cancelled at this time; 0 if the lesson was not cancelled. */
function refundOf(
  lessonStart: number,
  cancelledAt: number | null,
  amountCents: number,
  cancellationPolicy: BookingRow['cancellation_policy'],
): number {
  if (cancelledAt === null) return 0
  const terms = {
    status: 'confirmed',
    cancellationPolicy,
    refundCeilingPercent: 100,
    movedByCoach: false,
    lessonStart,
  } as const
  return refundFor(terms, { amountCents, refundedCents: 0 }, 'student', cancelledAt).refundCents
}

/** The number of a coach's lessons and the range of their booking times. */
interface LessonToQuote {
  readonly past: number
  readonly coming: number
  readonly off: number
  /** The latest booking time, milliseconds since 1970. */
  readonly bookedBefore: number
  /** How well students like the coach, from 0 to 1. */
  readonly quality: number
  /** The proportion of past lessons that have a review. */
  readonly reviewed: number
}

/**
 * Fills a coach's diary with non-overlapping lessons inside the weekly hours.
 * @param students the students who live nearest; any of them may book
 * @param busy days on which a student already has a lesson, as `id day`; the function adds to it
 */
export function fillDiary(
  random: Random,
  coach: Coach,
  diary: Diary,
  students: readonly Student[],
  busy: Set<string>,
  now: number,
  wish: LessonToQuote,
): Lesson[] {
  const lessons: Lesson[] = []
  const words = createDealer(random.fork('words'))
  const age = Math.floor((now - coach.coach.created_at) / DAY)
  const window = coach.coach.max_booking_window_days
  const kinds = [
    ...Array<'past'>(wish.past).fill('past'),
    ...Array<'coming'>(wish.coming).fill('coming'),
    ...Array<'off'>(wish.off).fill('off'),
  ]
  for (const kind of kinds) {
    // Recent months get more lessons than older ones. A day may be closed or full: try another, and give up after 12 attempts.
    for (let attempt = 0; attempt < 12; attempt++) {
      const back = 1 + Math.floor((age - 3) * random.next() ** 1.6)
      const day = diary.today + (kind === 'past' ? -back : random.int(1, window - 1))
      const duration = random.chance(0.72) ? 60 : random.pick(coach.coach.lesson_durations)
      const starts = diary.openings(day, duration)
      const student = random.pick(students)
      if (starts.length === 0 || busy.has(`${student.profile.id} ${day}`)) continue
      const start = random.pick(starts)
      const place = random.chance(0.6) ? coach.places[0] : random.pick(coach.places)
      const begins = instantOf(day, start, place.time_zone)
      // Booked with the required notice, after the coach joined, and not in the future.
      const earliest = Math.max(coach.coach.created_at, begins - window * DAY)
      const latest = Math.min(begins - coach.coach.min_booking_notice_hours * HOUR, wish.bookedBefore)
      if (latest <= earliest) continue
      const bookedAt = Math.round(latest - (latest - earliest) * random.next() ** 2)
      const review = kind === 'past' && begins < now - 2 * DAY && random.chance(wish.reviewed)
      busy.add(`${student.profile.id} ${day}`)
      if (kind !== 'off') diary.take(day, start, duration)
      lessons.push(
        makeLesson(random, {
          coach,
          place,
          studentId: student.profile.id,
          day,
          start,
          duration,
          kind,
          bookedAt,
          now,
          words,
          rating: review ? makeRating(random, wish.quality) : null,
        }),
      )
      break
    }
  }
  return lessons
}
