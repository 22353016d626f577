import type { Lesson } from '#features/bookings/schema.ts'
import type { NotificationChannel, NotificationKind } from '#features/notifications/notification.ts'

/** A lesson as it stands when a message about it is about to go. */
export type CurrentLesson = Pick<Lesson, 'status' | 'paymentStatus' | 'noShow' | 'changeNumber' | 'start'> & {
  durationMinutes: number
  /** Nobody needs to be asked for a review: it is written. */
  isReviewed: boolean
  /** The problem its student reported waits to be decided. */
  hasOpenProblem: boolean
  /** The student has booked another lesson with this coach since a held time was released. */
  isBookedAgain: boolean
  /** The last instant at which a review can be written, and at which a problem can be reported. Milliseconds UTC. */
  reviewUntil: number
  reportUntil: number
}

const DAY = 86_400_000

/**
 * Why a message about a lesson must not go any more; null while what it says is true. What was true when there was reason
 * to write may not be when the words leave: providers were down, quiet hours passed, the lesson was moved or has begun.
 * @param about.start when the lesson was to begin, and `now`, in milliseconds since 1970, UTC
 */
export function whyOutdated(
  message: { kind: NotificationKind; channel: NotificationChannel },
  lesson: CurrentLesson,
  about: { changeNumber: number; start: number },
  now: number,
): string | null {
  const start = Date.parse(lesson.start)
  const isMoved = lesson.changeNumber !== about.changeNumber || start !== about.start
  const hasBegun = now >= start
  const isOver = now >= start + lesson.durationMinutes * 60_000
  const rings = message.channel === 'sms' || message.channel === 'push'
  switch (message.kind) {
    case 'lesson_booked':
      if (lesson.status === 'cancelled') return 'the lesson was cancelled'
      return hasBegun ? 'the lesson has begun' : null
    case 'lesson_changed':
      if (lesson.status === 'cancelled') return 'the lesson was cancelled'
      if (isMoved) return 'the lesson was moved again'
      return hasBegun ? 'the lesson has begun' : null
    case 'lesson_cancelled':
      if (lesson.status !== 'cancelled') return 'the lesson takes place'
      // What comes back of the price is worth a letter at any time, and a phone that rings only before the lesson.
      return rings && isOver ? 'the lesson would be over' : null
    case 'hold_expired':
      if (lesson.status !== 'cancelled' || isPaid(lesson)) return 'it was paid after all'
      if (lesson.isBookedAgain) return 'the student booked again'
      return hasBegun ? 'the time is past' : null
    case 'lesson_reminder':
      if (lesson.status !== 'confirmed') return 'the lesson does not take place'
      if (isMoved) return 'the lesson was moved'
      return hasBegun ? 'the lesson has begun' : null
    case 'no_show':
      if (!lesson.noShow) return 'the lesson was not missed'
      return now > lesson.reportUntil ? 'it is too late to object' : null
    case 'review_request':
      if (lesson.status !== 'completed' || lesson.noShow) return 'there was no lesson'
      if (lesson.isReviewed) return 'the review is written'
      return now > lesson.reviewUntil ? 'it is too late for a review' : null
    case 'dispute':
      return lesson.hasOpenProblem ? null : 'the problem is settled'
    case 'refund':
      // It happened, on a day that the letter names.
      return rings && now > about.start + 30 * DAY ? 'it is long ago' : null
    default:
      return null
  }
}

const isPaid = ({ paymentStatus }: Pick<Lesson, 'paymentStatus'>) =>
  paymentStatus !== 'pending' && paymentStatus !== 'failed'
