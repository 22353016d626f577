import type { Cents } from '#platform/money.ts'
import type { Services } from '#ports/services.ts'
import { takeMissedPayment } from '../hold/commands.ts'
import { applyPaymentEvent } from '../payment/commands.ts'
import { refundPayment } from '../refund/commands.ts'
import { checkoutsToCompare, listRefundsUnheardOf, listRefundsUnsent } from './queries.ts'

export interface Reconciled {
  /** Payments the processor took and whose event never came. */
  paid: number
  /** Refunds it sent and whose event never came. */
  refunded: number
  /** Refunds whose job was lost, sent now. */
  sent: number
  /** Payments in our books that the processor does not know as paid: a person must look. */
  suspicious: number
}

/**
 * Compares the checkouts of the last days with the processor's own books, and catches up on what webhooks and jobs lost.
 * What cannot be asked now is asked in the next hour.
 * @param options `days`: how long ago a payment may have been begun; four when left out
 */
export async function reconcilePayments(
  services: Services,
  options: { days?: number } = {},
): Promise<Reconciled> {
  const result: Reconciled = { paid: 0, refunded: 0, sent: 0, suspicious: 0 }
  const attempt = async (what: string, bookingId: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      services.log.warn({ err: error, bookingId }, `${what} could not be reconciled now`)
    }
  }
  for await (const { bookingId, sessionId, isPaid, refundedCents } of checkoutsToCompare(
    services.db,
    options,
  ))
    await attempt('a checkout', bookingId, async () => {
      const checkout = await services.payments.findCheckout(sessionId)
      if (isPaid && checkout?.status !== 'paid') {
        result.suspicious++
        services.log.error({ bookingId, sessionId }, 'paid in our books, not paid at the processor')
      }
      if (!isPaid && checkout?.status === 'paid') {
        if ((await takeMissedPayment(services, sessionId)) === 'paid') result.paid++
      }
      if (checkout?.paymentIntentId && checkout.refundedCents > refundedCents) {
        if (await takeMissedRefund(services, { ...checkout, paymentIntentId: checkout.paymentIntentId }))
          result.refunded++
      }
    })
  for (const bookingId of await listRefundsUnsent(services.db, services.clock.now()))
    await attempt('a refund', bookingId, async () => {
      await refundPayment(services, bookingId)
      result.sent++
    })
  for (const refund of await listRefundsUnheardOf(services.db, services.clock.now()))
    await attempt('a refund', refund.bookingId, async () => {
      if (await takeMissedRefund(services, refund)) result.refunded++
    })
  return result
}

/** More was sent back than events told: act as the event would. */
async function takeMissedRefund(
  services: Services,
  refund: { paymentIntentId: string; refundedCents: Cents },
): Promise<boolean> {
  const { paymentIntentId, refundedCents } = refund
  const outcome = await applyPaymentEvent(services, {
    id: `reconciled:${paymentIntentId}:${refundedCents}`,
    createdAt: services.clock.now(),
    type: 'refunded',
    paymentIntentId,
    refundedCents,
  })
  return outcome === 'refunded'
}
