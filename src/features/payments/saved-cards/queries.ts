import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { SavedCard } from '#ports/payments/payments.ts'
import { brandName, expiryText } from '../card.ts'
import { paymentCustomers } from '../tables.ts'
import type { SavedCardView } from './schema.ts'

/** The id of an account's customer at the processor; null before its first checkout. */
export async function findCustomerId(db: Queryable, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ customerId: paymentCustomers.customerId })
    .from(paymentCustomers)
    .where(and(eq(paymentCustomers.userId, userId), isNotNull(paymentCustomers.customerId)))
  return found?.customerId ?? null
}

/** A card in the format of the API. @param now milliseconds since 1970, UTC */
export const presentCard = (card: SavedCard, now: number): SavedCardView => ({
  id: card.cardId,
  brand: brandName(card.brand),
  last4: card.last4,
  expiry: expiryText(card),
  isExpired: Date.UTC(card.expYear, card.expMonth) <= now,
})
