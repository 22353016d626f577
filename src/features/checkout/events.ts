import type { RefundReason } from '#features/payments/refund.ts'
import type { Cents } from '#platform/money.ts'
import type { PaymentEvent, ProcessorRefund } from '#ports/payments/payments.ts'
import type { HeldLine } from './sale-rules.ts'

interface OfLesson {
  bookingId: string
}

/** An event of the payment processor, with additional data requested from the processor. */
export interface PaymentHeard {
  event: PaymentEvent
  /** The card used, for events where it matters. */
  card: string | null
  /** The refunds of a payment, for events that do not identify the refund. */
  refunds: ProcessorRefund[]
}

/** Payment events of a lesson. Handlers run in the transaction that raises the event. */
export interface PaymentEvents {
  /** The payment of a held lesson is to buy a package. The handler returns false when it is not sold like this. */
  package_held: OfLesson & { offerId: string; version: number }
  /**
   * Gift cards of the student are to pay a part of an order that costs `priceCents`: `parts` has each payment with its share. False when
   * another part can be taken.
   */
  gift_asked: {
    studentId: string
    priceCents: Cents
    parts: readonly { paymentId: string; giftCents: Cents }[]
  }
  /** A payment arrived. False when its gift cards do not cover their part of it. */
  gift_spent: { paymentId: string }
  /** A part of a payment goes back to the gift cards that paid it. */
  gift_returned: { paymentId: string; cents: Cents }
  /** A part of its payment is to be refunded. */
  refund_owed: OfLesson
  /** A part of a lesson's payment went back, for any reason, and is in the books: `cents` now, `total` so far. */
  refund_recorded: OfLesson & { cents: Cents; total: Cents }
  /** A refund was sent that no cancellation email mentions. */
  refund_sent: OfLesson & { refundId: string; cents: Cents; reason: RefundReason | null }
  /**
   * A refund was returned by the payer's bank; `retryAt` in milliseconds since 1970, UTC, null when it needs
   * manual handling.
   */
  refund_came_back: OfLesson & {
    cents: Cents
    refundId: string
    endedAs: 'failed' | 'canceled'
    retryAt: number | null
  }
  /** A returned refund was sent again. */
  refund_sent_again: OfLesson & { cents: Cents; refundId: string }
  /**
   * A package's payment was refunded, in part or in full: the total so far; `mark` identifies this refund in
   * the ledger.
   */
  package_refunded: {
    payment: HeldLine & { packageId: string }
    refundedCents: Cents
    mark: string
    /** Where this part of it went. */
    to: 'processor' | 'gift_card'
    tellStudent: boolean
    /** It failed: its return is recorded next, and nothing is announced. */
    isReturned: boolean
  }
  /** The processor sent an event, with its additional data. */
  payment_heard: PaymentHeard
  /** The processor reports a possible change of a payout account. */
  payout_account_changed: { accountId: string }
  /** The payer's bank opened a dispute, or decided it. */
  payment_disputed: { payment: HeldLine; dispute: Extract<PaymentEvent, { type: 'disputed' }> }
  payment_dispute_closed: {
    payment: HeldLine
    dispute: Extract<PaymentEvent, { type: 'dispute_closed' }>
  }
}

declare module '#platform/reactions.ts' {
  interface Events extends PaymentEvents {}
}
