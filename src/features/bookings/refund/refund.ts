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

/**
 * Why money goes back, in a sentence of the letter that says so.
 * @param reason null for what was sent without a reason of ours: by hand, on the processor's own pages
 * @param timeIsTaken somebody else has the time of the lesson by now
 */
export function refundReasonText(reason: RefundReason | null, timeIsTaken: boolean): string {
  switch (reason) {
    case 'late_payment':
      return timeIsTaken
        ? 'The time went to someone else while your payment was on its way: we are sorry, that is a poor way to lose a lesson.'
        : 'Your payment arrived after the time had been let go, and the lesson could not be booked any more. We are sorry.'
    case 'discount_used':
      return 'The discount had been used before, so the lesson was not booked. You can book it at the usual price.'
    case 'student':
    case 'coach':
    case 'admin':
      return 'The lesson was cancelled, and this is what comes back.'
    case 'dispute':
      return 'It settles the problem with this lesson.'
    case null:
      return 'Our support team has sent it.'
  }
}
