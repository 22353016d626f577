import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { listSeats } from '#features/bookings/seats.ts'
import { findSeriesOf } from '#features/bookings/series/queries.ts'
import { findCardOfOffer } from '#features/discounts/eligibility.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { isCheckoutReplaced, recordCharge } from '#features/payments/orders.ts'
import { paymentEvents, payments } from '#features/payments/tables.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import type { PaymentHeard } from './events.ts'
import { lockOrder } from './held-order.ts'
import { recordOrderRefunds, shareId, shareWhatIsLeft } from './order-shares.ts'
import { type HeldLine, moneyOf, rulesOf } from './sale-rules.ts'

/** The effect of an event, stored with it for operators. */
export type PaymentOutcome =
  | 'confirmed'
  | 'already_confirmed'
  | 'reclaimed'
  | 'refund_started'
  | 'released'
  | 'refunded'
  | 'refund_returned'
  | 'account_looked_at'
  | 'disputed'
  | 'dispute_closed'
  | 'rejected_mismatch'
  | 'no_booking'
  | 'nothing_to_do'
  | 'duplicate'

/**
 * Applies one event of the payment processor. Handles any order and duplicates: the event's id is stored in
 * the same transaction. Bookings are only confirmed here.
 * @throws PaymentNotKnownYet, having stored nothing
 */
export async function applyPaymentEvent(services: Services, event: PaymentEvent): Promise<PaymentOutcome> {
  const heard = await lookUp(services, event)
  return await services.db.transaction((tx) => applyPayment(services, tx, heard))
}

/**
 * Requests additional data from the processor, before the transaction, so that no locks are held meanwhile.
 */
async function lookUp(services: Services, event: PaymentEvent): Promise<PaymentHeard> {
  const isOpen = event.type === 'refund_changed' && event.refund === null
  return {
    event,
    card: event.type === 'checkout_paid' ? await findCardOfOffer(services, event) : null,
    refunds: isOpen ? await services.payments.listRefunds(event.paymentIntentId) : [],
  }
}

/** The same, within the caller's transaction. */
export async function applyPayment(
  services: TransactionServices,
  tx: Queryable,
  heard: PaymentHeard,
): Promise<PaymentOutcome> {
  const { event } = heard
  const { id, type } = event
  const first = await tx
    .insert(paymentEvents)
    .values({ id, type, sessionId: 'sessionId' in event ? event.sessionId : null })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  if (first.length === 0) return 'duplicate'
  const outcome = await act(services, tx, heard)
  await tx.update(paymentEvents).set({ outcome }).where(eq(paymentEvents.id, id))
  if (outcome === 'rejected_mismatch' || outcome === 'no_booking')
    services.log.error(
      { event: event.id, type: event.type, outcome },
      'a payment event does not fit our books',
    )
  return outcome
}

async function act(
  services: TransactionServices,
  tx: Queryable,
  { event, card, refunds }: PaymentHeard,
): Promise<PaymentOutcome> {
  if (event.type === 'account_changed') {
    const { accountId } = event
    const isOurs = await publish(services, tx, 'payout_account_changed', { accountId })
    return isOurs ? 'account_looked_at' : 'nothing_to_do'
  }
  if ('orderId' in event && !orderId.safeParse(event.orderId).success) return 'no_booking'
  const lines = await lockOrder(services, tx, event)
  if (lines.length === 0) {
    if (!('orderId' in event) && services.clock.now() - event.createdAt < PAYMENT_MAY_BE_LATE_MS)
      throw new PaymentNotKnownYet()
    return 'no_booking'
  }
  switch (event.type) {
    case 'checkout_paid':
      return await takeOrder(services, tx, lines, event, card)
    case 'checkout_expired':
    case 'payment_failed':
      return await releaseOrder(services, tx, lines, event)
    case 'refund_changed':
      return await recordOrderRefunds(services, tx, lines, event.refund ? [event.refund] : refunds)
    case 'disputed':
    case 'dispute_closed':
      return await hearDispute(services, tx, lines, event)
  }
}

type DisputeEvent = Extract<PaymentEvent, { type: 'disputed' | 'dispute_closed' }>

/**
 * The share of each payment of an order in a dispute, in cents: what was recorded before, else what is left of the payment at the
 * processor.
 */
async function shareDispute(
  services: Pick<TransactionServices, 'answers'>,
  tx: Queryable,
  lines: readonly HeldLine[],
  { disputeId, amountCents }: DisputeEvent,
): Promise<Cents[]> {
  if (lines.length === 1) return [amountCents]
  const recorded = await services.answers.dispute_shares(tx, { disputeId })
  if (recorded.length > 0)
    return lines.map(({ id }) => recorded.find(({ paymentId }) => paymentId === id)?.amountCents ?? 0)
  return await shareWhatIsLeft(services, tx, lines, amountCents)
}

