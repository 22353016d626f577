import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every hour: sends the coaches' shares that are due, and whatever an earlier run could not finish. */
export const releasePayoutsJob = defineJob({
  name: 'release-payouts',
  payload: z.object({}),
  retries: 0,
  cron: '7 * * * *',
})

/** Every hour a part of them: reads each payout account once a day, whatever events came. */
export const rereadAccountsJob = defineJob({
  name: 'reread-payout-accounts',
  payload: z.object({}),
  retries: 0,
  cron: '37 * * * *',
})

/** Reads one payout account, because the processor says that it changed. */
export const readPayoutAccountJob = defineJob({
  name: 'read-payout-account',
  payload: z.object({ accountId: z.string().min(1).max(200) }),
  retries: 20,
})

/** Takes back from a coach what a later refund left of a share that was sent. */
export const clawBackJob = defineJob({
  name: 'recover-payout',
  payload: z.object({ bookingId: z.uuid() }),
  retries: 30,
})
