import type { HeldPayment } from '#features/bookings/held-payment.ts'
import type { RefundReason } from '#features/payments/refund.ts'
import type { Cents } from '#platform/money.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'

interface OfLesson {
  bookingId: string
}

/** What happens to the money of a lesson that others follow up, in the transaction in which it happens. */
export interface PaymentEvents {
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
  interface Events extends PaymentEvents {}
}
