import type { Cents } from '#platform/money.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import type { CancelParty } from './cancellation/cancellation.ts'
import type { LessonOutcome } from './completion/completion.ts'
import type { HeldPayment } from './payment/queries.ts'
import type { RefundReason } from './refund/refund.ts'

interface OfLesson {
  bookingId: string
}

/** A lesson whose price, or a part of it, is earned. */
interface Earned extends OfLesson {
  instructorId: string
  /** When the coach's share is due, milliseconds since 1970, UTC; null where there is none. */
  shareDueAt: number | null
}

/** What happens to a lesson and its money that others follow up, in the transaction in which it happens. */
export interface LessonEvents {
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
  /** A part of its payment is owed back. */
  refund_owed: OfLesson
  /** Money went back that no cancellation has told of: `cents` now, `total` so far. */
  refund_sent: OfLesson & { cents: Cents; total: Cents; reason: RefundReason | null }
  /** Money of a package's one payment went back: all of it so far. */
  package_refunded: {
    payment: HeldPayment & { packageId: string }
    refundedCents: Cents
    tellStudent: boolean
  }
  /** The payment processor says something, and the card that paid where that matters. */
  payment_heard: { event: PaymentEvent; card: string | null }
  /** The payer's bank questions a payment, and has decided. */
  payment_disputed: { payment: HeldPayment; dispute: Extract<PaymentEvent, { type: 'disputed' }> }
  payment_dispute_closed: {
    payment: HeldPayment
    dispute: Extract<PaymentEvent, { type: 'dispute_closed' }>
  }
}

declare module '#platform/reactions.ts' {
  interface Events extends LessonEvents {}
}
