import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Every hour: sends the coaches' shares that are due, and completes payouts that an earlier run left
 * unfinished.
 */
export const releasePayoutsJob = defineJob({
  name: 'release-payouts',
  payload: z.object({}),
  retries: 0,
  cron: '7 * * * *',
})

/**
 * Every hour: reads a part of the payout accounts, so that each is read once a day independent of webhook
 * events.
 */
export const rereadAccountsJob = defineJob({
  name: 'reread-payout-accounts',
  payload: z.object({}),
  retries: 0,
  cron: '37 * * * *',
})

/** Reads a payout account after the processor reported a change. */
export const readPayoutAccountJob = defineJob({
  name: 'read-payout-account',
  payload: z.object({ accountId: z.string().min(1).max(200) }),
  retries: 20,
})

/** Reverses the part of a sent share that a later refund covers. */
export const clawBackJob = defineJob({
  name: 'recover-payout',
  payload: z.union([z.object({ bookingId: z.uuid() }), z.object({ paymentId: z.uuid() })]),
  retries: 30,
})
