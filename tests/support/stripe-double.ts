import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { startLocalServer } from './local-server.ts'
import { connectDouble } from './stripe-double-connect.ts'
import { customersDouble } from './stripe-double-customers.ts'
import { webhookEndpointsDouble } from './stripe-double-webhooks.ts'
import { parameterProblem } from './stripe-parameters.ts'

interface Session {
  id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  payment_intent: string | null
  expires_at: number
  [field: string]: unknown
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failure_reason?: string
  metadata: Record<string, string>
}

/** The API version of the double's responses and events: https://docs.stripe.com/changelog */
export const DOUBLES_API_VERSION = '2026-10-28.endive'

/** A card in Stripe's format. */
interface StripeCard {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
}

interface AskedOfStripe {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  /** The idempotency key, if any. */
  key: string | undefined
  /** The API version. */
  version: string | undefined
}

class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, message: string, error: { type?: string; code?: string; param?: string } = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', message, ...error } }
  }
}

/**
 * The part of Stripe's API that the product uses, on 127.0.0.1, with the errors of https://docs.stripe.com/api/checkout/sessions,
 * /api/refunds and /api/idempotent_requests.
 */
export async function startStripeDouble({ secretKey, now }: { secretKey: string; now: () => number }) {
  const sessions = new Map<string, Session>()
  const refunds: Refund[] = []
  const remembered = new Map<string, { request: string; status: number; body: object }>()
  const requests: AskedOfStripe[] = []
  let events: object[] = []
  let forbidden: string | null = null
  let trouble: ('hang' | 'in use' | number)[] = []

  const seconds = () => Math.floor(now() / 1000)
  const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
  /** @param account the connected account of the event; undefined for our own account */
  const emit = (type: string, object: object, account?: string) =>
    events.push({
      id: id('evt'),
      object: 'event',
      api_version: DOUBLES_API_VERSION,
      type,
      created: seconds(),
      livemode: false,
      data: { object: { ...object } },
      ...(account ? { account } : {}),
    })
  /** The initial state of later refunds; with an insufficient balance they stay `pending`. */
  let refundsBegin: 'pending' | 'succeeded' = 'succeeded'

  const connect = connectDouble({
    id,
    emit,
    refusal: (status, message, code) => new Refusal(status, message, code ? { code } : {}),
    paidWith: (paymentIntentId) =>
      [...sessions.values()].find((one) => one.payment_intent === paymentIntentId)?.amount_total,
  })

  const customers = customersDouble({
    id,
    refusal: (status, message, error) => new Refusal(status, message, error),
  })

  const webhooks = webhookEndpointsDouble({
    id,
    refusal: (message) => new Refusal(404, message, { code: 'resource_missing' }),
  })

  function getSession(sessionId: string): Session {
    const session = sessions.get(sessionId)
    if (!session)
      throw new Refusal(404, `No such checkout.session: '${sessionId}'`, { code: 'resource_missing' })
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return session
  }

  function expire(session: Session) {
    Object.assign(session, { status: 'expired', url: null })
    emit('checkout.session.expired', { ...session })
  }

  function createSession(form: URLSearchParams): Session {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const expiresAt = Number(form.get('expires_at'))
    if (!Number.isInteger(amount) || amount < 50)
      throw new Refusal(400, 'The total amount due must add up to at least $0.50 usd', {
        code: 'amount_too_small',
      })
    if (expiresAt < seconds() + 1800 || expiresAt > seconds() + 86_400)
      throw new Refusal(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now')
    const customer = form.get('customer')
    if (customer !== null) customers.getCustomer(customer, 'customer')
    if (form.get('saved_payment_method_options[payment_method_save]') === 'enabled' && customer === null)
      throw new Refusal(400, 'You must provide a customer to save payment methods')
    if (customer !== null && form.get('customer_email') !== null)
      throw new Refusal(400, 'You may only specify one of these parameters: customer, customer_email.')
    const sessionId = id('cs_test')
    const session: Session = {
      id: sessionId,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${sessionId}`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]'),
      client_reference_id: form.get('client_reference_id'),
      customer,
      saves_cards: form.get('saved_payment_method_options[payment_method_save]') === 'enabled',
      metadata: { booking_id: form.get('metadata[booking_id]') },
      payment_intent: null,
      expires_at: expiresAt,
    }
    sessions.set(sessionId, session)
    return { ...session }
  }

  function createRefund(form: URLSearchParams): Refund {
    const payment = form.get('payment_intent') ?? ''
    const amount = Number(form.get('amount'))
    const session = [...sessions.values()].find((one) => one.payment_intent === payment)
    if (!session) throw new Refusal(404, `No such payment_intent: '${payment}'`, { code: 'resource_missing' })
    const total = refundedOf(payment) + amount
    if (total > session.amount_total)
      throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge')
    const refundKey = form.get('metadata[refund_key]')
    const refund: Refund = {
      id: id('re'),
      object: 'refund',
      payment_intent: payment,
      amount,
      status: refundsBegin,
      metadata: refundKey ? { refund_key: refundKey } : {},
    }
    refunds.push(refund)
    emit('refund.created', refund)
    emit('charge.refunded', {
      id: id('ch'),
      object: 'charge',
      payment_intent: payment,
      amount_refunded: total,
    })
    return { ...refund }
  }

  /** Failed and canceled refunds return to the balance and can be refunded again. */
  const refundedOf = (payment: string) =>
    refunds
      .filter((one) => one.payment_intent === payment && !['failed', 'canceled'].includes(one.status))
      .reduce((sum, one) => sum + one.amount, 0)

  function turnRefund(refundId: string, status: Refund['status'], failure?: string) {
    const refund = refunds.find((one) => one.id === refundId)
    if (!refund) throw new Error(`no refund ${refundId}`)
    refund.status = status
    if (failure) refund.failure_reason = failure
    emit('refund.updated', refund)
    if (status === 'failed') emit('refund.failed', refund)
  }

  /** Includes the payment and its charge if requested. */
  function expanded(session: Session, url: URL): object {
    const intent = session.payment_intent
    if (!intent || url.searchParams.get('expand[0]') !== 'payment_intent.latest_charge') return session
    const charge = {
      id: intent.replace('pi_', 'ch_'),
      object: 'charge',
      amount_refunded: refundedOf(intent),
    }
    return { ...session, payment_intent: { id: intent, object: 'payment_intent', latest_charge: charge } }
  }

  /** Handles `POST /v1/checkout/sessions` and other requests. */
  function answer(method: string, url: URL, form: URLSearchParams): object {
    const [, , resource, kind, sessionId, action] = url.pathname.split('/')
    if (method === 'POST' && url.pathname === '/v1/checkout/sessions') return createSession(form)
    if (method === 'POST' && url.pathname === '/v1/refunds') return createRefund(form)
    if (method === 'GET' && url.pathname === '/v1/refunds') {
      const data = refunds
        .filter((one) => one.payment_intent === url.searchParams.get('payment_intent'))
        .toReversed()
      return { object: 'list', data, has_more: false, url: '/v1/refunds' }
    }
    if (resource === 'checkout' && kind === 'sessions' && sessionId) {
      const session = getSession(sessionId)
      if (method === 'GET' && !action) return expanded(session, url)
      if (method === 'POST' && action === 'expire') {
        if (session.status !== 'open')
          throw new Refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
        expire(session)
        return session
      }
    }
    const other =
      webhooks.answer(method, url, form) ??
      customers.answer(method, url, form) ??
      connect.answer(method, url, form)
    if (other) return other
    throw new Refusal(404, `Unrecognized request URL (${method}: ${url.pathname})`)
  }

  /**
   * Once execution has begun, the first response is stored for its key, including errors; a different request with the same key is an
   * error: https://docs.stripe.com/api/idempotent_requests
   */
  function answerOnce(key: string | undefined, method: string, url: URL, form: URLSearchParams) {
    const request = createHash('sha256').update(`${method} ${url.pathname} ${form}`).digest('hex')
    const before = key === undefined ? undefined : remembered.get(key)
    if (before && before.request !== request)
      throw new Refusal(400, 'Keys for idempotent requests can only be used with the same parameters', {
        type: 'idempotency_error',
      })
    if (before) return before
    const problem = parameterProblem(method, url.pathname, form)
    if (problem)
      throw new Refusal(400, problem, {
        code: problem.startsWith('Missing') ? 'parameter_missing' : 'parameter_unknown',
      })
    let first: { status: number; body: object }
    try {
      first = { status: 200, body: answer(method, url, form) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      first = error
    }
    if (key !== undefined && method === 'POST') remembered.set(key, { request, ...first })
    return first
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://double')
    const form = new URLSearchParams(await text(request))
    const method = request.method ?? 'GET'
    const header = (name: string) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    }
    const key = header('idempotency-key')
    const version = header('stripe-version')
    requests.push({ method, path: url.pathname, query: url.searchParams, form, key, version })
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'stripe-version': DOUBLES_API_VERSION })
        .end(JSON.stringify(body))
    const problem = trouble.shift()
    if (problem === 'hang') return
    if (problem === 'in use')
      return send(409, {
        error: { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Still being answered' },
      })
    if (forbidden && url.pathname.startsWith(forbidden))
      return send(403, { error: { type: 'invalid_request_error', message: 'The key lacks a permission' } })
    if (problem) return send(problem, { error: { type: 'api_error', message: 'Something is wrong here' } })
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } })
    try {
      const { status, body } = answerOnce(key, method, url, form)
      return send(status, body)
    } catch (error) {
      if (error instanceof Refusal) return send(error.status, error.body)
      throw error
    }
  }

  const server = await startLocalServer(handle)

  return {
    ...server,
    /** All requests, in order. */
    requests,
    /**
     * Pays on the page, with a typed card or one that it offers. False if the page is closed or does not offer
     * the card.
     */
    pay(sessionId: string, by: { cardId?: string; keep?: StripeCard } = {}): boolean {
      const session = getSession(sessionId)
      if (session.status !== 'open') return false
      const customerId = typeof session.customer === 'string' ? session.customer : null
      const offered = by.cardId === undefined ? null : customers.getMethod(by.cardId)
      if (offered && offered.customer !== customerId) return false
      if (by.keep && customerId && session.saves_cards) customers.keep(customerId, by.keep)
      Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: id('pi'),
        url: null,
      })
      emit('checkout.session.completed', { ...session })
      return true
    },
    /** Returns the events since the last call, signed as webhooks. */
    takeEvents(webhookSecret: string): { body: string; header: string }[] {
      const bodies = events.map((event) => JSON.stringify(event, null, 2))
      events = []
      return bodies.map((payload) => ({
        body: payload,
        header: Stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
          timestamp: seconds(),
        }),
      }))
    },
    /** All customers, with their addresses. */
    customers: customers.list,
    webhookEndpoints: webhooks.endpoints,
    undelivered: webhooks.undelivered,
    completeOnboarding: connect.completeOnboarding,
    restrict: connect.restrict,
    turnRefund,
    /** Issues a refund on Stripe's dashboard. */
    refundByHand: (paymentIntentId: string, amountCents: number) =>
      createRefund(new URLSearchParams({ payment_intent: paymentIntentId, amount: String(amountCents) })).id,
    /** Simulates an insufficient balance for refunds, or a sufficient one. */
    beginRefunds(as: 'pending' | 'succeeded') {
      refundsBegin = as
    },
    /** The payer's bank disputes the payment. */
    dispute(paymentIntentId: string, reason: string): string {
      const amount = [...sessions.values()].find(
        (one) => one.payment_intent === paymentIntentId,
      )?.amount_total
      const disputeId = id('dp')
      emit('charge.dispute.created', {
        id: disputeId,
        object: 'dispute',
        amount,
        currency: 'usd',
        payment_intent: paymentIntentId,
        reason,
        status: 'needs_response',
      })
      return disputeId
    },
    /** Answers the next requests with this status, or not at all. */
    misbehave(...next: ('hang' | 'in use' | number)[]) {
      trouble = next
    },
    /** The key may no longer call the addresses that begin like this; null for a key that may call all. */
    forbid(path: string | null) {
      forbidden = path
    },
    /** Expires idempotency keys, like Stripe after a day. */
    forgetIdempotencyKeys: () => remembered.clear(),
  }
}