/** A bank disputes a charge; each payment of the order has its share of the amount. */
async function hearDispute(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldLine[],
  event: DisputeEvent,
): Promise<PaymentOutcome> {
  const shares = await shareDispute(services, tx, lines, event)
  let isNew = false
  for (const [n, payment] of lines.entries()) {
    const amountCents = shares[n] ?? 0
    if (lines.length > 1 && amountCents === 0) continue
    const dispute = { ...event, disputeId: shareId(event.disputeId, n), amountCents }
    isNew =
      (dispute.type === 'disputed'
        ? await publish(services, tx, 'payment_disputed', { payment, dispute })
        : await publish(services, tx, 'payment_dispute_closed', { payment, dispute })) || isNew
  }
  if (!isNew) return 'nothing_to_do'
  return event.type === 'disputed' ? 'disputed' : 'dispute_closed'
}

/**
 * Events arrive in any order: a refund or a dispute may precede its payment. Reconciliation finds that
 * payment within an hour; until then nothing is stored, and the processor resends the event.
 */
export class PaymentNotKnownYet extends Error {
  constructor() {
    super('an event about a payment that is not known yet')
  }
}
const PAYMENT_MAY_BE_LATE_MS = 3 * 3_600_000

const orderId = z.uuid()

type PaidEvent = Extract<PaymentEvent, { type: 'checkout_paid' }>

/** The outcome stored for an order of several lines, the one that needs attention first. */
const mostNotable: readonly PaymentOutcome[] = ['refund_started', 'reclaimed', 'confirmed', 'released']

const notableOf = (outcomes: readonly PaymentOutcome[]): PaymentOutcome =>
  mostNotable.find((outcome) => outcomes.includes(outcome)) ?? outcomes[0] ?? 'nothing_to_do'

/** The whole order was paid. Each line is confirmed, or refunded when it was paid too late. */
async function takeOrder(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldLine[],
  event: PaidEvent,
  card: string | null,
): Promise<PaymentOutcome> {
  const [first] = lines
  const unpaid = lines.filter(
    ({ paymentStatus }) => paymentStatus === 'pending' || paymentStatus === 'failed',
  )
  if (!first || unpaid.length === 0) return 'already_confirmed'
  const isOurs = first.sessionId === null || first.sessionId === event.sessionId
  const totalCents = lines.reduce((sum, { amountCents, giftCents }) => sum + amountCents - giftCents, 0)
  if (!isOurs || totalCents !== event.amountCents || first.currency !== event.currency)
    return 'rejected_mismatch'
  await recordCharge(tx, first.orderId, { ...event, cardFingerprint: card })
  return notableOf(await takePayments(services, tx, unpaid, 'card'))
}

/**
 * Confirms an order that gift cards pay completely, so that there is no charge.
 * @returns false when it is no longer held
 */
export async function takeCoveredOrder(services: Services, orderId: string): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const lines = await lockOrder(services, tx, { orderId })
    if (lines.length === 0) return false
    if (lines.every(isPaidByGift)) return true
    if (!lines.every(isHeldForGift)) return false
    const outcomes = await takePayments(services, tx, lines, 'gift_card')
    return outcomes.every((outcome) => outcome === 'confirmed')
  })
}

const isPaidByGift = (line: HeldLine): boolean =>
  line.paymentMethod === 'gift_card' &&
  line.paymentStatus === 'completed' &&
  (line.bookingId === null || line.status === 'confirmed')

const isHeldForGift = (line: HeldLine): boolean =>
  line.giftCents === line.amountCents &&
  line.paymentStatus === 'pending' &&
  (line.bookingId === null || line.status === 'pending')

/** The payments of an order arrived. Lessons and seats that were bought together are announced together. */
async function takePayments(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldLine[],
  paymentMethod: 'card' | 'gift_card',
): Promise<PaymentOutcome[]> {
  const outcomes: PaymentOutcome[] = []
  for (const line of lines) outcomes.push(await takePayment(services, tx, line, paymentMethod))
  const bookingIds = lines.flatMap(({ bookingId }) => bookingId ?? [])
  const [first] = bookingIds
  const series = first && (await findSeriesOf(tx, first))
  if (series) await publish(services, tx, 'series_confirmed', series)
  const seats = await listSeats(tx, bookingIds)
  if (seats.length > 0) await publish(services, tx, 'seats_confirmed', { bookingIds: seats })
  return outcomes
}

async function takePayment(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldLine,
  paymentMethod: 'card' | 'gift_card',
): Promise<PaymentOutcome> {
  await tx
    .update(payments)
    .set({ paymentStatus: 'completed', paymentMethod, paidAt: present, updatedAt: present })
    .where(eq(payments.id, payment.id))
  const rules = rulesOf(services, payment)
  await postToLedger(tx, {
    ...moneyOf(payment),
    key: `paid:${payment.bookingId ?? payment.id}`,
    kind: 'paid',
    at: services.clock.now(),
    lines: await rules.paidLines(tx, payment),
  })
  return await rules.fulfill(services, tx, payment)
}

/** The checkout ended without a payment: everything that the order holds is released, unless another checkout takes its place. */
async function releaseOrder(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldLine[],
  { type, sessionId }: Extract<PaymentEvent, { type: 'checkout_expired' | 'payment_failed' }>,
): Promise<PaymentOutcome> {
  const [first] = lines
  if (!first || (await isCheckoutReplaced(tx, first.orderId, sessionId))) return 'nothing_to_do'
  let isReleased = false
  for (const line of lines)
    isReleased = (await rulesOf(services, line).release(services, tx, line, type)) || isReleased
  return isReleased ? 'released' : 'nothing_to_do'
}
