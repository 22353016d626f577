import type { Cents } from '#platform/money.ts'
import type { CancelParty } from './cancellation/cancellation.ts'
import type { LessonOutcome } from './completion/completion.ts'

interface OfLesson {
  bookingId: string
}

/** A lesson whose price, or a part of it, is earned. */
interface Earned extends OfLesson {
  instructorId: string
  /** When it is earned, milliseconds since 1970, UTC; null where nothing is. */
  earnedAt: number | null
}

/** What happens to a lesson that others follow up, in the transaction in which it happens. */
export interface LessonEvents {
  /** A time is kept while its student pays; `until` in milliseconds since 1970, UTC. */
  time_held: OfLesson & { until: number }
  /** A hold ran out unpaid. May be said again. */
  hold_expired: OfLesson
  /** It is paid, or drawn from a package, and stands. */
  lesson_confirmed: OfLesson
  /** `from`: its time before, milliseconds since 1970, UTC. */
  lesson_moved: OfLesson & { by: CancelParty; from: number }
  lesson_cancelled: Earned & {
    packageId: string | null
    by: CancelParty
    /** Milliseconds since 1970, UTC. */
    at: number
    refundCents: Cents
    /** What had gone back before. */
    refundedBeforeCents: Cents
    /** It goes back to its package; no money moves. */
    returnsCredit: boolean
    message?: string
  }
  /** `lessonEnd` in milliseconds since 1970, UTC. */
  lesson_completed: Earned & { lessonEnd: number; outcome: LessonOutcome }
}

declare module '#platform/reactions.ts' {
  interface Events extends LessonEvents {}
}
