import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/**
 * Every five minutes: expires proposals, sends reminders shortly before, and reopens proposals whose hold has
 * ended.
 */
export const dueProposalsJob = defineJob({
  name: 'look-after-proposals',
  payload: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
})

/**
 * Every hour: ends expired packages, reminds of unused lessons, and pays coaches their share of ended
 * packages.
 */
export const duePackagesJob = defineJob({
  name: 'look-after-packages',
  payload: z.object({}),
  retries: 0,
  cron: '37 * * * *',
})
