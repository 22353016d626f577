import { and, eq, isNull, sql } from 'drizzle-orm'
import { present } from '#platform/columns.ts'
import { executePrepared, type Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { orders, payments } from './tables.ts'

/**
 * Stores the checkout of the order that pays for a held lesson, and the version of the terms that applies to it. An order
 * keeps its first checkout: another one would be paid without confirming the lesson.
 * @returns the order's checkout
 */
export async function attachCheckout(
  db: Queryable,
  bookingId: string,
  checkout: { sessionId: string; url: string; offersCards: boolean },
): Promise<{ sessionId: string; url: string; offersCards: boolean }> {
  // Raw: prepared by name, because every booking runs it. The payment is locked before its order, as everywhere.
  const statement = sql`
    with line as materialized (select order_id from payments where booking_id = ${bookingId} for no key update)
    update orders set stripe_session_id = coalesce(stripe_session_id, ${checkout.sessionId}),
      checkout_url = coalesce(checkout_url, ${checkout.url}),
      offers_cards = case when stripe_session_id is null then ${checkout.offersCards} else offers_cards end,
      terms_version = terms_in_force(), updated_at = current_instant()
    from line where orders.id = line.order_id
    returning orders.stripe_session_id as "sessionId", orders.checkout_url as url, orders.offers_cards as "offersCards"`
  const { rows } = await executePrepared<typeof checkout>(db, 'attach-first-checkout', statement)
  return rows[0] ?? checkout
}

/**
 * Writes the order and the payment of something without a booking, before its checkout is started.
 * @param sale.now milliseconds since 1970, UTC
 * @returns the ids of both
 */
export async function placeSaleOrder(
  tx: Queryable,
  sale: { kind: string; instructorId: string | null; studentId: string; amountCents: Cents; now: number },
): Promise<{ orderId: string; paymentId: string }> {
  const { now, ...paid } = sale
  const [orderId, paymentId] = [uuidV4(), uuidV4()]
  await tx.insert(orders).values({ id: orderId, studentId: sale.studentId, createdAt: now })
  await tx.insert(payments).values({ id: paymentId, orderId, ...paid, createdAt: now })
  return { orderId, paymentId }
}

/** The checkout of a payment without a booking ended unpaid. */
export async function failSalePayment(tx: Queryable, paymentId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ paymentStatus: 'failed', updatedAt: present })
    .where(and(eq(payments.id, paymentId), eq(payments.paymentStatus, 'pending')))
}

/**
 * The same for an order without a booking.
 * @returns the order's checkout
 */
export async function attachCheckoutTo(
  db: Queryable,
  orderId: string,
  checkout: { sessionId: string; url: string; offersCards: boolean },
): Promise<{ url: string; offersCards: boolean }> {
  const stored = await db
    .update(orders)
    .set({
      stripeSessionId: checkout.sessionId,
      checkoutUrl: checkout.url,
      offersCards: checkout.offersCards,
      termsVersion: sql`terms_in_force()`,
      updatedAt: present,
    })
    .where(and(eq(orders.id, orderId), isNull(orders.stripeSessionId)))
    .returning({ url: orders.checkoutUrl })
  if (stored.length > 0) return checkout
  const [first] = await db
    .select({ url: orders.checkoutUrl, offersCards: orders.offersCards })
    .from(orders)
    .where(eq(orders.id, orderId))
  return { url: first?.url ?? checkout.url, offersCards: first?.offersCards ?? checkout.offersCards }
}

/** Stores the charge that paid an order. The caller has locked its payments. */
export async function recordCharge(
  tx: Queryable,
  orderId: string,
  charge: { sessionId: string; paymentIntentId: string; cardFingerprint: string | null },
): Promise<void> {
  await tx
    .update(orders)
    .set({
      stripeSessionId: charge.sessionId,
      stripePaymentIntentId: charge.paymentIntentId,
      cardFingerprint: charge.cardFingerprint,
      updatedAt: present,
    })
    .where(eq(orders.id, orderId))
}

/** Transfers an invited student's orders to the account that accepted the invitation. */
export async function takeOverOrders(tx: Queryable, invitedId: string, studentId: string): Promise<void> {
  await tx.update(payments).set({ studentId }).where(eq(payments.studentId, invitedId))
  await tx.update(orders).set({ studentId }).where(eq(orders.studentId, invitedId))
}
