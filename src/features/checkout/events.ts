import type { HeldPayment } from '#features/bookings/held-payment.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Cents } from '#platform/money.ts'
import type { PaymentEvent, ProcessorRefund } from '#ports/payments/payments.ts'

interface OfLesson {
  bookingId: string
}

/** An event of the processor's, with what was looked up there because of it. */
export interface PaymentHeard {
  event: PaymentEvent
  /** The card that paid, where that matters. */
  card: string | null
  /** The refunds of a payment, where the event doesn't say which of them it is about. */
  refunds: ProcessorRefund[]
}

/** What happens to the money of a lesson that others follow up, in the transaction in which it happens. */
export interface PaymentEvents {
  /** A part of its payment is owed back. */
  refund_owed: OfLesson
  /** Money went back that no cancellation has told of: `cents` now, `total` so far. */
  refund_sent: OfLesson & { cents: Cents; total: Cents; reason: RefundReason | null }
  /** A refund came back from the payer's bank; `retryAt` in milliseconds since 1970, UTC, null when a person decides. */
  refund_came_back: OfLesson & {
    cents: Cents
    refundId: string
    endedAs: 'failed' | 'canceled'
    retryAt: number | null
  }
  /** It went out once more; `total` is all that letters told of so far. */
  refund_sent_again: OfLesson & { cents: Cents; refundId: string; total: Cents }
  /** Money of a package's one payment went back: all of it so far; `mark` names this time in the books. */
  package_refunded: {
    payment: HeldPayment & { packageId: string }
    refundedCents: Cents
    mark: string
    tellStudent: boolean
  }
  /** The payment processor says something, and what else of it matters. */
  payment_heard: PaymentHeard
  /** The processor says that an account we send money to may have changed. */
  payout_account_changed: { accountId: string }
  /** The payer's bank questions a payment, and has decided. */
  payment_disputed: { payment: HeldPayment; dispute: Extract<PaymentEvent, { type: 'disputed' }> }
  payment_dispute_closed: {
    payment: HeldPayment
    dispute: Extract<PaymentEvent, { type: 'dispute_closed' }>
  }
}

declare module '#platform/reactions.ts' {
  interface Events extends PaymentEvents {}
}
