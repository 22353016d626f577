import type { movableClock } from '#platform/clock.ts'
import { localPayments } from '#ports/payments/local.ts'
import type { PayeeAccount, PaymentsPort } from '#ports/payments/payments.ts'
import { stripePayments } from '#ports/payments/stripe.ts'
import type { testDatabase } from './database.ts'
import { cardAt } from './now.ts'
import { startStripeDouble } from './stripe-double.ts'

/** An adapter, with controls for the processor behind it. */
export interface PaymentProcessor {
  payments: PaymentsPort
  /**
   * Pays on the checkout page with a typed card, or with one that the page offers; false if it is closed or does
   * not offer the card.
   * @param by.keepCard the payer asks to keep the typed card
   */
  pay(sessionId: string, by?: { cardId?: string; keepCard?: boolean }): Promise<boolean>
  /** The addresses of all customers at the processor; null for one without an address. */
  listCustomers(): Promise<(string | null)[]>
  /** The raw webhooks sent since the last call. */
  takeWebhooks(): Promise<{ body: string; header: string }[]>
  /** The account's owner completes the processor's onboarding. */
  completeOnboarding(accountId: string): void
  /** The processor blocks a working account; null unblocks it. */
  blockAccount(accountId: string, why: PayeeAccount['blockedBy']): Promise<void>
  /** The payer's bank returns a refund, or it is canceled. */
  turnRefund(refundId: string, state: 'failed' | 'canceled'): Promise<void>
  /** Idempotency keys expire, like Stripe's after a day. */
  forgetIdempotencyKeys(): void
  close(): Promise<void>
}

/** The card that is typed on Stripe's page. */
const stripeCard = {
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2034,
  fingerprint: 'Xt5EWLLDS7FJjR1c',
}

/** Stripe's codes for why a refund failed. */
const failureOf = { failed: 'expired_or_canceled_card', canceled: 'merchant_request' }

/** Stripe's fields for a restricted account. */
const restrictions = {
  questions: {
    disabled_reason: 'requirements.past_due',
    currently_due: ['individual.verification.document'],
    past_due: ['individual.verification.document'],
    current_deadline: null,
  },
  review: { disabled_reason: 'under_review', currently_due: [], past_due: [], current_deadline: null },
  rejected: { disabled_reason: 'rejected.fraud', currently_due: [], past_due: [], current_deadline: null },
}

/** All supported payment processors, for the tests of their common contract. */
export function paymentProcessors(world: {
  database: ReturnType<typeof testDatabase>
  clock: ReturnType<typeof movableClock>
}): Record<string, () => Promise<PaymentProcessor>> {
  const { database, clock } = world
  return {
    async local() {
      const payments = localPayments({
        pool: database.pool,
        secret: 'whsec_local',
        appUrl: 'http://app.test',
        clock,
      })
      return {
        payments,
        pay: async (sessionId, { cardId, keepCard } = {}) =>
          (await payments.pay(sessionId, cardId ? { cardId } : cardAt(clock.now()), { keepCard })).ok,
        async listCustomers() {
          const { rows } = await database.pool.query(
            'select email from local_vendor.customers order by created_at',
          )
          return rows.map(({ email }) => email)
        },
        async takeWebhooks() {
          const taken: { body: string; header: string }[] = []
          await payments.deliverEvents(async (_url, body, headers) => {
            taken.push({ body, header: headers['stripe-signature'] ?? '' })
            return 200
          })
          return taken
        },
        completeOnboarding: () => undefined,
        blockAccount: payments.blockAccount,
        turnRefund: (refundId, state) => payments.turnRefund({ refundId, state, failure: failureOf[state] }),
        forgetIdempotencyKeys: () => undefined,
        close: async () => undefined,
      }
    },
    async stripe() {
      const double = await startStripeDouble({ secretKey: 'sk_test_double', now: () => clock.now() })
      return {
        payments: stripePayments({
          secretKey: 'sk_test_double',
          webhookSecret: 'whsec_next, whsec_stripe',
          apiBase: double.url,
        }),
        pay: async (sessionId, { cardId, keepCard } = {}) =>
          double.pay(sessionId, { ...(cardId && { cardId }), ...(keepCard && { keep: stripeCard }) }),
        listCustomers: async () => double.customers().map(({ email }) => email),
        takeWebhooks: async () => double.takeEvents('whsec_stripe'),
        completeOnboarding: double.completeOnboarding,
        async blockAccount(accountId, why) {
          double.restrict(accountId, why && restrictions[why])
        },
        async turnRefund(refundId, state) {
          double.turnRefund(refundId, state, failureOf[state])
        },
        forgetIdempotencyKeys: double.forgetIdempotencyKeys,
        close: double.close,
      }
    },
  }
}
