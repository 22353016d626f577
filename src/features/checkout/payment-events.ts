import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type HeldPayment, lockPayments } from '#features/bookings/held-payment.ts'
import { findSeriesOf } from '#features/bookings/series/queries.ts'
import { mayTakePlace, regainSlot, releaseSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { redeemDiscount, returnDiscount } from '#features/discounts/commands.ts'
import { findCardOfOffer } from '#features/discounts/eligibility.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import { paidLines } from '#features/ledger/ledger.ts'
import { recordCharge } from '#features/payments/orders.ts'
import { paymentEvents, payments } from '#features/payments/tables.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { publish } from '#platform/reactions.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import type { PaymentHeard } from './events.ts'
import { recordOrderRefunds, shareId, shareWhatIsLeft } from './order-shares.ts'
import { startRefund } from './refunds.ts'

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
  const lines = await lockPayments(services, tx, event)
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
      return await releaseOrder(tx, lines, event.type, services.clock.now())
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
  { answers }: Pick<TransactionServices, 'answers'>,
  tx: Queryable,
  lines: readonly HeldPayment[],
  { disputeId, amountCents }: DisputeEvent,
): Promise<Cents[]> {
  if (lines.length === 1) return [amountCents]
  const recorded = await answers.dispute_shares(tx, { disputeId })
  if (recorded.length > 0)
    return lines.map(({ id }) => recorded.find(({ paymentId }) => paymentId === id)?.amountCents ?? 0)
  return await shareWhatIsLeft(tx, lines, amountCents)
}

/** A bank disputes a charge; each payment of the order has its share of the amount. */
async function hearDispute(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldPayment[],
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
  lines: readonly HeldPayment[],
  event: PaidEvent,
  card: string | null,
): Promise<PaymentOutcome> {
  const [first] = lines
  const unpaid = lines.filter(
    ({ paymentStatus }) => paymentStatus === 'pending' || paymentStatus === 'failed',
  )
  if (!first || unpaid.length === 0) return 'already_confirmed'
  const isOurs = first.sessionId === null || first.sessionId === event.sessionId
  const totalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (!isOurs || totalCents !== event.amountCents || first.currency !== event.currency)
    return 'rejected_mismatch'
  await recordCharge(tx, first.orderId, { ...event, cardFingerprint: card })
  const outcomes: PaymentOutcome[] = []
  for (const payment of unpaid) outcomes.push(await takePayment(services, tx, payment))
  const series = await findSeriesOf(tx, first.bookingId)
  if (series) await publish(services, tx, 'series_confirmed', series)
  return notableOf(outcomes)
}

async function takePayment(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
): Promise<PaymentOutcome> {
  await tx
    .update(payments)
    .set({ paymentStatus: 'completed', paymentMethod: 'card', paidAt: present, updatedAt: present })
    .where(eq(payments.id, payment.id))
  await postToLedger(tx, {
    key: `paid:${payment.bookingId}`,
    kind: 'paid',
    bookingId: payment.bookingId,
    at: services.clock.now(),
    lines: paidLines(payment),
  })
  const now = services.clock.now()
  const isAllowed = await mayTakePlace(tx, payment.bookingId)
  if (payment.status === 'pending' && isAllowed && (await redeemDiscount(tx, payment.bookingId, now))) {
    await tx
      .update(bookings)
      .set({ status: 'confirmed', paymentStatus: 'completed', holdExpiresAt: null })
      .where(eq(bookings.id, payment.bookingId))
    await publish(services, tx, 'lesson_confirmed', { bookingId: payment.bookingId })
    return 'confirmed'
  }
  // Still pending: the coach or the student was suspended in the meantime, the discount was used up, or this
  // card has used an exit offer before.
  if (payment.status === 'pending')
    await releaseSlot(tx, payment.bookingId, {
      from: 'pending',
      reason: 'hold_expired',
      at: now,
      payment: 'kept',
    })
  return await takeLatePayment(services, tx, payment)
}

/**
 * Handles a payment that arrived after its hold expired. The slot is taken again if it is in the future and
 * free, both accounts are open, its proposal is still open and unchanged, and the discount is not used up;
 * otherwise the payment is refunded.
 */
async function takeLatePayment(
  services: TransactionServices,
  tx: Queryable,
  payment: HeldPayment,
): Promise<PaymentOutcome> {
  const now = services.clock.now()
  const isWanted = payment.lessonStart > now && (await services.answers.is_still_offered(tx, payment))
  const mayStand = async () =>
    (await mayTakePlace(tx, payment.bookingId)) && (await redeemDiscount(tx, payment.bookingId, now))
  if (isWanted && (await regainSlot(tx, payment, now, mayStand))) {
    await publish(services, tx, 'lesson_confirmed', { bookingId: payment.bookingId })
    return 'reclaimed'
  }
  await tx.update(bookings).set({ paymentStatus: 'completed' }).where(eq(bookings.id, payment.bookingId))
  const canBeDiscounted = await redeemDiscount(tx, payment.bookingId, now)
  if (canBeDiscounted) await returnDiscount(tx, payment.bookingId)
  const reason = canBeDiscounted ? 'late_payment' : 'discount_used'
  const refund = { amountCents: payment.amountCents, reason } as const
  await startRefund(services, tx, payment, { key: `late:${payment.bookingId}`, ...refund })
  return 'refund_started'
}

/**
 * The reason for releasing a hold: a checkout that ends early was abandoned by the student.
 * @param now milliseconds since 1970, UTC
 */
const endOf = ({ holdExpiresAt }: HeldPayment, now: number) =>
  holdExpiresAt !== null && now < holdExpiresAt ? 'abandoned' : 'hold_expired'

/** The checkout ended without a payment: everything that the order holds is released. */
async function releaseOrder(
  tx: Queryable,
  lines: readonly HeldPayment[],
  ended: 'checkout_expired' | 'payment_failed',
  now: number,
): Promise<PaymentOutcome> {
  let isReleased = false
  for (const line of lines) {
    const reason = ended === 'payment_failed' ? ended : endOf(line, now)
    const release = { from: 'pending', reason, at: now, payment: 'failed' } as const
    isReleased = (await releaseSlot(tx, line.bookingId, release)) || isReleased
  }
  return isReleased ? 'released' : 'nothing_to_do'
}
