import { type Cents, proportion } from '#platform/money.ts'

/** Refunds: statuses, retries and reasons. Pure. */

/** `failed`: it came back too often, or was not requested by us; an admin decides. */
export const refundStatuses = ['requested', 'sent', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The lifecycle of a refund. */
export const refundLifecycle = [
  { on: 'owe', by: ['student', 'coach', 'admin', 'system'], from: null, to: 'requested' },
  { on: 'send', by: ['system'], from: 'requested', to: 'sent' },
  { on: 'send_back', by: ['processor'], from: 'sent', to: 'requested' },
  { on: 'send_back', by: ['processor'], from: 'requested', to: 'requested' },
  { on: 'send_back_again', by: ['processor'], from: 'sent', to: 'failed' },
  { on: 'send_back_again', by: ['processor'], from: 'requested', to: 'failed' },
  { on: 'send_back_unasked', by: ['processor'], from: null, to: 'failed' },
  { on: 'try_again', by: ['admin'], from: 'failed', to: 'requested' },
  { on: 'pay_by_hand', by: ['admin'], from: 'failed', to: 'sent' },
  { on: 'pay_by_hand', by: ['admin'], from: 'requested', to: 'sent' },
  { on: 'cover', by: ['processor'], from: 'failed', to: 'sent' },
  { on: 'cover', by: ['processor'], from: 'requested', to: 'sent' },
] as const satisfies { on: string; by: string[]; from: RefundStatus | null; to: RefundStatus }[]

/**
 * The hours until a returned refund is sent again, after its first, second, … return; after that an admin
 * decides.
 */
const RETRY_AFTER_HOURS = [1, 24, 72]

/**
 * When a returned refund is sent again.
 * @param attempts how many times it came back, including this one
 * @param now milliseconds since 1970, UTC
 * @returns milliseconds since 1970, UTC; null after the last attempt
 */
export function refundRetryAt(attempts: number, now: number): number | null {
  const hours = RETRY_AFTER_HOURS[attempts - 1]
  return hours === undefined ? null : now + hours * 3_600_000
}

/**
 * The part of a refund that goes back to the gift cards of a payment, in cents: so that gift cards and the bank's card get back
 * in proportion to what they paid, and neither more than it paid. The shares of all refunds of a payment add up to the
 * same, in any number of refunds.
 * @param refund.paidCents the whole payment; `giftCents`: what gift cards paid of it
 * @param refund.keptCents what was not owed back before; `returnedCents`: what gift cards got back before
 * @param refund.amountCents at most `keptCents`
 */
export function giftShare(refund: {
  paidCents: Cents
  giftCents: Cents
  keptCents: Cents
  returnedCents: Cents
  amountCents: Cents
}): Cents {
  const { paidCents, giftCents, keptCents, returnedCents, amountCents } = refund
  const owedCents = paidCents - keptCents
  const wanted = proportion(owedCents + amountCents, giftCents, paidCents) - returnedCents
  const leftOfBankCard = paidCents - giftCents - (owedCents - returnedCents)
  return Math.min(Math.max(wanted, amountCents - leftOfBankCard, 0), amountCents, giftCents - returnedCents)
}

/** The idempotency key of a refund at the processor. It changes with every attempt and amount. */
export const refundKey = (refund: { id: string; amountCents: number; attempts: number }): string =>
  `refund:${refund.id}:${refund.amountCents}${refund.attempts === 0 ? '' : `:${refund.attempts}`}`

/** Parses an idempotency key into the refund and the attempt; null for other keys. */
export function refundOfKey(key: string | null): { id: string; attempts: number } | null {
  const found = /^refund:([0-9a-f-]{36}):\d+(?::(\d+))?$/.exec(key ?? '')
  return found?.[1] ? { id: found[1], attempts: Number(found[2] ?? 0) } : null
}

/** Describes why a refund came back, for admins: https://docs.stripe.com/refunds#failed-refunds */
export function returnedWords(endedAs: 'failed' | 'canceled', failure: string | null): string {
  const why = failure ? ` (${failure.replaceAll('_', ' ')})` : ''
  return endedAs === 'failed'
    ? `The payer’s bank sent it back${why}.`
    : `It was cancelled at the processor${why}.`
}

export const refundReasons = [
  'late_payment',
  'discount_used',
  'student',
  'coach',
  'admin',
  'dispute',
  'support',
] as const
export type RefundReason = (typeof refundReasons)[number]

/**
 * Whether the letter about a canceled lesson or an ended package already announces the refund, so that no
 * second letter is sent.
 */
export const isToldByCancelling = (reason: RefundReason | null) =>
  reason === 'student' || reason === 'coach' || reason === 'admin'

/**
 * The reason for a refund, as a sentence in the letter about it.
 * @param reason null for a refund made in the processor's dashboard
 * @param timeIsTaken another student has booked the lesson's time meanwhile
 */
export function refundReasonText(reason: RefundReason | null, timeIsTaken: boolean): string {
  switch (reason) {
    case 'late_payment':
      return timeIsTaken
        ? 'Someone else booked the time before your payment arrived. We are sorry.'
        : 'Your payment arrived after the time we held for you had been released, and the lesson could no longer be booked. We are sorry.'
    case 'discount_used':
      return 'The discount had been used before, so the lesson was not booked. You can book it at the usual price.'
    case 'student':
    case 'coach':
    case 'admin':
      return 'It is the refund for the cancelled lesson.'
    case 'dispute':
      return 'It is for the problem you reported with this lesson.'
    case 'support':
    case null:
      return 'Our support team sent it.'
  }
}
