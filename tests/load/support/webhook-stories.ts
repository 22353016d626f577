import { randomUUID } from 'node:crypto'
import { HOUR, MINUTE } from '#platform/duration.ts'
import type { Services } from '#ports/services.ts'

/** What becomes of a checkout at the processor; every eleven bookings have all of them, with thirty-eight events together. */
export const lives = [
  'paid',
  'partly given back',
  'given back in two parts',
  'never paid',
  'paid by a bank that refuses',
  'disputed, won',
  'disputed, lost',
  'partly given back, the rest disputed and lost',
  'given back, and sent back by the bank',
  'given back, canceled, and given back again',
  'waits for the balance, then given back',
] as const
export type Life = (typeof lives)[number]

export interface ProcessorEvent {
  bookingId: string
  life: Life
  type: string
  /** As it is signed and sent. */
  body: string
  /** When it happened: milliseconds since 1970, UTC. */
  at: number
}

/** Lets the local processor do its part, and writes the events it would send. */
export async function playAtProcessor(
  services: Services,
  held: { bookingId: string; checkoutUrl: string; priceCents: number; holdExpiresAt: number },
  life: Life,
): Promise<ProcessorEvent[]> {
  const { localCheckouts: local, payments, db } = services
  const { bookingId, priceCents } = held
  if (!local) throw new Error('the local processor is needed')
  const sessionId = held.checkoutUrl.slice(held.checkoutUrl.lastIndexOf('/') + 1)
  const paidAt = held.holdExpiresAt - 10 * MINUTE
  const events: ProcessorEvent[] = []
  const tell = (type: string, at: number, object: object) =>
    events.push({
      bookingId,
      life,
      type,
      at,
      body: JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        created: Math.floor(at / 1000),
        data: { object },
      }),
    })
  const session = {
    id: sessionId,
    object: 'checkout.session',
    metadata: { order_id: bookingId },
    amount_total: priceCents,
    currency: 'usd',
  }
  if (life === 'never paid' || life === 'paid by a bank that refuses') {
    await local.abandon(sessionId)
    const unpaid = { ...session, payment_status: 'unpaid', payment_intent: null }
    if (life === 'never paid') tell('checkout.session.expired', held.holdExpiresAt, unpaid)
    else {
      tell('checkout.session.completed', paidAt, unpaid)
      tell('checkout.session.async_payment_failed', paidAt + HOUR, unpaid)
    }
    return events
  }
  await local.pay(sessionId, { number: '4242424242424242', expiry: '12/30', cvc: '123' })
  const intent = (await payments.findCheckout(sessionId))?.paymentIntentId ?? ''
  tell('checkout.session.completed', paidAt, { ...session, payment_status: 'paid', payment_intent: intent })
  let given = 0
  let tries = 0
  const giveBack = async (cents: number, at: number, firstState = 'succeeded') => {
    given += cents
    tries += 1
    const { refundId } = await payments.refund({
      key: `operator:${bookingId}:${tries}`,
      paymentIntentId: intent,
      amountCents: cents,
    })
    const refund = { id: refundId, object: 'refund', amount: cents, payment_intent: intent }
    tell('refund.created', at, { ...refund, status: firstState })
    tell('charge.refunded', at, { object: 'charge', payment_intent: intent, amount_refunded: given })
    return refund
  }
  const turn = async (refund: { id: string; amount: number }, state: 'failed' | 'canceled', at: number) => {
    given -= refund.amount
    const failure = state === 'failed' ? 'lost_or_stolen_card' : 'merchant_request'
    await local.turnRefund({ refundId: refund.id, state, failure })
    const turned = { ...refund, status: state, failure_reason: failure }
    tell('refund.updated', at, turned)
    if (state === 'failed') tell('refund.failed', at, turned)
  }
  const dispute = (amount: number, status: string) => {
    const about = {
      id: `dp_${bookingId}`,
      object: 'dispute',
      payment_intent: intent,
      amount,
      reason: 'fraudulent',
    }
    tell('charge.dispute.created', paidAt + 3 * HOUR, { ...about, status: 'needs_response' })
    tell('charge.dispute.closed', paidAt + 8 * HOUR, { ...about, status })
  }
  const part = Math.floor(priceCents / 5)
  if (life === 'partly given back') await giveBack(part, paidAt + HOUR)
  if (life === 'given back in two parts') {
    await giveBack(part, paidAt + HOUR)
    await giveBack(priceCents - part, paidAt + 2 * HOUR)
  }
  if (life === 'disputed, won') dispute(priceCents, 'won')
  if (life === 'disputed, lost') dispute(priceCents, 'lost')
  if (life === 'partly given back, the rest disputed and lost') {
    await giveBack(part, paidAt + HOUR)
    dispute(priceCents - part, 'lost')
  }
  if (life === 'given back, and sent back by the bank')
    await turn(await giveBack(priceCents, paidAt + HOUR), 'failed', paidAt + 6 * HOUR)
  if (life === 'given back, canceled, and given back again') {
    await turn(await giveBack(priceCents, paidAt + HOUR), 'canceled', paidAt + 2 * HOUR)
    await giveBack(priceCents, paidAt + 3 * HOUR)
  }
  if (life === 'waits for the balance, then given back') {
    const refund = await giveBack(part, paidAt + HOUR, 'pending')
    tell('refund.updated', paidAt + 9 * HOUR, { ...refund, status: 'succeeded' })
  }
  // The processor's own sender has nothing to do: the drill sends.
  await db.$client.query(
    `update local_vendor.events set delivered_at = current_instant() where delivered_at is null`,
  )
  return events
}
