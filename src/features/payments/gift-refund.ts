import { and, eq, like, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { giftShare } from './refund.ts'
import { paymentRefunds, payments } from './tables.ts'

/**
 * The part of a refund that goes back to gift cards: in proportion to what they paid, and never more than that.
 * @param payment for a lesson of a package: the package's payment, with the lesson's part of the price
 * @param refund.keptCents what was not owed back before
 * @param refund.key the key with which this part is requested
 * @returns null when it went back before
 */
export async function readGiftRefund(
  tx: Queryable,
  payment: { id: string; amountCents: Cents; giftCents: Cents; packageId: string | null },
  refund: { amountCents: Cents; keptCents: Cents; key?: string },
): Promise<Cents | null> {
  const { id, giftCents } = payment
  if (giftCents === 0) return 0
  const before = await tx
    .select({ key: paymentRefunds.businessKey, cents: paymentRefunds.amountCents })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.paymentId, id), like(paymentRefunds.providerRefundId, 'gift-card:%')))
  if (before.some(({ key }) => key === refund.key)) return null
  const returnedCents = before.reduce((sum, { cents }) => sum + cents, 0)
  // Of a package, each lesson has refunds of its own, and gift cards paid a part of all of them.
  const { paidCents, keptCents } = payment.packageId
    ? await readPackagePayment(tx, id)
    : { paidCents: payment.amountCents, ...refund }
  const { amountCents } = refund
  return giftShare({ paidCents, giftCents, keptCents, returnedCents, amountCents })
}

/** What was paid for a package, and what of it no refund was requested or made for. */
async function readPackagePayment(
  tx: Queryable,
  paymentId: string,
): Promise<{ paidCents: Cents; keptCents: Cents }> {
  const requested = tx
    .select({ cents: sql`coalesce(sum(${paymentRefunds.amountCents}), 0)` })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, paymentId))
  const [paid] = await tx
    .select({
      paidCents: payments.amountCents,
      keptCents: sql`${payments.amountCents} - greatest(${payments.refundedCents}, (${requested}))`.mapWith(
        Number,
      ),
    })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return paid ?? { paidCents: 0, keptCents: 0 }
}
