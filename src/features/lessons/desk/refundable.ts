import { type HeldPayment, isOurMoney } from '#features/bookings/held-payment.ts'
import { isAtBank } from '#features/disputes/queries.ts'
import { readOwedBack } from '#features/ledger/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { siteName } from '#platform/site-name.ts'

/** The part of a lesson's price that was paid and is not owed back, in cents; 0 if nothing was paid. */
export async function readKept(tx: Queryable, payment: HeldPayment): Promise<number> {
  const isPaid = payment.paymentStatus === 'completed' || payment.paymentStatus === 'partially_refunded'
  return isPaid ? Math.max(0, payment.amountCents - (await readOwedBack(tx, payment))) : 0
}

/** Why an admin cannot refund a lesson now; null when they can. */
export async function whyNotRefund(
  tx: Queryable,
  payment: HeldPayment,
  keptCents: number,
): Promise<{ reason: string; words: string } | null> {
  if (!isOurMoney(payment))
    return { reason: 'not_our_money', words: `Nothing was paid through ${siteName} for this lesson.` }
  if (keptCents === 0) return { reason: 'nothing_left', words: 'Nothing is left to refund.' }
  if (await isAtBank(tx, payment.id))
    return {
      reason: 'bank_decides',
      words: 'The student’s bank is deciding about this payment. A refund now could be paid twice.',
    }
  return null
}
