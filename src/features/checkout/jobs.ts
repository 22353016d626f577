import { z } from 'zod'
import type { MoneyOf } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { defineJob } from '#platform/jobs.ts'
import type { Services } from '#ports/services.ts'

const booking = z.object({ bookingId: z.uuid() })

/** Releases a slot that was not paid in time. One job per hold, scheduled for its expiry. */
export const expireHoldJob = defineJob({ name: 'expire-hold', payload: booking, retries: 20 })

/** Every minute: handles holds whose own job was lost, and checkouts whose events never arrived. */
export const sweepHoldsJob = defineJob({
  name: 'sweep-holds',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

/** Every hour: compares the checkouts of the last days with the processor's records. */
export const reconcilePaymentsJob = defineJob({
  name: 'reconcile-payments',
  payload: z.object({}),
  retries: 0,
  cron: '23 * * * *',
})

/** Every Sunday: the same for all payments that a bank or an operator may still refund. */
export const reconcileOlderPaymentsJob = defineJob({
  name: 'reconcile-older-payments',
  payload: z.object({}),
  retries: 0,
  cron: '41 7 * * 0',
})

/** Sends the pending refunds of a booking. */
export const refundPaymentJob = defineJob({ name: 'refund-payment', payload: booking, retries: 30 })

/** Sends the pending refunds of a payment without a booking. */
export const refundSaleJob = defineJob({
  name: 'refund-sale',
  payload: z.object({ paymentId: z.uuid() }),
  retries: 30,
})

/**
 * Schedules the job that sends pending refunds.
 * @param of the lesson or payment that they are for
 * @param options `notBefore` in milliseconds since 1970, UTC
 */
export async function sendRefundJob(
  jobs: Services['jobs'],
  tx: Queryable,
  of: MoneyOf,
  options: { id: string; notBefore?: number },
): Promise<void> {
  if ('paymentId' in of) await jobs.send(tx, refundSaleJob, of, options)
  else await jobs.send(tx, refundPaymentJob, of, options)
}
