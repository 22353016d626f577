import { type Cents, proportion } from '#platform/money.ts'
import { coachShare } from './fee.ts'

/** The accounts of the ledger, and how each event moves money between them. Pure. */
export const ledgerAccounts = [
  'processor_cash',
  'coach_held',
  'platform_fee',
  'refunds_due',
  /** Payments for package lessons that were not taken yet. */
  'package_held',
  /** Refunds that we paid manually, outside the processor. */
  'paid_by_hand',
  /** What is left on gift cards. */
  'gift_cards',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

export const ledgerKinds = [
  'paid',
  'refund_due',
  'refunded',
  'released',
  'reversed',
  'package_opened',
  'credit_used',
  'credit_returned',
  'package_ended',
  /** A refund that the payer's bank sent back, or that was canceled: it is owed again. */
  'refund_returned',
  'refunded_by_hand',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/**
 * What money belongs to in the books: a lesson, also one of a package, or a payment for something without a lesson
 * (decision 0135).
 */
export type MoneyOf = { bookingId: string } | { paymentId: string }

/** The id of the lesson or payment. */
export const idOfMoney = (of: MoneyOf): string => ('paymentId' in of ? of.paymentId : of.bookingId)

/** Cents per account; the sum is zero. Amounts we owe are negative. */
export type Lines = Partial<Record<LedgerAccount, Cents>>

/**
 * Whose earnings a discount reduces. `shared`: the platform gives up its whole fee, the coach funds the rest.
 */
export type DiscountFunder = 'platform' | 'coach' | 'shared'

/** What a student paid, the discount on the price, and who funds it; null without a discount. */
export interface Sale {
  amountCents: Cents
  /** The part of it that gift cards paid. */
  giftCents?: Cents
  discountCents: Cents
  discountFundedBy: DiscountFunder | null
}

const withoutDiscount = (amountCents: Cents): Sale => ({
  amountCents,
  discountCents: 0,
  discountFundedBy: null,
})

/**
 * The coach's share of the amount kept. With a discount funded by the platform, it is a proportion of the
 * share of the full price; with a shared discount, the platform gives up its fee and the coach gets
 * everything that was paid.
 */
function earned(keptCents: Cents, { amountCents, discountCents, discountFundedBy }: Sale): Cents {
  if (discountFundedBy === 'shared') return keptCents
  if (discountFundedBy !== 'platform' || discountCents === 0) return coachShare(keptCents)
  return proportion(coachShare(amountCents + discountCents), keptCents, amountCents)
}

/**
 * A student paid: the coach's share is held until after the lesson. The platform's part of a discount comes
 * out of its fee.
 */
export function paidLines(sale: Sale | Cents): Lines {
  const { amountCents, giftCents = 0, ...discount } = typeof sale === 'number' ? withoutDiscount(sale) : sale
  const share = earned(amountCents, { amountCents, ...discount })
  const gift = giftCents > 0 ? { gift_cards: giftCents } : {}
  return {
    processor_cash: amountCents - giftCents,
    ...gift,
    coach_held: -share,
    platform_fee: share - amountCents,
  }
}

/**
 * A refund is owed: it is taken from coach and platform, so that each keeps their part of what is still paid.
 * @param keptCents what was paid and not owed back before
 * @param sale the original payment; only relevant with a discount
 */
export function refundDueLines(
  keptCents: Cents,
  refundCents: Cents,
  sale: Sale = withoutDiscount(keptCents),
): Lines {
  const left = keptCents - refundCents
  const fromCoach = earned(keptCents, sale) - earned(left, sale)
  return { coach_held: fromCoach, platform_fee: refundCents - fromCoach, refunds_due: -refundCents }
}

/** The processor sent a refund. */
export const refundedLines = (cents: Cents): Lines => ({ refunds_due: cents, processor_cash: -cents })

/** A part of a payment went back to the gift cards that paid it. */
export const returnedToGiftLines = (cents: Cents): Lines => ({ refunds_due: cents, gift_cards: -cents })

/** A gift card was bought: it is owed to the person who redeems it. */
export const giftSoldLines = (cents: Cents): Lines => ({ processor_cash: cents, gift_cards: -cents })

/**
 * A refund for a gift card is owed. What was already spent of it is at the expense of the platform, as after a lost dispute.
 * @param leftCents what is left on the card
 */
export function giftRefundDueLines(leftCents: Cents, refundCents: Cents): Lines {
  const fromCard = Math.min(Math.max(0, leftCents), refundCents)
  return { gift_cards: fromCard, platform_fee: refundCents - fromCard, refunds_due: -refundCents }
}

/** A refund came back after it was sent: it is owed again. */
export const refundReturnedLines = (cents: Cents): Lines => ({ refunds_due: -cents, processor_cash: cents })

/** A refund that could not go back to the card was paid in another way. */
export const refundedByHandLines = (cents: Cents): Lines => ({ refunds_due: cents, paid_by_hand: -cents })

/** The coach was paid. */
export const releasedLines = (cents: Cents): Lines => ({ coach_held: cents, processor_cash: -cents })

/** The coach's payout was reversed, because the student was refunded later. */
export const reversedLines = (cents: Cents): Lines => ({ processor_cash: cents, coach_held: -cents })

/** The coach was sent the share of package lessons that were never taken, or returned part of it. */
export const unusedCreditsReleasedLines = (cents: Cents): Lines => ({
  package_held: cents,
  processor_cash: -cents,
})
export const unusedCreditsReversedLines = (cents: Cents): Lines => ({
  processor_cash: cents,
  package_held: -cents,
})

export interface LedgerEntry {
  kind: LedgerKind
  /** Milliseconds since 1970, UTC. */
  at: number
  lines: Lines
  /** About the untaken lessons of an ended package, not the lesson the package was bought with. */
  isOfPackage?: boolean
}
