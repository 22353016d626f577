import Stripe from 'stripe'
import { z } from 'zod'
import { type PaymentEvent, PaymentSignatureError, type ProcessorRefund } from './payments.ts'

/**
 * The events that we handle, and that our own account's webhook must be configured to send:
 * https://docs.stripe.com/api/events/types
 */
export const processorEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/** The same for the webhook that receives events of coaches' connected accounts. */
export const connectWebhookEvents = [
  'account.updated',
  'account.application.deauthorized',
  'capability.updated',
] as const

/** Stripe's own tolerance: https://docs.stripe.com/webhooks#replay-attacks */
const TOLERANCE_SECONDS = 300

/**
 * Verifies and parses an event in Stripe's format; both adapters use it.
 * @param secrets accepted signing secrets: two during a rotation
 * @throws PaymentSignatureError; ZodError when an authentic event is not shaped as documented
 */
export function readSignedEvent(
  rawBody: string,
  header: string | undefined,
  secrets: readonly string[],
  now: number,
): PaymentEvent | null {
  if (!header) throw new PaymentSignatureError()
  if (!secrets.some((secret) => isSigned(rawBody, header, secret, now))) throw new PaymentSignatureError()
  return toPaymentEvent(JSON.parse(rawBody))
}

/** Creates the `stripe-signature` header: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signEvent(body: string, secret: string, now: number): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now / 1000),
  })
}

function isSigned(rawBody: string, header: string, secret: string, now: number): boolean {
  try {
    const { signature } = Stripe.webhooks
    if (signature?.verifyHeader(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now) !== true)
      return false
  } catch {
    // Usually the library's own error for a bad signature; some malformed headers cause other errors, which
    // count as bad signatures too.
    return false
  }
  // The library only rejects old timestamps. A timestamp in the future would extend a signature's validity.
  const stamp = header.split(',').findLast((part) => part.startsWith('t='))
  return Number(stamp?.slice(2)) - now / 1000 <= TOLERANCE_SECONDS
}

const envelope = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  /** Set when the event belongs to a connected account, whose sales and refunds are not ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})

/** An id, or the whole object when the webhook endpoint is configured to expand it. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullable()

const session = z.object({
  id: z.string(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_status: z.string(),
  payment_intent: reference,
})

const charge = z.object({ payment_intent: reference })

const refund = z.object({
  id: z.string(),
  amount: z.number().int(),
  payment_intent: reference,
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/** Converts a refund; null if its payment did not come through our checkout. */
export function refundOf(found: {
  id: string
  amount: number
  payment_intent: string | { id: string } | null
  status: string | null
  failure_reason?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
}): ProcessorRefund | null {
  const intent = found.payment_intent
  const paymentIntentId = typeof intent === 'string' ? intent : intent?.id
  if (!paymentIntentId) return null
  const { status } = found
  return {
    refundId: found.id,
    paymentIntentId,
    amountCents: found.amount,
    // The payer may have to act first (`requires_action`), in which case no money has been sent yet.
    state: status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending',
    failure: found.failure_reason ?? null,
    key: found.metadata?.refund_key ?? null,
  }
}

const dispute = z.object({
  id: z.string(),
  payment_intent: reference,
  amount: z.number().int(),
  reason: z.string(),
  status: z.string(),
})

function toPaymentEvent(body: unknown): PaymentEvent | null {
  const { id, type, created, account, data } = envelope.parse(body)
  const stamp = { id, createdAt: created * 1000 }
  if (account)
    return (connectWebhookEvents as readonly string[]).includes(type)
      ? { ...stamp, type: 'account_changed', accountId: account }
      : null

  if (type === 'charge.refunded') {
    const { payment_intent: paymentIntentId } = charge.parse(data.object)
    return paymentIntentId ? { ...stamp, type: 'refund_changed', paymentIntentId, refund: null } : null
  }
  // Older webhooks send `charge.refund.updated` instead of `refund.updated`.
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    const found = refundOf(refund.parse(data.object))
    return (
      found && { ...stamp, type: 'refund_changed', paymentIntentId: found.paymentIntentId, refund: found }
    )
  }
  if (type === 'charge.dispute.created' || type === 'charge.dispute.closed') {
    const {
      id: disputeId,
      payment_intent: paymentIntentId,
      amount,
      reason,
      status,
    } = dispute.parse(data.object)
    if (!paymentIntentId) return null
    const about = { ...stamp, paymentIntentId, disputeId, amountCents: amount, reason }
    if (type === 'charge.dispute.closed') return { ...about, type: 'dispute_closed', won: status !== 'lost' }
    return { ...about, type: 'disputed' }
  }
  if (!type.startsWith('checkout.session.')) return null

  const found = session.parse(data.object)
  // Other applications on the same processor account do not set our ids. A checkout of before has the id of its booking, and so has its
  // order.
  const orderId = found.metadata?.order_id ?? found.metadata?.booking_id
  if (!orderId) return null
  const sale = { ...stamp, sessionId: found.id, orderId }
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      // "Completed" only means that the form was submitted; delayed payment methods succeed or fail days
      // later.
      const { amount_total: amountCents, currency, payment_intent: paymentIntentId } = found
      if (found.payment_status !== 'paid' || amountCents === null || !currency || !paymentIntentId)
        return null
      return { ...sale, type: 'checkout_paid', amountCents, currency, paymentIntentId }
    }
    case 'checkout.session.async_payment_failed':
      return { ...sale, type: 'payment_failed', reason: 'async_payment_failed' }
    case 'checkout.session.expired':
      return { ...sale, type: 'checkout_expired' }
    default:
      return null
  }
}
