import { type Cents, proportion } from '#platform/money.ts'
import { coachShare } from './fee.ts'

/** The books: which accounts there are and how each event moves money between them. Pure. */
export const ledgerAccounts = [
  'processor_cash',
  'coach_held',
  'platform_fee',
  'refunds_due',
  /** Paid for lessons of a package that were not taken yet. */
  'package_held',
  /** Given back to students by ourselves, outside of the processor. */
  'paid_by_hand',
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
  /** The payer's bank sent a refund back, or it was canceled: it is owed as before. */
  'refund_returned',
  'refunded_by_hand',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Cents to each account; they sum to nothing. What we owe to somebody is negative. */
export type Lines = Partial<Record<LedgerAccount, Cents>>

/** Who earns less because of a discount. `shared`: the platform gives up its whole fee, the coach gives the rest. */
export type DiscountFunder = 'platform' | 'coach' | 'shared'

/** What a student paid, what had come off the price before, and who gives that: nobody where nothing did. */
export interface Sale {
  amountCents: Cents
  discountCents: Cents
  discountFundedBy: DiscountFunder | null
}

const withoutDiscount = (amountCents: Cents): Sale => ({
  amountCents,
  discountCents: 0,
  discountFundedBy: null,
})

/**
 * The coach's part of what stays paid. Where the platform gives the discount, it is a part of the share of the full price;
 * where both do, the platform gives up its fee and the coach has all that was paid.
 */
function earned(keptCents: Cents, { amountCents, discountCents, discountFundedBy }: Sale): Cents {
  if (discountFundedBy === 'shared') return keptCents
  if (discountFundedBy !== 'platform' || discountCents === 0) return coachShare(keptCents)
  return proportion(coachShare(amountCents + discountCents), keptCents, amountCents)
}

/** A student paid: the coach's share is held until after the lesson. What the platform gives of a discount comes out of its fee. */
export function paidLines(sale: Sale | Cents): Lines {
  const { amountCents, ...discount } = typeof sale === 'number' ? withoutDiscount(sale) : sale
  const share = earned(amountCents, { amountCents, ...discount })
  return { processor_cash: amountCents, coach_held: -share, platform_fee: share - amountCents }
}

/**
 * We owe a refund: taken from coach and platform so that each is left with its part of what is still paid.
 * @param keptCents what was paid and not owed back before
 * @param sale what was paid at first; only matters where there was a discount
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

/** A refund that had been sent came back: owed again. */
export const refundReturnedLines = (cents: Cents): Lines => ({ refunds_due: -cents, processor_cash: cents })

/** What could not go back to the card was given back in another way. */
export const refundedByHandLines = (cents: Cents): Lines => ({ refunds_due: cents, paid_by_hand: -cents })

/** The coach was paid. */
export const releasedLines = (cents: Cents): Lines => ({ coach_held: cents, processor_cash: -cents })

/** The coach gave back, because the student was refunded later. */
export const reversedLines = (cents: Cents): Lines => ({ processor_cash: cents, coach_held: -cents })

/** The coach was sent the share of lessons that were paid in a package and never taken; and gave back of it. */
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
  /** Concerns the lessons of an ended package that were never taken, not the lesson it is booked with. */
  isOfPackage?: boolean
}
