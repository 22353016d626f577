import { eq, inArray } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { lockSales } from '#features/payments/held-sale.ts'
import { attachSaleCheckout } from '#features/payments/orders.ts'
import { withCustomer } from '#features/payments/saved-cards/commands.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { CheckoutOrder } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'
import { applyMissedPayment } from './open-holds.ts'
import { takeCoveredOrder } from './payment-events.ts'
import { bookingRefused } from './refusal.ts'

/** The checkout of a sale without a booking: a gift card, a package or a video review. */

/** An opened sale (`payments/orders.ts`) that waits for its payment. */
export interface SaleToPay {
  paymentId: string
  orderId: string
  /** Of the checkout that was started before; null when there is none yet. */
  checkoutUrl: string | null
  /** Whether that checkout offers saved cards. */
  offersCards: boolean
  /** The part of the price that gift cards pay; omitted when they pay nothing. */
  giftCents?: Cents
}

/** Marks a sale whose checkout ended without a payment. @returns false when it had been paid or had ended before */
export type LeaveCheckout = (tx: Queryable, paymentId: string) => Promise<boolean>

/**
 * Locks the accounts of the student and the coach until the end of the transaction, so that neither is closed or suspended meanwhile, and
 * purchases of one student wait for each other.
 * @returns false when one of them is closed or suspended
 */
export async function lockBuyerAndCoach(
  tx: Queryable,
  { studentId, instructorId }: { studentId: string; instructorId: string },
): Promise<boolean> {
  const found = await tx
    .select({ isOpen: profiles.isOpen })
    .from(profiles)
    .where(inArray(profiles.id, [studentId, instructorId]))
    .orderBy(profiles.id)
    .for('no key update')
  return found.length === 2 && found.every(({ isOpen }) => isOpen)
}

/**
 * Starts the checkout of a sale, or returns the one that was started before. If the processor cannot start it, the sale ends. A sale
 * that gift cards pay completely has no checkout: it is confirmed at once.
 * @param order what the processor shows and charges, at the whole price
 * @returns the address of the checkout, or of the page after it
 * @throws AppError impersonating when it offers saved cards and the caller is not their owner; gift_changed; payments_unavailable
 */
export async function startSaleCheckout(
  services: Services,
  payer: Pick<Actor, 'userId' | 'email' | 'role' | 'impersonatedBy' | 'token'>,
  sale: SaleToPay,
  order: Omit<CheckoutOrder, 'orderId' | 'customerId' | 'customerEmail'>,
  leave: LeaveCheckout,
): Promise<string> {
  const { db } = services
  const { orderId, paymentId, giftCents = 0 } = sale
  if (giftCents === order.amountCents) {
    if (!(await takeCoveredOrder(services, orderId))) throw bookingRefused('gift_changed')
    return order.successUrl
  }
  const addressOf = (checkout: { url: string; offersCards: boolean }) => {
    if (checkout.offersCards && !mayUseCards(payer))
      throw new AppError(
        'not_allowed',
        'impersonating',
        'Only the owner of the account can go on with this checkout.',
      )
    return checkout.url
  }
  if (sale.checkoutUrl) return addressOf({ url: sale.checkoutUrl, offersCards: sale.offersCards })
  try {
    const amountCents = order.amountCents - giftCents
    const asked = { ...order, amountCents, orderId, customerEmail: payer.email }
    const started = await withCustomer(services, payer, async (customerId) => ({
      ...(await services.payments.startCheckout(customerId ? { ...asked, customerId } : asked)),
      offersCards: customerId !== null,
    }))
    return addressOf(await attachSaleCheckout(db, orderId, started))
  } catch (error) {
    if (error instanceof AppError) throw error
    services.log.error({ err: error, paymentId }, 'the checkout of a sale could not be started')
    await db.transaction((tx) => leave(tx, paymentId))
    throw new AppError('unavailable', 'payments_unavailable', 'Unable to process payment. Please try again.')
  }
}

/**
 * Ends the checkout of a sale at the processor first, so that a sale paid in the last second is not lost.
 * @returns false when it had ended
 */
export async function endSaleCheckout(
  services: Services,
  paymentId: string,
  leave: LeaveCheckout,
): Promise<boolean> {
  const [sale] = await services.db
    .select({ sessionId: orders.stripeSessionId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, paymentId))
  if (sale?.sessionId && (await services.payments.expireCheckout(sale.sessionId)) === 'paid')
    return (await applyMissedPayment(services, sale.sessionId)) === 'paid'
  return await services.db.transaction(async (tx) => {
    await lockSales(tx, { paymentId })
    return await leave(tx, paymentId)
  })
}

/**
 * Ends the checkout of a sale that is to be bought with a greater part of gift cards: the balance on the page does not have what an open
 * checkout takes.
 * @returns whether it had been paid
 */
export async function endSmallerCheckout(
  services: Services,
  sale: SaleToPay,
  giftCents: Cents,
  leave: LeaveCheckout,
): Promise<boolean> {
  return (sale.giftCents ?? 0) < giftCents && (await endReplacedCheckout(services, sale, leave))
}

/**
 * Ends the checkout of a sale that is to be bought on other terms.
 * @returns whether it had been paid
 */
export async function endReplacedCheckout(
  services: Services,
  sale: SaleToPay,
  leave: LeaveCheckout,
): Promise<boolean> {
  await endSaleCheckout(services, sale.paymentId, leave)
  const [payment] = await services.db
    .select({ status: payments.paymentStatus })
    .from(payments)
    .where(eq(payments.id, sale.paymentId))
  return payment?.status === 'completed'
}
