import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every minute: writes to the next people of terms that were announced. */
export const tellOfTermsJob = defineJob({
  name: 'tell-of-terms',
  payload: z.object({}),
  retries: 0,
  cron: '* * * * *',
})
