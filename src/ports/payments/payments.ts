import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'

/** All charges use one currency; events in another currency are never ours. */
export const CURRENCY = 'usd'

export interface CheckoutOrder {
  /** The same key returns the same session, for at least a day; with another order it is refused. */
  key: string
  orderId: string
  amountCents: Cents
  /** The description that the payer sees next to the amount. */
  description: string
  /** The lesson's place and the cancellation terms, shown before payment; omitted if there are none. */
  place?: string
  terms?: string
  customerEmail: string
  /**
   * The processor's customer whose saved cards the page offers, and for whom it can keep the card. Without one, cards are
   * neither offered nor kept: use this when anyone but the customer may open the page.
   */
  customerId?: string
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the session's id. */
  successUrl: string
  cancelUrl: string
  /**
   * When the slot is released: an instant in milliseconds since 1970, UTC, which must not change between
   * tries. The page may remain payable slightly longer (Stripe's minimum session duration is 30 minutes), so
   * the code that releases the slot must call `expireCheckout` first and handle a late payment.
   */
  expiresAt: number
}

export interface Checkout {
  /** Also `open` while a payment is being processed. */
  status: 'open' | 'paid' | 'expired'
  amountCents: Cents
  /** Lowercase: `usd`. */
  currency: string
  orderId: string
  /** The payment id for `refund`; null until there is a payment. */
  paymentIntentId: string | null
  /** All completed and pending refunds, regardless of who requested them. */
  refundedCents: Cents
}

export interface RefundRequest {
  /** The same key always returns the same refund; after a failed refund, retry with a new key. */
  key: string
  paymentIntentId: string
  amountCents: Cents
}

/**
 * A refund's state at the processor. `pending` until it is sent; `succeeded` may still become `failed` up to
 * a month later, if the payer's bank returns it. `failed` and `canceled` are final.
 */
export interface ProcessorRefund {
  refundId: string
  paymentIntentId: string
  amountCents: Cents
  state: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** The processor's failure code, such as `expired_or_canceled_card`. */
  failure: string | null
  /** Our idempotency key; null for a refund made in the processor's dashboard. */
  key: string | null
}

/** Whether an account can receive money, and what the processor requires of its owner. */
export interface PayeeAccount {
  canBePaid: boolean
  /** Why it cannot be paid; null while it can. */
  blockedBy: 'questions' | 'review' | 'rejected' | null
  /**
   * The deadline for the owner to provide information, in milliseconds since 1970, UTC; null when none is
   * required.
   */
  answerBy: number | null
}

export interface Transfer {
  /** Transfers once per key, permanently; a repeated key must have the same amount and account. */
  key: string
  /** The number of previous rejections: a processor repeats its rejection for an identical request. */
  attempt?: number
  /** The lesson; of something without one, its payment. */
  bookingId: string
  /** The payment that funds the transfer; null if no processor handled it. */
  paymentIntentId: string | null
  accountId: string
  amountCents: Cents
}

