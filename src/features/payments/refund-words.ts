import type { Cents } from '#platform/money.ts'

/** What was paid, and the part of it that gift cards paid. */
export interface PaidWith {
  paidCents: Cents
  giftCents?: Cents
}

/**
 * Where a refund goes, for letters: to the cards that paid. Gift cards get their part at once.
 * @param byDay when the bank shows the rest, such as `Fri, Mar 12`
 * @returns `to your card`, and a sentence about when it arrives
 */
export function refundGoes(
  { paidCents, giftCents = 0 }: PaidWith,
  byDay: string,
): { where: string; arrives: string } {
  if (giftCents === 0) return { where: 'to your card', arrives: `It should be there by ${byDay}.` }
  if (giftCents === paidCents) return { where: 'to your gift card', arrives: 'It is there now.' }
  return {
    where: 'to your gift card and your card',
    arrives: `The gift card’s part is there now. The rest should be there by ${byDay}.`,
  }
}
