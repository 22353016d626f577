/** What is owed back on its way, and why. Pure. */

/** `failed`: it came back too often, or nobody here asked for it; a person decides. */
export const refundStatuses = ['requested', 'sent', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** The whole life of what is owed back. */
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

/** A refund that came back is sent again so many hours later, the first time, the second, …; then a person decides. */
const RETRY_AFTER_HOURS = [1, 24, 72]

/**
 * When a refund goes out once more.
 * @param attempts how often it came back, this time counted
 * @param now milliseconds since 1970, UTC, as is the answer; null when it has been tried often enough
 */
export function refundRetryAt(attempts: number, now: number): number | null {
  const hours = RETRY_AFTER_HOURS[attempts - 1]
  return hours === undefined ? null : now + hours * 3_600_000
}

/** The key a refund is asked for with at the processor: another one whenever it came back or is of another amount. */
export const refundKey = (refund: { id: string; amountCents: number; attempts: number }): string =>
  `refund:${refund.id}:${refund.amountCents}${refund.attempts === 0 ? '' : `:${refund.attempts}`}`

/** Which refund of ours, and which try of it, a key is of; null for keys of others. */
export function refundOfKey(key: string | null): { id: string; attempts: number } | null {
  const found = /^refund:([0-9a-f-]{36}):\d+(?::(\d+))?$/.exec(key ?? '')
  return found?.[1] ? { id: found[1], attempts: Number(found[2] ?? 0) } : null
}

/** Why a refund came back, for admins: https://docs.stripe.com/refunds#failed-refunds */
export function returnedWords(endedAs: 'failed' | 'canceled', failure: string | null): string {
  const why = failure ? ` (${failure.replaceAll('_', ' ')})` : ''
  return endedAs === 'failed'
    ? `The payer’s bank sent it back${why}.`
    : `It was canceled at the processor${why}.`
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

/** The letter about a cancelled lesson or an ended package says what is refunded: no second letter tells of it. */
export const isToldByCancelling = (reason: RefundReason | null) =>
  reason === 'student' || reason === 'coach' || reason === 'admin'

/**
 * Why money goes back, in a sentence of the letter that says so.
 * @param reason null for a refund that was made on the processor's own pages
 * @param timeIsTaken somebody else has the time of the lesson by now
 */
export function refundReasonText(reason: RefundReason | null, timeIsTaken: boolean): string {
  switch (reason) {
    case 'late_payment':
      return timeIsTaken
        ? 'Somebody else booked the time before your payment arrived. We are sorry.'
        : 'Your payment arrived after the time we held for you had been released, and the lesson could no longer be booked. We are sorry.'
    case 'discount_used':
      return 'The discount had been used before, so the lesson was not booked. You can book it at the usual price.'
    case 'student':
    case 'coach':
    case 'admin':
      return 'It is the refund for the cancelled lesson.'
    case 'dispute':
      return 'It settles the problem with this lesson.'
    case 'support':
    case null:
      return 'Our support team sent it.'
  }
}
