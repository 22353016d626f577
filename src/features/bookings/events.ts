import type { Cents } from '#platform/money.ts'
import type { CancelParty } from './cancellation/cancellation.ts'
import type { LessonOutcome } from './completion/completion.ts'

interface OfLesson {
  bookingId: string
}

/** A lesson whose price is fully or partly earned. */
interface Earned extends OfLesson {
  instructorId: string
  /** When it is earned, milliseconds since 1970, UTC; null when nothing is earned. */
  earnedAt: number | null
}

/** The place of a lesson, as it is stored with the booking. */
export interface PlaceOfLesson {
  /** Null when the coach has removed it. */
  teachingLocationId: string | null
  locationName: string
  locationAddress: string | null
  timeZone: string
}

/** Events of a lesson. Handlers run in the transaction that raises the event. */
export interface LessonEvents {
  /** A slot is held while its student pays; `until` in milliseconds since 1970, UTC. */
  time_held: OfLesson & { until: number }
  /** A hold expired unpaid. May be raised more than once. */
  hold_expired: OfLesson
  /** The lesson was paid, or taken from a package, and is confirmed. */
  lesson_confirmed: OfLesson
  /** `from`: the previous start, milliseconds since 1970, UTC; `fromPlace`: where the lesson was. At least one of them has changed. */
  lesson_moved: OfLesson & { by: CancelParty; from: number; fromPlace: PlaceOfLesson }
  /** Something else changed that calendars show: who plays, the student's note, or that the lesson is called off. */
  lesson_details_changed: OfLesson
  lesson_cancelled: Earned & {
    packageId: string | null
    by: CancelParty
    /** Milliseconds since 1970, UTC. */
    at: number
    refundCents: Cents
    /** The amount refunded before. */
    refundedBeforeCents: Cents
    /** The lesson is returned to its package; no money is refunded. */
    returnsCredit: boolean
    message?: string
    /** The weather is the reason for it. */
    isForWeather?: boolean
    /** One of several that are cancelled together, and announced by `series_cancelled` or `seats_cancelled`. */
    isOneOfMany?: boolean
  }
  /** Lessons that were booked together are confirmed, each announced by `lesson_confirmed` as well. */
  series_confirmed: { seriesId: string }
  /** The rest of a series was cancelled, each lesson announced by `lesson_cancelled` as well. */
  series_cancelled: {
    /** In the order of their times. */
    bookingIds: string[]
    by: CancelParty
    refundCents: Cents
    /** How many lessons went back to their package. */
    creditsBack: number
    message?: string
  }
  /** Seats in a clinic that were bought together are paid, each announced by `lesson_confirmed` as well, or lost to a late payment. */
  seats_confirmed: { bookingIds: string[] }
  /** Seats of one student in a clinic were cancelled together, each announced by `lesson_cancelled` as well. */
  seats_cancelled: {
    bookingIds: string[]
    by: CancelParty
    refundCents: Cents
    /** The amount refunded before. */
    refundedBeforeCents: Cents
    message?: string
  }
  /** `lessonEnd` in milliseconds since 1970, UTC. */
  lesson_completed: Earned & { lessonEnd: number; outcome: LessonOutcome }
}

declare module '#platform/reactions.ts' {
  interface Events extends LessonEvents {}
}
