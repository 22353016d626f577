import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Forgets visits that are older than the privacy policy allows. At night in America. */
export const forgetVisitsJob = defineJob({
  name: 'forget-visits',
  payload: z.object({}),
  retries: 3,
  cron: '17 8 * * *',
})
