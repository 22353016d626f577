import { and, eq, isNull, sql } from 'drizzle-orm'
import { constraintOf, type Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { Discount } from './discount.ts'
import { bookingDiscounts } from './tables.ts'

/** Stores the discount of a booking while its time is held, in the transaction that creates the hold. */
export async function storeDiscount(
  tx: Queryable,
  booking: { bookingId: string; studentId: string },
  discount: Discount,
  amountCents: Cents,
): Promise<void> {
  const { exitOfferId, promoCodeId } = discount
  await tx.insert(bookingDiscounts).values({ ...booking, exitOfferId, promoCodeId, amountCents })
}

/** The database constraints that report that a discount cannot be used any more. */
const usedUp = [
  'an_exit_offer_is_used_once',
  'an_exit_offer_a_student_card_and_device',
  'ten_exit_offers_a_coach_in_30_days',
  'promo_codes_stay_within_their_limits',
]

/**
 * Redeems the discount of a booking, in the transaction that records its payment. Does nothing for a booking
 * without a discount.
 * @param now milliseconds since 1970, UTC
 * @returns false when others used it up after this booking's hold had expired, or when this card has used an
 * exit offer
 */
export async function redeemDiscount(tx: Queryable, bookingId: string, now: number): Promise<boolean> {
  await tx.execute(sql`savepoint redeem`)
  try {
    await tx
      .update(bookingDiscounts)
      .set({ redeemedAt: now })
      .where(and(eq(bookingDiscounts.bookingId, bookingId), isNull(bookingDiscounts.redeemedAt)))
    await tx.execute(sql`release savepoint redeem`)
    return true
  } catch (error) {
    if (!usedUp.includes(constraintOf(error)?.constraint ?? '')) throw error
    await tx.execute(sql`rollback to savepoint redeem`)
    return false
  }
}

/** Returns a redeemed discount: its payment arrived, but the lesson could not be booked. */
export async function returnDiscount(tx: Queryable, bookingId: string): Promise<void> {
  await tx.update(bookingDiscounts).set({ redeemedAt: null }).where(eq(bookingDiscounts.bookingId, bookingId))
}
