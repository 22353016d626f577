import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every hour: sends the coaches' shares that are due, and whatever an earlier run could not finish. */
export const releasePayoutsJob = defineJob({
  name: 'release-payouts',
  payload: z.object({}),
  retries: 0,
  cron: '7 * * * *',
})

/** Takes back from a coach what a later refund left of a share that was sent. */
export const clawBackJob = defineJob({
  name: 'recover-payout',
  payload: z.object({ bookingId: z.uuid() }),
  retries: 30,
})
