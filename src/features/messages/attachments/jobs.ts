import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Runs every half hour: deletes unsent uploads and files without an attachment. */
export const cleanAttachmentsJob = defineJob({
  name: 'clean-attachments',
  payload: z.object({}),
  retries: 0,
  cron: '13,43 * * * *',
})
