import { LEAST_CHARGE_CENTS } from '#features/discounts/discount.ts'
import type { Cents } from '#platform/money.ts'

/** Rules of gift cards: amounts, codes, and how much of which card a purchase takes. Pure; also used in the browser. */

export const LEAST_GIFT_CENTS: Cents = 1_000
export const MOST_GIFT_CENTS: Cents = 50_000
/** Amounts that the page offers; any whole dollars between the limits can be typed. */
export const usualGiftCents: readonly Cents[] = [5_000, 10_000, 17_500, 25_000]

/** How long ahead the letter to the recipient can be scheduled. */
export const DELIVERED_WITHIN_DAYS = 365

/** A card that was not redeemed is refunded to its buyer within this many days. */
export const GIFT_CARD_REFUND_DAYS = 90

/** Without 0, 1, I and O, which are easily confused. 32 characters, so that a random byte has no bias. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 16

/** A code of random bytes, at least 16. */
export const codeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Formats a code for people: `7KQM-2XHD-PW9R-C4TA`. */
export const shownCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** Reads a typed code: case, spaces and hyphens do not matter. Null when it cannot be one. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s–—-]/g, '')
  return code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : null
}

/**
 * How much of a price gift cards pay. The rest is either nothing or an amount that can be charged to a bank's card.
 * @param balanceCents what is left on all cards of the account
 */
export function giftPartOf(priceCents: Cents, balanceCents: Cents): Cents {
  if (balanceCents >= priceCents) return priceCents
  return Math.max(0, Math.min(balanceCents, priceCents - LEAST_CHARGE_CENTS))
}

export interface CardLeft {
  id: string
  leftCents: Cents
}

/**
 * What each card pays of an amount: one card alone when one is enough, the one with the least left; otherwise the cards in
 * the order in which they were redeemed.
 * @param cards the first redeemed first
 * @returns cards with an amount above zero; the sum is at most the amount
 */
export function drawsFrom(
  amountCents: Cents,
  cards: readonly CardLeft[],
): { id: string; amountCents: Cents }[] {
  if (amountCents <= 0) return []
  const enough = cards.filter(({ leftCents }) => leftCents >= amountCents)
  const [least] = enough.toSorted((a, b) => a.leftCents - b.leftCents)
  if (least) return [{ id: least.id, amountCents }]
  let missing = amountCents
  return cards.flatMap(({ id, leftCents }) => {
    const taken = Math.min(missing, Math.max(0, leftCents))
    missing -= taken
    return taken > 0 ? [{ id, amountCents: taken }] : []
  })
}

/**
 * Divides what cards pay among the payments of an order, in the given orders of both.
 * @param draws what each card pays
 * @param parts what is paid of each payment; the sum is that of the draws
 * @returns amounts above zero, with the same sums
 */
export function splitDraws(
  draws: readonly { id: string; amountCents: Cents }[],
  parts: readonly { paymentId: string; giftCents: Cents }[],
): { cardId: string; paymentId: string; amountCents: Cents }[] {
  const missing = parts.map(({ giftCents }) => giftCents)
  return draws.flatMap((draw) => {
    let left = draw.amountCents
    return parts.flatMap(({ paymentId }, n) => {
      const amountCents = Math.min(left, missing[n] ?? 0)
      left -= amountCents
      missing[n] = (missing[n] ?? 0) - amountCents
      return amountCents > 0 ? [{ cardId: draw.id, paymentId, amountCents }] : []
    })
  })
}

/** What gift cards pay: the kinds of payments that have a price for students (`app/sale-kinds.ts`). */
export const giftUses = ['lesson', 'lesson_package', 'video_review'] as const
export type GiftUse = (typeof giftUses)[number]

/** The state of a card as its buyer sees it. */
export const giftStates = ['unpaid', 'scheduled', 'sent', 'to_print', 'redeemed', 'refunded'] as const
export type GiftState = (typeof giftStates)[number]

export const giftStateLabels: Record<GiftState, string> = {
  unpaid: 'Not paid',
  scheduled: 'Letter scheduled',
  sent: 'Letter sent',
  to_print: 'Ready to print',
  redeemed: 'Redeemed',
  refunded: 'Refunded',
}

export type GiftRefusal =
  | 'gift_code_unknown'
  | 'gift_code_used'
  | 'gift_code_refunded'
  | 'gift_code_blocked'
  | 'gift_code_sent'
  | 'gift_redeemed'
  | 'gift_refund_late'
  | 'gift_not_paid'
  | 'gift_date'
  | 'gift_without_address'

/** The message shown for each refusal. */
export const giftRefusalTexts: Record<GiftRefusal, string> = {
  gift_code_unknown: 'We do not know this code. Please check each letter and digit.',
  gift_code_used: 'This gift card was added to another account already.',
  gift_code_refunded: 'This gift card was refunded to its buyer, so its code no longer works.',
  gift_code_blocked: 'This gift card cannot be used at the moment. Please write to our support team.',
  gift_code_sent: 'We cannot send this code again. The code in our earlier letter still works.',
  gift_redeemed: 'This gift card was redeemed, so it can no longer be refunded or changed.',
  gift_refund_late: `Gift cards are refunded within ${GIFT_CARD_REFUND_DAYS} days. The card stays valid and never expires.`,
  gift_not_paid: 'This gift card is not paid yet.',
  gift_date: 'Choose a date from today on, at most a year ahead.',
  gift_without_address: 'Enter the email address that the gift card goes to.',
}
