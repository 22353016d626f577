import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every half hour: removes uploads nobody sent, and files whose attachments are gone. */
export const cleanAttachmentsJob = defineJob({
  name: 'clean-attachments',
  payload: z.object({}),
  retries: 0,
  cron: '13,43 * * * *',
})
