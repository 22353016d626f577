import Stripe from 'stripe'
import {
  CustomerGone,
  PaymentRefused,
  PaymentsUnavailable,
  type SavedCard,
  type SavedCardsPort,
} from './payments.ts'

/** A page or a checkout waits for these calls, and goes on without them. */
const SHORT_WAIT = { timeout: 4_000, maxNetworkRetries: 0 }

/** The maximum number of cards to list; Checkout offers at most 50. */
const MOST_CARDS = 50

/**
 * Customers and their cards: https://docs.stripe.com/payments/existing-customers. A customer is created without an address,
 * so that every request with its key is identical.
 * @param translated runs a call and converts Stripe's errors to ours
 */
export function stripeCustomers(
  stripe: Stripe,
  translated: <T>(call: () => Promise<T>) => Promise<T>,
): SavedCardsPort {
  /** A restricted key may lack the permission for customers; payments still work with it. */
  async function permitted<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await translated(call)
    } catch (error) {
      throw isForbidden(error) ? new PaymentRefused(error) : error
    }
  }
  /** @throws CustomerGone */
  async function ofCustomer<T>(customerId: string, call: () => Promise<T>): Promise<T> {
    try {
      return await permitted(call)
    } catch (error) {
      throw isMissing(error) ? new CustomerGone(customerId, error) : error
    }
  }
  return {
    async createCustomer({ key }) {
      const customer = await permitted(() =>
        stripe.customers.create(
          { metadata: { customer_key: key } },
          { ...SHORT_WAIT, idempotencyKey: `customer:${key}` },
        ),
      )
      return { customerId: customer.id }
    },

    async updateCustomer({ customerId, email }) {
      await ofCustomer(customerId, () => stripe.customers.update(customerId, { email }, SHORT_WAIT))
    },

    async deleteCustomer(customerId) {
      try {
        await permitted(() => stripe.customers.del(customerId))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async listCards(customerId) {
      try {
        const found = await permitted(() =>
          stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: MOST_CARDS }, SHORT_WAIT),
        )
        return found.data.flatMap((method) => savedCardOf(method) ?? [])
      } catch (error) {
        if (isMissing(error)) return null
        throw error instanceof PaymentRefused ? new PaymentsUnavailable(error) : error
      }
    },

    async removeCard({ customerId, cardId }) {
      try {
        // Fails for a card of another customer.
        await translated(() => stripe.customers.retrievePaymentMethod(customerId, cardId, {}, SHORT_WAIT))
        await translated(() => stripe.paymentMethods.detach(cardId, {}, SHORT_WAIT))
        return 'removed'
      } catch (error) {
        // Stripe refuses ids in a wrong form, and to detach a card twice, as invalid requests.
        if (error instanceof PaymentRefused) return 'unknown'
        throw error
      }
    },
  }
}

function savedCardOf({ id, card }: Stripe.PaymentMethod): SavedCard | null {
  if (!card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return { cardId: id, brand, last4: last4 ?? '', expMonth, expYear }
}

const isForbidden = (error: unknown) =>
  error instanceof Error && error.cause instanceof Stripe.errors.StripePermissionError

/** Whether Stripe does not know an object of a request; it may have been deleted on its dashboard. */
const isMissing = (error: unknown) =>
  error instanceof PaymentRefused &&
  error.cause instanceof Stripe.errors.StripeInvalidRequestError &&
  error.cause.code === 'resource_missing'
