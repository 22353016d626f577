import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { present } from '#platform/columns.ts'
import { executePrepared, type Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
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
 * Takes the address of its checkout from the order of a held lesson, because another checkout is to replace it. From then on its end
 * releases nothing; if it was paid, it pays the order. Idempotent.
 * @param sessionId the checkout's id at the processor
 * @returns false when another checkout has replaced it
 */
export async function withdrawCheckout(
  db: Queryable,
  bookingId: string,
  sessionId: string | null,
): Promise<boolean> {
  // Raw: the payment is locked before its order, as everywhere.
  const { rowCount } = await db.execute(sql`
    with line as materialized (select order_id from payments where booking_id = ${bookingId} for no key update)
    update orders set checkout_url = null, updated_at = current_instant() from line
    where orders.id = line.order_id and stripe_session_id is not distinct from ${sessionId}`)
  return rowCount === 1
}

/** Whether an order has no checkout since one was withdrawn. The caller has locked its payments. */
export async function isWithdrawn(
  tx: Queryable,
  orderId: string,
  sessionId: string | null,
): Promise<boolean> {
  const isSame = sessionId === null ? isNull(orders.stripeSessionId) : eq(orders.stripeSessionId, sessionId)
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), isNull(orders.checkoutUrl), isSame))
  return found.length > 0
}

/**
 * Stores the checkout that takes the place of a withdrawn one, as long as nothing is paid and gift cards pay the part that it leaves out.
 * @param replaced.withdrawn the id of the withdrawn one at the processor
 * @returns the address of the order's checkout, which another request may have stored first; null when it has none
 */
export async function replaceCheckout(
  db: Queryable,
  bookingId: string,
  { withdrawn, giftCents }: { withdrawn: string | null; giftCents: Cents },
  checkout: { sessionId: string; url: string },
): Promise<string | null> {
  // Raw: the payment is locked before its order, as everywhere.
  await db.execute(sql`
    with line as materialized (select order_id from payments where booking_id = ${bookingId}
      and payment_status = 'pending' and gift_cents = ${giftCents} for no key update)
    update orders set stripe_session_id = ${checkout.sessionId}, checkout_url = ${checkout.url}, offers_cards = false,
      terms_version = terms_in_force(), updated_at = current_instant()
    from line where orders.id = line.order_id and checkout_url is null
      and stripe_session_id is not distinct from ${withdrawn}`)
  const [order] = await db
    .select({ url: orders.checkoutUrl })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(payments.bookingId, bookingId), eq(payments.giftCents, giftCents)))
  return order?.url ?? null
}

/** Whether another checkout has taken the place of one, or is about to ({@link withdrawCheckout}). */
export async function isCheckoutReplaced(
  tx: Queryable,
  orderId: string,
  sessionId: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        isNotNull(orders.stripeSessionId),
        or(ne(orders.stripeSessionId, sessionId), isNull(orders.checkoutUrl)),
      ),
    )
  return found.length > 0
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

/**
 * Opens an order that sells one thing without a booking. It is pending until it is paid.
 * @param sale.instructorId the coach who earns from it; null or omitted when no coach does
 */
export async function openSale(
  tx: Queryable,
  sale: { kind: string; instructorId?: string | null; studentId: string; amountCents: Cents },
): Promise<{ orderId: string; paymentId: string }> {
  const { studentId } = sale
  const [order] = await tx.insert(orders).values({ studentId }).returning({ id: orders.id })
  if (!order) throw new Error('no order was written')
  const [payment] = await tx
    .insert(payments)
    .values({ ...sale, orderId: order.id })
    .returning({ id: payments.id })
  if (!payment) throw new Error('no payment was written')
  return { orderId: order.id, paymentId: payment.id }
}

/**
 * Stores the checkout of such an order, as {@link attachCheckout} does; an order keeps its first one.
 * @returns the order's checkout
 */
export async function attachSaleCheckout(
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

/** The checkout of a payment without a booking ended unpaid. @returns false when it was paid or ended before */
export async function failSale(tx: Queryable, paymentId: string): Promise<boolean> {
  const failed = await tx
    .update(payments)
    .set({ paymentStatus: 'failed', updatedAt: present })
    .where(
      and(eq(payments.id, paymentId), eq(payments.paymentStatus, 'pending'), ne(payments.kind, 'lesson')),
    )
    .returning({ id: payments.id })
  return failed.length > 0
}
