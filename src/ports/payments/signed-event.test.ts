import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { PaymentSignatureError } from './payments.ts'
import { connectWebhookEvents, processorEvents, readSignedEvent, signEvent } from './signed-event.ts'

const NOW = Date.UTC(2026, 10, 20, 15)
const SECRET = 'whsec_current'
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: 'booking-1',
  metadata: { order_id: 'order-1' },
  amount_total: 12_750,
  currency: 'usd',
  payment_status: 'paid',
  payment_intent: 'pi_1',
}

const write = (type: string, object: object, rest: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: NOW / 1000, data: { object }, ...rest })

const read = (body: string, secrets = [SECRET]) =>
  readSignedEvent(body, signEvent(body, SECRET, NOW), secrets, NOW)

const lone = { id: 're_2', amount: 1, payment_intent: 'pi_2', status: 'failed' }
const BODY = write('checkout.session.completed', session)

/** Computes the signature independently, so that the library is not only compared with itself. */
const hmac = (body: string, secret: string, seconds: number | string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
const T = NOW / 1000
const GOOD = `t=${T},v1=${hmac(BODY, SECRET, T)}`

describe('signatures', () => {
  test('are created by the documented scheme', () => {
    expect(signEvent(BODY, SECRET, NOW)).toBe(GOOD)
  })

  test.each([
    ['the secret in force', GOOD, [SECRET], NOW],
    ['the old secret while it is replaced', GOOD, ['whsec_new', SECRET], NOW],
    ['the new secret while it replaces', GOOD, [SECRET, 'whsec_old'], NOW],
    [
      'two signatures, one of them ours',
      `t=${T},v1=${'0'.repeat(64)},v1=${hmac(BODY, SECRET, T)}`,
      [SECRET],
      NOW,
    ],
    ['an old scheme beside ours', `${GOOD},v0=${'0'.repeat(64)}`, [SECRET], NOW],
    ['300 seconds ago', GOOD, [SECRET], NOW + 300_000],
    ['a sender whose clock is ahead', GOOD, [SECRET], NOW - 300_000],
  ])('accepted: %s', (_case, header, secrets, now) => {
    expect(readSignedEvent(BODY, header, secrets, now)).toMatchObject({ type: 'checkout_paid' })
  })

  test.each<[string, string | undefined, string[], number]>([
    ['no header', undefined, [SECRET], NOW],
    ['an empty header', '', [SECRET], NOW],
    ['rubbish', 'rubbish', [SECRET], NOW],
    ['no time', `v1=${hmac(BODY, SECRET, T)}`, [SECRET], NOW],
    ['no signature', `t=${T}`, [SECRET], NOW],
    ['an empty signature', `t=${T},v1=`, [SECRET], NOW],
    ['an unknown scheme only', `t=${T},v2=${hmac(BODY, SECRET, T)}`, [SECRET], NOW],
    ['a wrong secret', `t=${T},v1=${hmac(BODY, 'whsec_wrong', T)}`, [SECRET], NOW],
    ['a secret that was retired', GOOD, ['whsec_new'], NOW],
    ['no secret at all', `t=${T},v1=${hmac(BODY, '', T)}`, [''], NOW],
    ['an empty list of secrets', GOOD, [], NOW],
    ['301 seconds ago', GOOD, [SECRET], NOW + 301_000],
    ['three days ago', GOOD, [SECRET], NOW + 3 * 86_400_000],
    ['from the future', GOOD, [SECRET], NOW - 301_000],
    ['an old signature with a new time', `t=${T + 600},v1=${hmac(BODY, SECRET, T)}`, [SECRET], NOW + 600_000],
    ['a time that is none', `t=soon,v1=${hmac(BODY, SECRET, 'soon')}`, [SECRET], NOW],
    ['the signature in capitals', GOOD.toUpperCase(), [SECRET], NOW],
  ])('refused: %s', (_case, header, secrets, now) => {
    expect(() => readSignedEvent(BODY, header, secrets, now)).toThrow(PaymentSignatureError)
  })

  test('1,000 forgeries, none accepted', () => {
    const forgery = fc.oneof(
      fc.record({ at: fc.nat(BODY.length - 1), char: fc.constantFrom('0', '9', '"', ' ', 'x', '}') }),
      fc.record({ hex: fc.stringMatching(/^[0-9a-f]{64}$/) }),
      fc.record({ header: fc.string({ maxLength: 200 }) }),
      fc.record({ secret: fc.string({ minLength: 1, maxLength: 40 }) }),
      fc.record({ lateBy: fc.integer({ min: 301, max: 10_000_000 }) }),
    )
    const accepted: unknown[] = []
    fc.assert(
      fc.property(forgery, (how) => {
        let [body, header, now] = [BODY, GOOD, NOW]
        if ('at' in how) body = BODY.slice(0, how.at) + how.char + BODY.slice(how.at + 1)
        if ('hex' in how) header = `t=${T},v1=${how.hex}`
        if ('header' in how) header = how.header
        if ('secret' in how) header = `t=${T},v1=${hmac(BODY, how.secret, T)}`
        if ('lateBy' in how) now = NOW + how.lateBy * 1000
        fc.pre(body !== BODY || header !== GOOD || now !== NOW)
        try {
          accepted.push(readSignedEvent(body, header, [SECRET], now))
        } catch (error) {
          if (!(error instanceof PaymentSignatureError)) throw error
        }
      }),
      { numRuns: 1_000, seed: 20261120 },
    )
    expect(accepted).toEqual([])
  })
})

describe('events', () => {
  test('a paid checkout', () => {
    expect(read(BODY)).toEqual({
      id: 'evt_1',
      createdAt: NOW,
      type: 'checkout_paid',
      sessionId: 'cs_1',
      orderId: 'order-1',
      amountCents: 12_750,
      currency: 'usd',
      paymentIntentId: 'pi_1',
    })
  })

  test('a checkout of the previous version is identified by its booking', () => {
    const before = { ...session, metadata: { booking_id: 'booking-1' } }
    expect(read(write('checkout.session.completed', before))).toMatchObject({ orderId: 'booking-1' })
  })

  test('a form submitted without payment is not a payment; its delayed payment is one when it arrives', () => {
    const unpaid = { ...session, payment_status: 'unpaid' }
    expect(read(write('checkout.session.completed', unpaid))).toBeNull()
    expect(read(write('checkout.session.async_payment_succeeded', session))?.type).toBe('checkout_paid')
    expect(read(write('checkout.session.async_payment_failed', unpaid))).toMatchObject({
      type: 'payment_failed',
      orderId: 'order-1',
      reason: 'async_payment_failed',
    })
  })

  test('an expanded payment is identified by its id', () => {
    const expanded = { ...session, payment_intent: { id: 'pi_1', object: 'payment_intent' } }
    expect(read(write('checkout.session.completed', expanded))).toMatchObject({ paymentIntentId: 'pi_1' })
  })

  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 5_000,
    payment_intent: 'pi_1',
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    metadata: { refund_key: 'refund:1' },
  }
  const heard = {
    refundId: 're_1',
    paymentIntentId: 'pi_1',
    amountCents: 5_000,
    state: 'failed',
    failure: 'lost_or_stolen_card',
    key: 'refund:1',
  }

  test.each(['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])(
    '%s has the refund and its result',
    (type) => {
      expect(read(write(type, refund))).toEqual({
        id: 'evt_1',
        createdAt: NOW,
        type: 'refund_changed',
        paymentIntentId: 'pi_1',
        refund: heard,
      })
    },
  )

  test.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    [null, 'pending'],
    ['succeeded', 'succeeded'],
    ['canceled', 'canceled'],
  ])('Stripe’s refund status %s is our %s', (status, state) => {
    expect(read(write('refund.updated', { ...refund, status }))).toMatchObject({ refund: { state } })
  })

  test('a charge event triggers a lookup of its refunds', () => {
    const charge = { object: 'charge', payment_intent: 'pi_1', amount_refunded: 5_000 }
    expect(read(write('charge.refunded', charge))).toMatchObject({
      type: 'refund_changed',
      paymentIntentId: 'pi_1',
      refund: null,
    })
  })

  test.each([...connectWebhookEvents])(
    '%s of a coach’s account triggers a lookup, regardless of its content',
    (type) => {
      const body = write(type, { id: 'whatever' }, { account: 'acct_1' })
      expect(read(body)).toEqual({
        id: 'evt_1',
        createdAt: NOW,
        type: 'account_changed',
        accountId: 'acct_1',
      })
      expect(read(write(type, { id: 'acct_ours' })), 'of our own account').toBeNull()
    },
  )

  test('every event a webhook subscribes to is known to the SDK', () => {
    const known: readonly Stripe.Event['type'][] = [...processorEvents, ...connectWebhookEvents]
    expect(new Set(known).size).toBe(known.length)
  })

  test.each([
    ['of a type we do not use', write('customer.created', { id: 'cus_1' })],
    ['of a checkout type yet unknown', write('checkout.session.renamed', session)],
    [
      'of another program on the same account',
      write('checkout.session.completed', { ...session, metadata: {} }),
    ],
    [
      'of a connected account',
      write('checkout.session.completed', session, { account: 'acct_somebody_else' }),
    ],
    ['of a charge without a payment', write('charge.refunded', { payment_intent: null, amount_refunded: 1 })],
    ['of a refund without a payment', write('refund.failed', { ...lone, payment_intent: null })],
    ['of a refund of a connected account', write('refund.failed', lone, { account: 'acct_1' })],
  ])('a signed event %s is ignored', (_case, body) => {
    expect(read(body)).toBeNull()
  })

  test('a signed event with an unknown format is an error, not a payment', () => {
    expect(() => read(write('checkout.session.completed', { ...session, amount_total: '12750' }))).toThrow()
  })
})
