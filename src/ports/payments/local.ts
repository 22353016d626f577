import type pg from 'pg'
import type { Clock } from '#platform/clock.ts'
import type { Cents } from '#platform/money.ts'
import { findKeptCard, localCustomers } from './local-customers.ts'
import { type PostEvent, postByHttp, type Refusal, sendEvents } from './local-events.ts'
import { localPayouts, setAccountBlocked } from './local-payouts.ts'
import {
  listRefundsOf,
  type RefundTurn,
  refundOnce,
  sendBackDue,
  setRefundOutcome,
  sumRefunds,
} from './local-refunds.ts'
import {
  findCardOf,
  findCheckoutRow,
  markExpired,
  markPaid,
  type Row,
  saveSession,
} from './local-sessions.ts'
import type { Checkout, PayeeAccount, PaymentsPort } from './payments.ts'
import { readSignedEvent } from './signed-event.ts'
import {
  type CardRefusal,
  fingerprintOf,
  isCardValid,
  judgeCard,
  sendsRefundsBack,
  type TestCard,
} from './test-cards.ts'

type PayOutcome = { ok: true } | { ok: false; reason: CardRefusal | 'expired' | 'already_paid' | 'not_found' }

interface PayOptions {
  /** The payer asked to keep the card for the next time. */
  keepCard?: boolean
  /** Whether the payer has confirmed the payment with the bank; undefined before the bank was asked. */
  isConfirmed?: boolean | undefined
}

/** Operations of the local processor's checkout page and event sender, in addition to the port. */
export interface LocalCheckouts {
  /**
   * Returns the data of a session's page; null when there is none. `expiresAt` is an instant in milliseconds
   * since 1970, UTC.
   */
  findPage(sessionId: string): Promise<{
    amountCents: Cents
    description: string
    place: string | null
    terms: string | null
    customerEmail: string
    /** The customer whose cards the page offers; null when it offers none. */
    customerId: string | null
    status: Checkout['status']
    expiresAt: number
    successUrl: string
    cancelUrl: string
  } | null>
  /**
   * Charges a test card, or a saved card of the session's customer. A declined card leaves the session open for
   * another try; of concurrent payments only one succeeds.
   */
  pay(sessionId: string, card: TestCard | { cardId: string }, by?: PayOptions): Promise<PayOutcome>
  /** The payer cancels: the session expires immediately, unless it was paid. */
  abandon(sessionId: string): Promise<void>
  /**
   * Expires sessions that are due, then sends each pending event once to `/webhooks/payments`. Several
   * processes may run it concurrently.
   */
  deliverEvents(post?: PostEvent): Promise<{ delivered: number; failed: number }>
  /** Fails or cancels a refund, as the payer's bank or the processor may do. */
  turnRefund(turn: RefundTurn): Promise<void>
  /** Blocks payouts to an account, or unblocks them with null. */
  blockAccount(accountId: string, blockedBy: PayeeAccount['blockedBy']): Promise<void>
}

export interface LocalPaymentsSettings {
  pool: pg.Pool
  /** Signs and verifies the events. */
  secret: string
  /** Our own public URL, without a trailing slash. */
  appUrl: string
  clock: Clock
  /** Called when an event was not accepted; it is sent again a minute later. */
  onRefused?: (why: Refusal) => void
}