/** Payouts to coaches: one account per coach, and one transfer per lesson. */
export interface PayoutsPort {
  /** Creates an account that can receive money, once per key. @throws PaymentRefused, PaymentsUnavailable */
  createAccount(request: { key: string; email: string }): Promise<{ accountId: string }>
  /**
   * Returns the URL of the processor's onboarding page for the account's owner. Valid for a few minutes and a
   * single visit.
   */
  accountLink(request: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<{ url: string }>
  /** Null when there is no such account, or its owner has disconnected it. @throws PaymentsUnavailable */
  findAccount(accountId: string): Promise<PayeeAccount | null>
  /**
   * @throws PaymentRefused when there is no such account or the payment's remaining amount is too small;
   *   PaymentsUnavailable
   */
  transfer(transfer: Transfer): Promise<{ transferId: string }>
  /**
   * Reverses a transfer completely or partially, once per key.
   * @throws PaymentRefused, PaymentsUnavailable
   */
  reverseTransfer(request: {
    key: string
    transferId: string
    amountCents: Cents
  }): Promise<{ reversalId: string }>
}

/** A card that the processor keeps for a customer. Only the processor knows its number. */
export interface SavedCard {
  cardId: string
  /** The processor's code: `visa`, `mastercard`, `amex`, `discover` and others. */
  brand: string
  last4: string
  /** 1 to 12; the card is valid until the end of this month. */
  expMonth: number
  expYear: number
}

/** Customers at the processor, and the cards that it keeps for them. */
export interface SavedCardsPort {
  /** Creates a customer without an address, once per key, for at least a day. @throws PaymentRefused, PaymentsUnavailable */
  createCustomer(request: { key: string }): Promise<{ customerId: string }>
  /** Sets the address that receipts go to. @throws CustomerGone, PaymentRefused, PaymentsUnavailable */
  updateCustomer(request: { customerId: string; email: string }): Promise<void>
  /** Deletes a customer with all cards, permanently. Idempotent. @throws PaymentRefused, PaymentsUnavailable */
  deleteCustomer(customerId: string): Promise<void>
  /** The customer's cards, the latest first; null when there is no such customer. @throws PaymentsUnavailable */
  listCards(customerId: string): Promise<SavedCard[] | null>
  /** `unknown` when the customer has no such card, or no longer. @throws PaymentsUnavailable */
  removeCard(request: { customerId: string; cardId: string }): Promise<'removed' | 'unknown'>
}

/** The operations that we need from a payment processor. */
export interface PaymentsPort extends PayoutsPort, SavedCardsPort {
  readonly name: 'local' | 'stripe'
  /** @throws CustomerGone, PaymentRefused, PaymentsUnavailable */
  startCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>
  /**
   * Expires an open session. Returns `paid` if it was paid or can no longer be stopped, so that a paid slot
   * is not released; `unknown` if there is no such session. Idempotent.
   * @throws PaymentsUnavailable
   */
  expireCheckout(sessionId: string): Promise<'expired' | 'paid' | 'unknown'>
  /** @throws PaymentsUnavailable */
  findCheckout(sessionId: string): Promise<Checkout | null>
  /**
   * Returns a fingerprint of a payment's card, the same for the same card and never its number; null when
   * there is no such payment, or it was made without a card.
   * @throws PaymentsUnavailable
   */
  findCard(paymentIntentId: string): Promise<{ fingerprint: string } | null>
  /**
   * Refunds once per key. The returned refund may already have failed.
   * @throws PaymentRefused when there is no such payment or its remaining amount is too small;
   *   PaymentsUnavailable
   */
  refund(request: RefundRequest): Promise<ProcessorRefund>
  /**
   * Returns all refunds of a payment, regardless of who requested them and of their state.
   * @throws PaymentsUnavailable
   */
  listRefunds(paymentIntentId: string): Promise<ProcessorRefund[]>
  /**
   * Verifies and parses a webhook. Null when the event is authentic but requires no action.
   * @param rawBody the unmodified body, because the signature covers its exact bytes
   * @param signatureHeader the `stripe-signature` header
   * @param now milliseconds since 1970, UTC; a signature older than 300 s is rejected
   * @throws PaymentSignatureError
   */
  readEvent(rawBody: string, signatureHeader: string | undefined, now: number): PaymentEvent | null
}

/**
 * An event at the processor. Events may be repeated and arrive in any order: `id` identifies repetitions;
 * `createdAt` is when it happened at the processor, in milliseconds since 1970, UTC, to the second.
 */
export type PaymentEvent = { id: string; createdAt: number } & (
  | {
      type: 'checkout_paid'
      sessionId: string
      orderId: string
      amountCents: Cents
      currency: string
      paymentIntentId: string
    }
  | { type: 'checkout_expired'; sessionId: string; orderId: string }
  | { type: 'payment_failed'; sessionId: string; orderId: string; reason: string }
  /**
   * A refund changed; `refund` is null if the event does not identify it, in which case `listRefunds` must be
   * called.
   */
  | { type: 'refund_changed'; paymentIntentId: string; refund: ProcessorRefund | null }
  /** An account's ability to receive money may have changed; call `findAccount` for its state. */
  | { type: 'account_changed'; accountId: string }
  /** The payer's bank disputes the payment; `reason` is the processor's code. */
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

/** The processor could not be reached, is overloaded or rejects our credentials. A later retry may help. */
export class PaymentsUnavailable extends AppError {
  constructor(cause?: unknown, userMessage = 'Unable to process payment. Please try again.') {
    super('unavailable', 'payments_unavailable', userMessage, { cause })
    this.name = 'PaymentsUnavailable'
  }
}

/** The processor rejected the request. Retrying the same request will not help. */
export class PaymentRefused extends AppError {
  constructor(cause?: unknown) {
    super('conflict', 'payment_refused', 'Unable to process payment. Please try again.', { cause })
    this.name = 'PaymentRefused'
  }
}

/** The processor has no such customer: it was deleted there, or belongs to another account of ours. */
export class CustomerGone extends PaymentRefused {
  readonly customerId: string
  constructor(customerId: string, cause?: unknown) {
    super(cause)
    this.name = 'CustomerGone'
    this.customerId = customerId
  }
}

/** A webhook body with an invalid or expired signature. */
export class PaymentSignatureError extends AppError {
  constructor(cause?: unknown) {
    super('bad_input', 'bad_signature', 'The signature of this event is not valid.', { cause })
    this.name = 'PaymentSignatureError'
  }
}
