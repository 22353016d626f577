import type { movableClock } from '#platform/clock.ts'
import { localPayments } from '#ports/payments/local.ts'
import type { PaymentsPort } from '#ports/payments/payments.ts'
import { stripePayments } from '#ports/payments/stripe.ts'
import type { testDatabase } from './database.ts'
import { cardAt } from './now.ts'
import { startStripeDouble } from './stripe-double.ts'

/** An adapter, and what happens on the other side of it. */
export interface PaymentProcessor {
  payments: PaymentsPort
  /** The person at the checkout page pays; false when it is closed. */
  pay(sessionId: string): Promise<boolean>
  /** The webhooks sent since the last call, as they came. */
  takeWebhooks(): Promise<{ body: string; header: string }[]>
  /** The owner of the account answers all of the processor's questions. */
  completeOnboarding(accountId: string): void
  /** As Stripe does with idempotency keys after a day. */
  forgetIdempotencyKeys(): void
  close(): Promise<void>
}

/** Everybody whose money the product can take, for the contract that all of them keep. */
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
        pay: async (sessionId) => (await payments.pay(sessionId, cardAt(clock.now()))).ok,
        async takeWebhooks() {
          const taken: { body: string; header: string }[] = []
          await payments.deliverEvents(async (_url, body, headers) => {
            taken.push({ body, header: headers['stripe-signature'] ?? '' })
            return 200
          })
          return taken
        },
        completeOnboarding: () => undefined,
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
        pay: async (sessionId) => double.pay(sessionId),
        takeWebhooks: async () => double.takeEvents('whsec_stripe'),
        completeOnboarding: double.completeOnboarding,
        forgetIdempotencyKeys: double.forgetIdempotencyKeys,
        close: double.close,
      }
    },
  }
}
