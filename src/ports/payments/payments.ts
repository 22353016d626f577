import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'

/** Everything is charged in one currency; events in another one are never ours. */
export const CURRENCY = 'usd'

export interface CheckoutOrder {
  /** The same key gives the same session, for a day at least; with another order it is refused. */
  key: string
  bookingId: string
  amountCents: Cents
  /** What the payer reads beside the amount. */
  description: string
  /** Where what is bought takes place, and what cancelling it costs: read before paying. Left out where there is nothing to say. */
  place?: string
  terms?: string
  customerEmail: string
  /** `{CHECKOUT_SESSION_ID}` in it becomes the id of the session. */
  successUrl: string
  cancelUrl: string
  /**
   * When the slot is given away: an instant in milliseconds since 1970, UTC, which must not change between tries.
   * The page may stay payable a little longer (Stripe sells no session shorter than 30 minutes), so whoever frees
   * the slot calls `expireCheckout` first and is ready for a late payment.
   */
  expiresAt: number
}

export interface Checkout {
  /** `open` also while a payment is under way and not decided. */
  status: 'open' | 'paid' | 'expired'
  amountCents: Cents
  /** Lower case, `usd`. */
  currency: string
  bookingId: string
  /** Names the payment to `refund`; null until there is one. */
  paymentIntentId: string | null
  /** All that went back or is on its way back, whoever asked for it. */
  refundedCents: Cents
}

export interface RefundRequest {
  /** The same key gives the same refund, for ever; a refund that was sent back is tried again under a new one. */
  key: string
  paymentIntentId: string
  amountCents: Cents
}

/**
 * A refund as the processor has it. `pending` until it left; `succeeded` may still turn into `failed`, up to a month later,
 * when the payer's bank sends it back. What `failed` or was `canceled` never changes again.
 */
export interface ProcessorRefund {
  refundId: string
  paymentIntentId: string
  amountCents: Cents
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** The processor's word for why it came back, such as `expired_or_canceled_card`. */
  failure: string | null
  /** The key we asked with; null for one that somebody made on the processor's own pages. */
  key: string | null
}

/** Whether money can be sent to somebody's account, and what the processor wants of its owner. */
export interface PayeeAccount {
  canBePaid: boolean
  /** Why it can't be paid; null while it can. */
  blockedBy: 'questions' | 'review' | 'rejected' | null
  /** By when its owner must answer something, in milliseconds since 1970, UTC; null when nothing is asked. */
  answerBy: number | null
}

export interface Transfer {
  /** Sent once a key, for ever; the same key must come with the same amount and account. */
  key: string
  /** How often it was refused before: a processor repeats its refusal for as long as it is asked the very same. */
  attempt?: number
  bookingId: string
  /** The payment whose money it is; null for one that no processor took. */
  paymentIntentId: string | null
  accountId: string
  amountCents: Cents
}

