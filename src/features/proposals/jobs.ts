import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every five minutes: ends proposals that ran out, reminds of those about to, reopens those nothing is held for. */
export const lookAfterProposalsJob = defineJob({
  name: 'look-after-proposals',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

/** Every hour: ends packages that ran out, reminds of unused lessons, sends coaches what is kept of ended ones. */
export const lookAfterPackagesJob = defineJob({
  name: 'look-after-packages',
  payload: z.object({}),
  retries: 0,
  cron: '37 * * * *',
})
