import { platformFee } from '#features/ledger/fee.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import { type Cents, proportion } from '#platform/money.ts'

/**
 * Discounts on lessons: promo codes, and offers to visitors who are about to leave. Pure; also used in the
 * browser.
 */
export const discountSources = ['exit_offer', 'promo_code'] as const

/** The discount of the offer to a student who is about to leave. */
export const EXIT_OFFER_PERCENT = 25

/** How long an exit offer is valid: twice as long as a hold. */
export const EXIT_OFFER_MINUTES = 30

/**
 * The maximum number of exit offers of one coach used within {@link EXIT_OFFER_LIMIT_DAYS} days; also
 * enforced by a trigger.
 */
export const EXIT_OFFERS_PER_COACH = 10
export const EXIT_OFFER_LIMIT_DAYS = 30

/**
 * The minimum history of a coach before exit offers are made: paid lessons, different students, days since
 * the first lesson.
 */
export const EXIT_OFFER_REQUIREMENTS = { lessons: 5, students: 3, days: 30 } as const

/** The lowest price after a discount: payment processors do not accept much smaller payments. */
export const LEAST_CHARGE_CENTS: Cents = 100

/** Exactly one of the two is set. */
export interface Reduction {
  percentOff: number | null
  amountOffCents: Cents | null
}

/** A discount that is available at a given moment. */
export type Discount = Reduction & {
  exitOfferId: string | null
  promoCodeId: string | null
  fundedBy: DiscountFunder
  code: string | null
}

export interface DiscountViewer {
  instructorId: string
  /** Null for visitors: conditions on the student are checked again when they book. */
  studentId: string | null
  /** The browser session from a signed cookie; null for a browser without one. */
  sessionId: string | null
  /** The offer id from a token we signed; null when the signature is not ours. */
  offerId: string | null
  /** The unpaid hold that the viewer has of this lesson: its discount is not used up for the lesson. */
  ownHoldId?: string
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * Computes the discount on a price, rounded half up. Never negative, and always less than the price. A
 * discount funded by the platform alone is at most the platform's fee on the lesson, so that no one can
 * profit from booking their own lessons.
 */
export function discountOn(listCents: Cents, reduction: Reduction, fundedBy: DiscountFunder): Cents {
  const wanted =
    reduction.percentOff === null
      ? (reduction.amountOffCents ?? 0)
      : proportion(listCents, reduction.percentOff, 100)
  const most = fundedBy === 'platform' ? platformFee(listCents) : listCents
  return Math.max(0, Math.min(wanted, most, listCents - LEAST_CHARGE_CENTS))
}

/**
 * The percentage to show for a discount; null when the amount differs from that percentage, for example
 * because it was capped.
 */
export const shownPercentOff = (listCents: Cents, { percentOff }: Reduction, cents: Cents): number | null =>
  percentOff !== null && proportion(listCents, percentOff, 100) <= cents ? percentOff : null

/**
 * Formats `Code WELCOME, 10% off`.
 * @param percentOff from {@link shownPercentOff}
 */
export function discountName({ code }: Pick<Discount, 'code'>, percentOff: number | null): string {
  const name = code ? `Code ${code}` : 'Your offer'
  return percentOff === null ? name : `${name}, ${percentOff}% off`
}

export type DiscountRefusal =
  | 'offer_invalid'
  | 'offer_expired'
  | 'offer_used'
  | 'offer_in_use'
  | 'offer_other_coach'
  | 'offer_other_session'
  | 'offer_used_before'
  | 'offer_ended'
  | 'code_unknown'
  | 'code_not_yet'
  | 'code_expired'
  | 'code_used_up'
  | 'code_used_by_you'
  | 'code_other_coach'
  | 'one_discount_only'
  | 'not_with_package'

/** The message shown for each refusal. */
export const discountRefusalTexts: Record<DiscountRefusal, string> = {
  offer_invalid: 'This offer is not valid, so the regular price applies.',
  offer_expired: 'This offer has expired. The regular price applies.',
  offer_used: 'This offer has been used. It was good for one lesson.',
  offer_in_use: 'This offer is on a time you are holding. Pay for it, or let it go first.',
  offer_other_coach: 'This offer is for lessons with another coach.',
  offer_other_session: 'This offer was made in another browser and is good only there.',
  offer_used_before: 'You have used an offer like this before. It is good for one lesson.',
  offer_ended: 'This offer has ended. The regular price applies.',
  code_unknown: 'This code is not valid. Please check the spelling.',
  code_not_yet: 'This code is not valid yet.',
  code_expired: 'This code is no longer valid.',
  code_used_up: 'This code has been used as often as it can be.',
  code_used_by_you: 'You have used this code before.',
  code_other_coach: 'This code is for lessons with another coach.',
  one_discount_only: 'One discount a lesson: take the offer or the code.',
  not_with_package: 'A price agreed upon with your coach cannot be discounted further.',
}

export const isDiscountRefusal = (reason: string): reason is DiscountRefusal =>
  Object.hasOwn(discountRefusalTexts, reason)

/** Normalizes a code: `" Fairway 10 "` becomes `FAIRWAY10`. */
export const normalCode = (typed: string): string => typed.replaceAll(/\s+/g, '').toUpperCase()