/** A payment processor in our own database, for the demo and the tests. It charges no real money. */
export function localPayments({
  pool,
  secret,
  appUrl,
  clock,
  onRefused,
}: LocalPaymentsSettings): PaymentsPort & LocalCheckouts {
  const statusOf = (row: Row): Checkout['status'] => {
    if (row.status === 'complete') return 'paid'
    return row.status === 'expired' || row.expires_at.getTime() <= clock.now() ? 'expired' : 'open'
  }

  const judgeTyped = (row: Row, card: TestCard) => ({
    verdict: judgeCard(card, clock.now()),
    fingerprint: fingerprintOf(card, row.customer_email),
    refundsComeBack: sendsRefundsBack(card),
  })
  async function judgeSaved(row: Row, cardId: string) {
    const card = row.customer_id === null ? null : await findKeptCard(pool, row.customer_id, cardId)
    if (!card) return { verdict: 'card_removed' as const, fingerprint: '', refundsComeBack: false }
    const verdict = isCardValid(card, clock.now()) ? card.later : ('card_expired' as const)
    return { ...card, verdict }
  }

  return {
    name: 'local',
    ...localPayouts(pool),
    ...localCustomers(pool),

    async startCheckout(order) {
      const row = await saveSession(pool, order)
      return { sessionId: row.id, url: `${appUrl}/checkout/${row.id}` }
    },

    async expireCheckout(sessionId) {
      if (!(await findCheckoutRow(pool, sessionId))) return 'unknown'
      await markExpired(pool, { sessionId }, clock.now())
      const row = await findCheckoutRow(pool, sessionId)
      return row?.status === 'complete' ? 'paid' : 'expired'
    },

    async findCheckout(sessionId) {
      const row = await findCheckoutRow(pool, sessionId)
      return (
        row && {
          status: statusOf(row),
          amountCents: row.amount_cents,
          currency: row.currency,
          orderId: row.booking_id,
          paymentIntentId: row.payment_intent_id,
          refundedCents: row.payment_intent_id ? await sumRefunds(pool, row.payment_intent_id) : 0,
        }
      )
    },

    findCard: (paymentIntentId) => findCardOf(pool, paymentIntentId),

    refund: (request) => refundOnce(pool, request, clock.now()),

    listRefunds: (paymentIntentId) => listRefundsOf(pool, paymentIntentId),

    readEvent: (rawBody, signatureHeader, now) => readSignedEvent(rawBody, signatureHeader, [secret], now),

    async findPage(sessionId) {
      const row = await findCheckoutRow(pool, sessionId)
      return (
        row && {
          amountCents: row.amount_cents,
          description: row.description,
          place: row.place,
          terms: row.terms,
          customerEmail: row.customer_email,
          customerId: row.customer_id,
          status: statusOf(row),
          expiresAt: row.expires_at.getTime(),
          successUrl: row.success_url.replaceAll('{CHECKOUT_SESSION_ID}', row.id),
          cancelUrl: row.cancel_url,
        }
      )
    },

    async pay(sessionId, card, { keepCard = false, isConfirmed } = {}) {
      const row = await findCheckoutRow(pool, sessionId)
      if (!row) return { ok: false, reason: 'not_found' }
      if (statusOf(row) !== 'open') return { ok: false, reason: closedReason(statusOf(row)) }
      const judged = 'cardId' in card ? await judgeSaved(row, card.cardId) : judgeTyped(row, card)
      const { verdict } = judged
      const isToConfirm = verdict === 'confirmation_needed'
      if (isToConfirm && isConfirmed === false) return { ok: false, reason: 'not_confirmed' }
      if (verdict !== 'paid' && !(isToConfirm && isConfirmed)) return { ok: false, reason: verdict }
      const { fingerprint, refundsComeBack } = judged
      const keep = keepCard && !('cardId' in card) ? card : null
      const payment = { sessionId, fingerprint, refundsComeBack, keep }
      if (await markPaid(pool, payment, clock.now())) return { ok: true }
      // Another payment or the expiration was processed first.
      const closed = await findCheckoutRow(pool, sessionId)
      return { ok: false, reason: closed ? closedReason(statusOf(closed)) : 'not_found' }
    },

    async abandon(sessionId) {
      if (await findCheckoutRow(pool, sessionId)) await markExpired(pool, { sessionId }, clock.now())
    },

    async deliverEvents(post = postByHttp) {
      await markExpired(pool, 'due', clock.now())
      await sendBackDue(pool, clock.now())
      const url = `${appUrl}/webhooks/payments`
      return sendEvents({ pool, secret, url, onRefused }, () => clock.now(), post)
    },

    turnRefund: (turn) => setRefundOutcome(pool, turn, clock.now()),

    blockAccount: (accountId, blockedBy) => setAccountBlocked(pool, { accountId, blockedBy }, clock.now()),
  }
}

const closedReason = (status: Checkout['status']) => (status === 'paid' ? 'already_paid' : 'expired')
