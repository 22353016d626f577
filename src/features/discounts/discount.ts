import { platformFee } from '#features/ledger/fee.ts'
import type { DiscountFunder } from '#features/ledger/ledger.ts'
import { type Cents, proportion } from '#platform/money.ts'

/** What makes a lesson cheaper: a code somebody types, or the offer made to somebody about to leave. Pure; the browser reads it too. */
export const discountSources = ['exit_offer', 'promo_code'] as const

/** What a student who is about to leave is offered, once. */
export const EXIT_OFFER_PERCENT = 25

/** How long an exit offer is good for: as long as two holds. */
export const EXIT_OFFER_MINUTES = 30

/** Exit offers of one coach that can be used in {@link EXIT_OFFER_LIMIT_DAYS} days; a trigger counts them, too. */
export const EXIT_OFFERS_PER_COACH = 10
export const EXIT_OFFER_LIMIT_DAYS = 30

/** What a coach has taught before exit offers are made for them: paid lessons, different students, days since the first. */
export const EXIT_OFFER_REQUIREMENTS = { lessons: 5, students: 3, days: 30 } as const

/** No discount makes a lesson cheaper than this: processors take no smaller payments worth the name. */
export const LEAST_CHARGE_CENTS: Cents = 100

/** Exactly one of the two is set. */
export interface Reduction {
  percentOff: number | null
  amountOffCents: Cents | null
}

/** A discount that may be had, as of one moment. */
export type Discount = Reduction & {
  exitOfferId: string | null
  promoCodeId: string | null
  fundedBy: DiscountFunder
  code: string | null
}

export interface DiscountViewer {
  instructorId: string
  /** Null for visitors: what depends on the person is asked again when they book. */
  studentId: string | null
  /** The browser's session, from a cookie we signed; null for a browser without one. */
  sessionId: string | null
  /** The offer named by a token we signed; null for a token of somebody else's making. */
  offerId: string | null
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * What comes off a price, rounded half up; something always stays to be paid. Never negative, and never more than the
 * platform's fee on the lesson where the platform alone gives it: nobody earns by booking with themselves.
 */
export function discountOn(listCents: Cents, reduction: Reduction, fundedBy: DiscountFunder): Cents {
  const wanted =
    reduction.percentOff === null
      ? (reduction.amountOffCents ?? 0)
      : proportion(listCents, reduction.percentOff, 100)
  const most = fundedBy === 'platform' ? platformFee(listCents) : listCents
  return Math.max(0, Math.min(wanted, most, listCents - LEAST_CHARGE_CENTS))
}

/** The percentage a discount takes off a price, to be shown; null where it takes off another part, as one that is limited does. */
export const shownPercentOff = (listCents: Cents, { percentOff }: Reduction, cents: Cents): number | null =>
  percentOff !== null && proportion(listCents, percentOff, 100) <= cents ? percentOff : null

/** `Code WELCOME, 10% off`. @param percentOff as {@link shownPercentOff} says */
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

/** What people are told for each refusal. */
export const discountRefusalTexts: Record<DiscountRefusal, string> = {
  offer_invalid: 'This offer is not one of ours, so the usual price holds.',
  offer_expired: 'This offer has run out. The usual price holds again.',
  offer_used: 'This offer has been used. It was good for one lesson.',
  offer_in_use: 'This offer is on a time you are holding. Pay for it, or let it go first.',
  offer_other_coach: 'This offer is for lessons with another coach.',
  offer_other_session: 'This offer was made in another browser and is good only there.',
  offer_used_before: 'You have used an offer like this before. It is good for one lesson.',
  offer_ended: 'This offer has ended. The usual price holds again.',
  code_unknown: 'We do not know this code. Please check how it is spelled.',
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

/** A code as it is stored, however somebody types it: `" Fairway 10 "` is `FAIRWAY10`. */
export const normalCode = (typed: string): string => typed.replaceAll(/\s+/g, '').toUpperCase()
