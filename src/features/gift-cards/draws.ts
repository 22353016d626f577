import { eq, inArray, sql } from 'drizzle-orm'
import type { PaymentEvents } from '#features/checkout/events.ts'
import type { Queryable } from '#platform/db.ts'
import { drawsFrom, giftPartOf, splitDraws } from './gift-card.ts'
import { listUsable, lockCards, readLeftOn } from './queries.ts'
import { giftCardDraws, giftCards } from './tables.ts'

/** How payments take from gift cards, and give back. Cards are locked after payments and schedules. */

/**
 * Takes a part of an unpaid order's price from the student's cards.
 * @returns false when another part than the asked one can be taken now
 */
export async function drawGift(
  _services: unknown,
  tx: Queryable,
  { studentId, priceCents, parts }: PaymentEvents['gift_asked'],
): Promise<boolean> {
  await lockCards(tx, eq(giftCards.redeemedBy, studentId))
  const cards = await listUsable(tx, studentId)
  const balanceCents = cards.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const giftCents = parts.reduce((sum, part) => sum + part.giftCents, 0)
  if (giftCents <= 0 || giftPartOf(priceCents, balanceCents) !== giftCents) return false
  await tx.insert(giftCardDraws).values(splitDraws(drawsFrom(giftCents, cards), parts))
  return true
}

/**
 * A payment arrived. Its checkout may have ended before, and another purchase may have taken the same money since.
 * @returns whether its cards cover what it took
 */
export async function spendGift(
  _services: unknown,
  tx: Queryable,
  { paymentId }: PaymentEvents['gift_spent'],
): Promise<boolean> {
  const cards = await lockCards(tx, inArray(giftCards.id, cardsOf(tx, paymentId)))
  const left = await readLeftOn(
    tx,
    cards.map(({ id }) => id),
  )
  return [...left.values()].every((cents) => cents >= 0)
}

/** Puts a part of a refund back on the cards that paid it. */
export async function returnGift(
  _services: unknown,
  tx: Queryable,
  { paymentId, cents }: PaymentEvents['gift_returned'],
): Promise<boolean> {
  await lockCards(tx, inArray(giftCards.id, cardsOf(tx, paymentId)))
  const draws = await tx
    .select()
    .from(giftCardDraws)
    .where(eq(giftCardDraws.paymentId, paymentId))
    .orderBy(giftCardDraws.cardId)
  let missing = cents
  for (const { cardId, amountCents, returnedCents } of draws) {
    const back = Math.min(missing, amountCents - returnedCents)
    missing -= back
    if (back > 0)
      await tx
        .update(giftCardDraws)
        .set({ returnedCents: returnedCents + back })
        .where(sql`${giftCardDraws.cardId} = ${cardId} and ${giftCardDraws.paymentId} = ${paymentId}`)
  }
  if (missing > 0) throw new Error(`payment ${paymentId} gives more back to gift cards than it took`)
  return true
}

const cardsOf = (tx: Queryable, paymentId: string) =>
  tx.select({ id: giftCardDraws.cardId }).from(giftCardDraws).where(eq(giftCardDraws.paymentId, paymentId))
