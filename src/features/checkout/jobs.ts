import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

const booking = z.object({ bookingId: z.uuid() })

/** Frees a slot whose student did not pay in time. One for each hold, due when it runs out. */
export const expireHoldJob = defineJob({ name: 'expire-hold', payload: booking, retries: 20 })

/** Every minute: finds holds whose own job was lost, and checkouts whose events never came. */
export const sweepHoldsJob = defineJob({
  name: 'sweep-holds',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})

/** Every hour: compares the last days' checkouts with the processor's own books. */
export const reconcilePaymentsJob = defineJob({
  name: 'reconcile-payments',
  payload: z.object({}),
  retries: 0,
  cron: '23 * * * *',
})

/** Every Sunday: the same for all payments a bank or a person at the processor may still give back. */
export const reconcileOlderPaymentsJob = defineJob({
  name: 'reconcile-older-payments',
  payload: z.object({}),
  retries: 0,
  cron: '41 7 * * 0',
})

/** Sends what is owed back for a booking. */
export const refundPaymentJob = defineJob({ name: 'refund-payment', payload: booking, retries: 30 })