/** How the people who earn here are paid: an account each, a transfer for each lesson. */
export interface PayoutsPort {
  /** Opens an account that money can be sent to, once a key. @throws PaymentRefused, PaymentsUnavailable */
  createAccount(request: { key: string; email: string }): Promise<{ accountId: string }>
  /** A page of the processor on which the owner of an account tells what it must know. Good for minutes, for one visit. */
  accountLink(request: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<{ url: string }>
  /** Null when there is no such account, or its owner took it away from us. @throws PaymentsUnavailable */
  findAccount(accountId: string): Promise<PayeeAccount | null>
  /** @throws PaymentRefused when there is no such account or not so much left of the payment; PaymentsUnavailable */
  transfer(transfer: Transfer): Promise<{ transferId: string }>
  /** Takes back a transfer or a part of it, once a key. @throws PaymentRefused, PaymentsUnavailable */
  reverseTransfer(request: {
    key: string
    transferId: string
    amountCents: Cents
  }): Promise<{ reversalId: string }>
}

/** What we need from a payment processor. */
export interface PaymentsPort extends PayoutsPort {
  readonly name: 'local' | 'stripe'
  /** @throws PaymentRefused, PaymentsUnavailable */
  startCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  /**
   * Makes an open session unpayable. `paid` when it was paid, or is past stopping, so that nobody frees a paid slot;
   * `unknown` when there is no such session. May be called again.
   * @throws PaymentsUnavailable
   */
  expireCheckout(sessionId: string): Promise<'expired' | 'paid' | 'unknown'>
  /** @throws PaymentsUnavailable */
  findCheckout(sessionId: string): Promise<Checkout | null>
  /**
   * Names the card that a payment was made with, the same for the same card and never its number; null when there is no
   * such payment, or it was made without a card. @throws PaymentsUnavailable
   */
  findCard(paymentIntentId: string): Promise<{ fingerprint: string } | null>
  /**
   * Gives money back, once a key. What comes back may have failed already.
   * @throws PaymentRefused when there is no such payment or not so much left of it; PaymentsUnavailable
   */
  refund(request: RefundRequest): Promise<ProcessorRefund>
  /** Every refund of a payment, whoever asked for it and whatever came of it. @throws PaymentsUnavailable */
  listRefunds(paymentIntentId: string): Promise<ProcessorRefund[]>
  /**
   * Reads a webhook. Null when the event is genuine but nothing we act on.
   * @param rawBody the bytes as they came, never parsed and written again: they are what was signed
   * @param signatureHeader the `stripe-signature` header
   * @param now milliseconds since 1970, UTC; a signature older than 300 s is refused
   * @throws PaymentSignatureError
   */
  readEvent(rawBody: string, signatureHeader: string | undefined, now: number): PaymentEvent | null
}

/**
 * Something happened at the processor. The same event may come several times and in any order: `id` tells
 * repetitions apart; `createdAt` is when it happened there, in milliseconds since 1970, UTC, to the second.
 */
export type PaymentEvent = { id: string; createdAt: number } & (
  | {
      type: 'checkout_paid'
      sessionId: string
      bookingId: string
      amountCents: Cents
      currency: string
      paymentIntentId: string
    }
  | { type: 'checkout_expired'; sessionId: string; bookingId: string }
  | { type: 'payment_failed'; sessionId: string; bookingId: string; reason: string }
  /** Something came of a refund; `refund` is null where the event doesn't say of which: `listRefunds` does. */
  | { type: 'refund_changed'; paymentIntentId: string; refund: ProcessorRefund | null }
  /** An account that money is sent to may or may not be paid any more: `findAccount` says. */
  | { type: 'account_changed'; accountId: string }
  /** The payer's bank disputes the payment; `reason` is the processor's word for why. */
  | { type: 'disputed'; paymentIntentId: string; disputeId: string; amountCents: Cents; reason: string }
  | {
      type: 'dispute_closed'
      paymentIntentId: string
      disputeId: string
      amountCents: Cents
      reason: string
      won: boolean
    }
)

/** The processor could not be reached, is overloaded or rejects our credentials. Trying again later may help. */
export class PaymentsUnavailable extends AppError {
  constructor(cause?: unknown, userMessage = 'Unable to process payment. Please try again.') {
    super('unavailable', 'payments_unavailable', userMessage, { cause })
    this.name = 'PaymentsUnavailable'
  }
}

/** The processor understood the request and said no. Trying the same again will not help. */
export class PaymentRefused extends AppError {
  constructor(cause?: unknown) {
    super('conflict', 'payment_refused', 'Unable to process payment. Please try again.', { cause })
    this.name = 'PaymentRefused'
  }
}

/** A webhook body that the processor did not sign, or signed too long ago. */
export class PaymentSignatureError extends AppError {
  constructor(cause?: unknown) {
    super('bad_input', 'bad_signature', 'The signature of this event is not valid.', { cause })
    this.name = 'PaymentSignatureError'
  }
}
