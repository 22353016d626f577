import { eq } from 'drizzle-orm'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { TransactionServices } from '#ports/services.ts'
import { shareOut } from './order-shares.ts'
import { bookingRefused } from './refusal.ts'

/** The part of an order that gift cards pay. Checkout does not know the cards: their feature handles the events. */

/**
 * Refuses to pay with gift cards for anybody but the owner of the account: an order that they cover is paid without a checkout, so that
 * no person would have to confirm what a program asks for.
 * @throws AppError gift_owner_only
 */
export function requireGiftOwner(
  payer: Pick<Actor, 'impersonatedBy' | 'token'>,
  giftCents: Cents | undefined,
): void {
  if (giftCents && !mayUseCards(payer)) throw bookingRefused('gift_owner_only')
}

/**
 * Takes a part of the price of an unpaid order from the student's gift cards, in the transaction that opens the order. Its payments share
 * the part: each one in turn is paid as far as possible.
 * @param giftCents the part that the student saw
 * @returns false when another part can be taken now; the caller then rolls back
 */
export async function takeGiftPart(
  services: TransactionServices,
  tx: Queryable,
  { orderId, studentId, giftCents }: { orderId: string; studentId: string; giftCents: Cents },
): Promise<boolean> {
  const lines = await tx
    .select({ id: payments.id, amountCents: payments.amountCents })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(payments.createdAt, payments.id)
  const prices = lines.map(({ amountCents }) => amountCents)
  const priceCents = prices.reduce((sum, cents) => sum + cents, 0)
  if (giftCents > priceCents) return false
  const shares = shareOut(giftCents, prices)
  const parts = lines
    .map(({ id: paymentId }, n) => ({ paymentId, giftCents: shares[n] ?? 0 }))
    .filter((part) => part.giftCents > 0)
  for (const part of parts)
    await tx.update(payments).set({ giftCents: part.giftCents }).where(eq(payments.id, part.paymentId))
  return await publish(services, tx, 'gift_asked', { studentId, priceCents, parts })
}

/**
 * Whether the gift cards of a payment that arrived cover their part of it. They do not when the checkout had ended and the money was
 * spent otherwise.
 */
export async function isGiftCovered(
  services: TransactionServices,
  tx: Queryable,
  payment: { id: string; giftCents: Cents },
): Promise<boolean> {
  return payment.giftCents === 0 || (await publish(services, tx, 'gift_spent', { paymentId: payment.id }))
}
