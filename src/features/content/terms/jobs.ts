import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Runs every minute: emails the next batch of recipients about announced terms. */
export const sendTermsNoticesJob = defineJob({
  name: 'tell-of-terms',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})
