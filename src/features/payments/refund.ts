/** Why a payment, or a part of it, goes back. Pure. */
export const refundReasons = [
  'late_payment',
  'discount_used',
  'student',
  'coach',
  'admin',
  'dispute',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** The letter about a cancelled lesson or an ended package says what is refunded: no second letter tells of it. */
export const isToldByCancelling = (reason: RefundReason | null) =>
  reason === 'student' || reason === 'coach' || reason === 'admin'

/**
 * Why money goes back, in a sentence of the letter that says so.
 * @param reason null for what was sent without a reason of ours: by hand, on the processor's own pages
 * @param timeIsTaken somebody else has the time of the lesson by now
 */
export function refundReasonText(reason: RefundReason | null, timeIsTaken: boolean): string {
  switch (reason) {
    case 'late_payment':
      return timeIsTaken
        ? 'Somebody else booked the time before your payment arrived. We are sorry.'
        : 'Your payment arrived after the time we held for you had been released, and the lesson could no longer be booked. We are sorry.'
    case 'discount_used':
      return 'The discount had been used before, so the lesson was not booked. You can book it at the usual price.'
    case 'student':
    case 'coach':
    case 'admin':
      return 'It is the refund for the cancelled lesson.'
    case 'dispute':
      return 'It settles the problem with this lesson.'
    case null:
      return 'Our support team sent it.'
  }
}
