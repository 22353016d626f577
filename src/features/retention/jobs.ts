import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Makes the coming months, and deletes what the privacy policy says we do not keep. At night in America. */
export const retentionJob = defineJob({
  name: 'forget-old-rows',
  payload: z.object({}),
  retries: 3,
  cron: '17 8 * * *',
})
