import Stripe from 'stripe'
import {
  type Checkout,
  type CheckoutOrder,
  CURRENCY,
  CustomerGone,
  PaymentRefused,
  type PaymentsPort,
  PaymentsUnavailable,
} from './payments.ts'
import { readSignedEvent, refundOf } from './signed-event.ts'
import { stripeCustomers } from './stripe-customers.ts'
import { stripePayouts } from './stripe-payouts.ts'

/**
 * Stripe's minimum session duration:
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
 */
const SHORTEST_SESSION_SECONDS = 30 * 60
/** Allows for clock differences and delayed tries. */
const SLACK_SECONDS = 60

/**
 * The API version that this adapter is written for, regardless of the account's default. The SDK's types are
 * for one version, so this must change with the SDK; a test checks it.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive'

export interface StripeSettings {
  secretKey: string
  /** Comma separated; two during a rotation. */
  webhookSecret: string
  /** Overrides https://api.stripe.com. */
  apiBase?: string
  /** The timeout of one try, in milliseconds. */
  timeoutMs?: number
}

/** Stripe's library with our configuration. */
export const stripeClient = ({
  secretKey,
  apiBase,
  timeoutMs = 10_000,
}: Omit<StripeSettings, 'webhookSecret'>) =>
  new Stripe(secretKey, {
    ...address(apiBase),
    apiVersion: STRIPE_API_VERSION,
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Greenside' },
  })

/** Stripe Checkout: the payer enters the card on Stripe's page, and webhooks report the payment. */
export function stripePayments(settings: StripeSettings): PaymentsPort {
  const stripe = stripeClient(settings)
  const listRefunds = async (paymentIntentId: string) => {
    const found = await translated(() => stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
    return found.data.flatMap((refund) => refundOf(refund) ?? [])
  }
  const webhookSecrets = settings.webhookSecret.split(',').map((secret) => secret.trim())

  return {
    name: 'stripe',
    ...stripePayouts(stripe, translated),
    ...stripeCustomers(stripe, translated),

    async startCheckout(order) {
      const session = await createSession(stripe, order)
      if (!session.url) throw new PaymentsUnavailable(undefined, 'No checkout URL returned')
      return { sessionId: session.id, url: session.url }
    },

    async expireCheckout(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId)
        return 'expired'
      } catch (error) {
        if (isMissing(error)) return 'unknown'
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw ours(error)
        // It was no longer open; its state decides whether it was paid or has expired.
        const session = await findSession(stripe, sessionId)
        if (!session) return 'unknown'
        if (session.status === 'open') throw ours(error)
        return session.status === 'expired' ? 'expired' : 'paid'
      }
    },

    async findCheckout(sessionId) {
      const session = await findSession(stripe, sessionId)
      return session && checkoutOf(session)
    },

    async findCard(paymentIntentId) {
      try {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['payment_method'] })
        const method = intent.payment_method
        const fingerprint = method && typeof method !== 'string' ? method.card?.fingerprint : null
        return fingerprint ? { fingerprint } : null
      } catch (error) {
        if (isMissing(error)) return null
        throw ours(error)
      }
    },

    async refund({ key, paymentIntentId, amountCents }) {
      // Stripe's idempotency keys expire after about a day; the refund's metadata keeps ours permanently.
      const same = (await listRefunds(paymentIntentId)).find((refund) => refund.key === key)
      if (same && same.amountCents !== amountCents) throw new PaymentRefused()
      if (same) return same
      const created = await translated(() =>
        stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { refund_key: key } },
          { idempotencyKey: `refund:${key}` },
        ),
      )
      const refund = refundOf(created)
      if (!refund) throw new PaymentRefused()
      return refund
    },

    listRefunds,

    readEvent: (rawBody, signatureHeader, now) =>
      readSignedEvent(rawBody, signatureHeader, webhookSecrets, now),
  }
}

/** Another customer is another key, because Stripe also repeats its answer that a customer is unknown. */
async function createSession(stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
  const { key, customerId } = order
  const idempotencyKey = ['checkout', key, customerId].filter(Boolean).join(':')
  try {
    return await stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey })
  } catch (error) {
    if (customerId && isMissing(error) && paramOf(error) === 'customer')
      throw new CustomerGone(customerId, error)
    throw ours(error)
  }
}

const paramOf = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? error.param : undefined

/** Must depend on the order alone: Stripe rejects a key that is reused with different parameters. */
function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    // Cards are charged or declined immediately. Delayed methods would hold a slot for days.
    allowed_payment_method_types: ['card'],
    // Without currency conversion the payer and the event see exactly the price that we computed.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: order.amountCents,
          product_data: { name: order.description, ...(order.place ? { description: order.place } : {}) },
        },
      },
    ],
    ...(order.terms ? { custom_text: { submit: { message: order.terms } } } : {}),
    ...payerOf(order),
    client_reference_id: order.orderId,
    // Processes of the previous version look for the order under this name, too.
    metadata: { order_id: order.orderId, booking_id: order.orderId },
    payment_intent_data: { metadata: { order_id: order.orderId }, description: order.description },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.ceil(order.expiresAt / 1000) + SHORTEST_SESSION_SECONDS + SLACK_SECONDS,
  }
}

/**
 * A customer's page offers the saved cards and asks, unticked, whether to keep a new one:
 * https://docs.stripe.com/payments/save-during-payment
 */
const payerOf = ({ customerId, customerEmail }: CheckoutOrder): Stripe.Checkout.SessionCreateParams =>
  customerId
    ? {
        customer: customerId,
        saved_payment_method_options: { payment_method_save: 'enabled', payment_method_remove: 'enabled' },
      }
    : { customer_email: customerEmail }

async function findSession(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] })
  } catch (error) {
    if (isMissing(error)) return null
    throw ours(error)
  }
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const intent = session.payment_intent
  const charge = intent && typeof intent !== 'string' ? intent.latest_charge : null
  return {
    status: session.status === 'expired' ? 'expired' : session.payment_status === 'paid' ? 'paid' : 'open',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    orderId: session.metadata?.order_id ?? session.metadata?.booking_id ?? '',
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    refundedCents: charge && typeof charge !== 'string' ? charge.amount_refunded : 0,
  }
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw ours(error)
  }
}

/** Converts Stripe's errors to ours, with the original as the cause; other errors are returned unchanged. */
function ours(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError, StripeIdempotencyError, StripeCardError } = Stripe.errors
  if (error instanceof StripeInvalidRequestError) return new PaymentRefused(error)
  // The first request with this key is still in progress, so its outcome is unknown.
  if (error instanceof StripeIdempotencyError && error.code === 'idempotency_key_in_use')
    return new PaymentsUnavailable(error)
  if (error instanceof StripeIdempotencyError) return new PaymentRefused(error)
  if (error instanceof StripeCardError) return new PaymentRefused(error)
  return error instanceof StripeError ? new PaymentsUnavailable(error) : error
}

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

function address(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {}
  const url = new URL(apiBase)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { protocol, host: url.hostname, port: url.port || (protocol === 'http' ? 80 : 443) }
}
