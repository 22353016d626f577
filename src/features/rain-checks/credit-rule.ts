import { type HeldPayment, isOurMoney } from '#features/bookings/held-payment.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import type { CreditRefusal } from './rain-check.ts'

/** Why the money of a lesson, locked with its payment, cannot be kept as a credit; null when it can. */
export async function whyNoCredit(
  { answers }: Pick<Services, 'answers'>,
  tx: Queryable,
  payment: HeldPayment,
): Promise<CreditRefusal | null> {
  if (await answers.has_open_problem(tx, payment.bookingId)) return 'disputed'
  // Cancelling returns it to its package.
  if (payment.packageId)
    return (await answers.is_package_open(tx, { packageId: payment.packageId })) ? null : 'package_ended'
  if (!isOurMoney(payment) || payment.amountCents === 0) return 'not_paid_here'
  if ((await readOwedBack(tx, payment)) > 0) return 'partly_refunded'
  if (payment.paymentStatus !== 'completed') return 'not_paid_here'
  // A coach's own discount changes nothing but the price; of another one, the platform pays a part.
  return payment.discountCents > 0 && payment.discountFundedBy !== 'coach' ? 'discount' : null
}
